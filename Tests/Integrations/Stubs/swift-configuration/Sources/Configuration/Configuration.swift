public struct ConfigKey: Sendable, ExpressibleByStringLiteral {
  let components: [String]
  public init(_ components: [String]) { self.components = components }
  public init(stringLiteral value: String) {
    components = value.split(separator: ".").map(String.init)
  }
}

public struct AbsoluteConfigKey: Hashable, Sendable, ExpressibleByStringLiteral {
  let components: [String]
  public init(_ components: [String]) { self.components = components }
  public init(stringLiteral value: String) {
    components = value.split(separator: ".").map(String.init)
  }
}

public struct ConfigValue: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  enum Content: Sendable, Equatable { case text(String), number(Int) }

  let content: Content
  public init(stringLiteral value: String) { content = .text(value) }
  public init(integerLiteral value: Int) { content = .number(value) }
}

/// The real one has more, which a program that implements none does not see.
public protocol ConfigProvider: Sendable {
  func value(for key: AbsoluteConfigKey) -> ConfigValue?
}

/// A variable is a string; others convert it.
public struct EnvironmentVariablesProvider: ConfigProvider {
  let variables: [String: String]
  public init(environmentVariables: [String: String]) { variables = environmentVariables }

  public func value(for key: AbsoluteConfigKey) -> ConfigValue? {
    let name = key.components.map { $0.uppercased() }.joined(separator: "_")
    return variables[name].map { ConfigValue(stringLiteral: $0) }
  }
}

public struct InMemoryProvider: ConfigProvider {
  let values: [AbsoluteConfigKey: ConfigValue]
  public init(values: [AbsoluteConfigKey: ConfigValue]) { self.values = values }
  public func value(for key: AbsoluteConfigKey) -> ConfigValue? { values[key] }
}

public struct ConfigReader: Sendable {
  let providers: [any ConfigProvider]
  public init(providers: [any ConfigProvider]) { self.providers = providers }
  public init(provider: some ConfigProvider) { self.init(providers: [provider]) }

  public func string(forKey key: ConfigKey, isSecret: Bool = false) -> String? {
    guard case .text(let text) = value(key) else { return nil }
    return text
  }

  public func int(forKey key: ConfigKey, isSecret: Bool = false, default other: Int) -> Int {
    switch value(key) {
    case .number(let number): number
    case .text(let text): Int(text) ?? other
    case nil: other
    }
  }

  private func value(_ key: ConfigKey) -> ConfigValue.Content? {
    let key = AbsoluteConfigKey(key.components)
    return providers.lazy.compactMap { $0.value(for: key) }.first?.content
  }
}
