/// What a definition in Swift gives to a parameter or a property of its factory.
///
/// Literals are values: a text, a number, a flag, a list, a dictionary, `nil`. As in a file, the
/// factory's declared type decides what they mean, and so a `Duration` is `"30s"`. A literal of
/// services is what the parameter takes where it declares several: `[.reference("file"), .inner]`.
///
/// ```swift
/// Define("mailer", "SMTPMailer")
///   .argument("host", "smtp.example.com")
///   .argument("password", .secret(password))
///   .argument("tls", .inline("TLSConfiguration", ["verify": true]))
///   .property("delegate", .reference("audit"))
/// ```
public struct ArgumentValue: Sendable {
  indirect enum Content: Sendable {
    case null
    case text(String)
    case secret(ArgumentValue)
    case list([ArgumentValue])
    case map([(key: String, value: ArgumentValue)])
    case parameter(String)
    case reference(String)
    case optional(String)
    case tagged(String)
    case inline(type: String, [(key: String, value: ArgumentValue)])
    case inner
  }

  let content: Content

  init(content: Content) { self.content = content }

  /// The value of a parameter, as it is handed in.
  public init(_ value: ParameterValue) {
    switch value {
    case .null: content = .null
    case .text(let text): content = .text(text)
    case .list(let elements): content = .list(elements.map { ArgumentValue($0) })
    case .map(let entries):
      // The order of a dictionary differs from process to process.
      content = .map(
        entries.sorted { $0.key < $1.key }.map { ($0.key, ArgumentValue($0.value)) })
    }
  }

  /// A text; it is data, and `$(…)` in it is not expanded.
  public static func text(_ text: String) -> Self { Self(content: .text(text)) }

  /// A value that no message ever shows.
  ///
  /// What stands under a name such as `password` is a secret without it.
  public static func secret(_ value: ArgumentValue) -> Self { Self(content: .secret(value)) }

  /// Several values, or several services.
  public static func list(_ elements: [ArgumentValue]) -> Self { Self(content: .list(elements)) }

  /// What a parameter of the configuration stands for, with its shape: a file's `$(mail.from)`.
  public static func parameter(_ name: String) -> Self { Self(content: .parameter(name)) }

  /// The service of a key: a file's `!ref`.
  public static func reference(_ key: String) -> Self { Self(content: .reference(key)) }

  /// The service of a key: a file's `!ref`.
  public static func reference<Service>(_ key: ServiceKey<Service>) -> Self {
    Self(content: .reference(key.name))
  }

  /// The service of a key, or nil where nobody defines it: a file's `!optional`.
  public static func optional(_ key: String) -> Self { Self(content: .optional(key)) }

  /// The service of a key, or nil where nobody defines it: a file's `!optional`.
  public static func optional<Service>(_ key: ServiceKey<Service>) -> Self {
    Self(content: .optional(key.name))
  }

  /// All services with a tag, by priority, then in the order of their definitions: `!tagged`.
  public static func tagged(_ tag: String) -> Self { Self(content: .tagged(tag)) }

  /// A service without a key, built with its owner: a file's `!inline`.
  ///
  /// - Parameters:
  ///   - type: a type name of the catalog.
  ///   - arguments: what its factory is given.
  public static func inline(
    _ type: String,
    _ arguments: KeyValuePairs<String, ArgumentValue> = [:]
  ) -> Self {
    Self(content: .inline(type: type, arguments.map { ($0.key, $0.value) }))
  }

  /// In a decorator, what stood there before it: a file's `!inner`.
  public static var inner: Self { Self(content: .inner) }
}

extension ArgumentValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral text: String) { self.init(content: .text(text)) }
  public init(integerLiteral number: Int) { self.init(content: .text("\(number)")) }
  public init(floatLiteral number: Double) { self.init(content: .text("\(number)")) }
  public init(booleanLiteral flag: Bool) { self.init(content: .text("\(flag)")) }
  public init(arrayLiteral elements: ArgumentValue...) { self.init(content: .list(elements)) }
  public init(dictionaryLiteral entries: (String, ArgumentValue)...) {
    self.init(content: .map(entries.map { ($0.0, $0.1) }))
  }
  public init(nilLiteral: ()) { self.init(content: .null) }
}
