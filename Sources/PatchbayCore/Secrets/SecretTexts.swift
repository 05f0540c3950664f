import PatchbayDiagnostics

/// The texts that the errors of a program's factories and hooks must not show.
///
/// A class, because a parameter may be evaluated long after the plan was made: its secrets are
/// added to the texts that the plan knows.
package final class SecretTexts: Sendable {
  private let texts = Locked<Set<ExactText>>([])
  /// Those of the configuration that a plan was made of.
  private let configured: SecretTexts?
  /// Those of the plan's parent.
  private let inherited: SecretTexts?

  /// Creates an empty collection.
  package convenience init() { self.init([]) }

  /// Collects the texts of services; `configured` are those of the configuration, now and later.
  init(
    _ nodes: [PlannedService], of configured: SecretTexts? = nil,
    inheriting inherited: SecretTexts? = nil
  ) {
    (self.configured, self.inherited) = (configured, inherited)
    for node in nodes where node.inherited == nil {
      insert(node.definition.arguments) { node.knownEntry?.parameters ?? [] }
      insert(node.definition.properties) { node.knownEntry?.properties.map(\.signature) ?? [] }
    }
  }

  /// Adds a text without surrounding white space, which programs often trim.
  package func insert(_ text: String) {
    let trimmed = text.trimmingWhiteSpace
    if !trimmed.isEmpty { texts.withLock { _ = $0.insert(ExactText(trimmed)) } }
  }

  /// Adds every secret text of a value; an inline service has a separate node.
  package func insert(_ value: ConfigurationValue) {
    _ = value.firstPart { part in
      if case .scalar(let scalar) = part.content, part.disclosure == .secret { insert(scalar.text) }
      return false
    }
  }

  /// Adds the elements of secret lists that are one text each: a factory knows them one by one.
  private func insertElements(of value: ConfigurationValue) {
    _ = value.firstPart { part in
      if part.isSecretOfVariable, case .scalar(let scalar) = part.content {
        for element in ConfigurationValue.Scalar.elements(of: scalar.text) ?? [] { insert(element) }
      }
      return false
    }
  }

  private func insert(_ arguments: [Argument], for parameters: () -> [ParameterSignature]) {
    for index in arguments.indices {
      // Nearly all are open scalars and references: skipped in place, without a copy.
      switch arguments[index].value.content {
      case .null, .unknown, .service, .faulty: continue
      case .scalar where arguments[index].value.disclosure != .secret: continue
      case .scalar, .list, .map: insert(arguments[index].value)
      }
      guard arguments[index].value.firstPart(where: \.isSecretOfVariable) != nil else { continue }
      // What reads one text keeps it whole, and a part of it may be any word.
      let type = parameters().first { $0.name == arguments[index].name }?.type.type
      if let type = type as? any Decodable.Type, TextReader(type) == nil {
        insertElements(of: arguments[index].value)
      }
    }
  }

  private var all: [String] {
    texts.withLock { $0.map(\.text) } + (configured?.all ?? []) + (inherited?.all ?? [])
  }

  /// Returns the text of an error without the secrets, and without the user-info parts of URLs.
  func conceal(_ error: any Error) -> String { conceal("\(error)") }

  /// Returns a text of a program without the secrets, and without the user-info parts of URLs.
  func conceal(_ text: String) -> String { ErrorText(text).concealing(all) }
}

extension ConfigurationValue {
  /// Whether it is a secret text of a variable, which may be read as a list.
  fileprivate var isSecretOfVariable: Bool {
    guard case .scalar(let scalar) = content else { return false }
    return scalar.isOfVariable && disclosure == .secret
  }
}

extension SecretTexts: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> { [:] }
}

extension String {
  /// The text without the white space around it.
  var trimmingWhiteSpace: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    let start = unicodeScalars.drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(start[...last])
  }
}
