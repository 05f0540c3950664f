public import PatchbayCore
import PatchbayDiagnostics

/// A value that a definition in Swift passes to a parameter or a property of its factory.
///
/// Literals are values: a string, a number, a Boolean, an array, a dictionary, `nil`. As in a file,
/// the type that the factory declares decides how a value is read, so a `Duration` is `"30s"`. For
/// a parameter that takes several services, write an array literal of references:
/// `[.reference("file"), .inner]`.
///
/// ```swift
/// Define("mailer", "SMTPMailer")
///   .argument("host", "smtp.example.com")
///   .argument("password", .secret(.text(password)))
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
    case tagged(String, key: String?)
    case inline(type: String, [(key: String, value: ArgumentValue)])
    case inner
  }

  let content: Content
  /// Whether it is a text that a literal writes, which may be meant as a file writes it.
  private(set) var isLiteral = false

  init(content: Content) { self.content = content }

  /// Creates a text from a literal.
  public init(stringLiteral text: String) {
    content = .text(text)
    isLiteral = true
  }

  /// Creates an argument from a parameter value.
  public init(_ value: ParameterValue) {
    switch value {
    case .null: content = .null
    case .text(let text): content = .text(text)
    case .list(let elements): content = .list(elements.map { ArgumentValue($0) })
    case .map(let entries):
      // Sorted, because the order of a dictionary differs from process to process.
      content = .map(
        entries.inStableOrder { $0.key < $1.key }.map { ($0.key, ArgumentValue($0.value)) })
    }
  }

  /// A text. It is data: `$(…)` in it is not expanded. In a literal without `.text`, the plan warns of it.
  public static func text(_ text: String) -> Self { Self(content: .text(text)) }

  /// A value that no message ever shows.
  ///
  /// Values under a name such as `password` are secret without it.
  public static func secret(_ value: ArgumentValue) -> Self { Self(content: .secret(value)) }

  /// Several values, or several services.
  public static func list(_ elements: [ArgumentValue]) -> Self { Self(content: .list(elements)) }

  /// The value of a configuration parameter, of any shape: a file's `$(mail.from)`.
  public static func parameter(_ name: String) -> Self { Self(content: .parameter(name)) }

  /// The service of a key: a file's `!ref`.
  public static func reference(_ key: String) -> Self { Self(content: .reference(key)) }

  /// The service of a key: a file's `!ref`.
  public static func reference<Service>(_ key: ServiceKey<Service>) -> Self {
    Self(content: .reference(key.name))
  }

  /// The service of a key, or nil if no layer defines it: a file's `!optional`.
  public static func optional(_ key: String) -> Self { Self(content: .optional(key)) }

  /// The service of a key, or nil if no layer defines it: a file's `!optional`.
  public static func optional<Service>(_ key: ServiceKey<Service>) -> Self {
    Self(content: .optional(key.name))
  }

  /// All services with a tag, by priority, then in the order of their definitions: `!tagged`.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - key: For a parameter that takes a dictionary, the attribute of the tag whose text is the key of
  ///     each service; nil for the services' own keys.
  /// - Returns: The services as an argument.
  public static func tagged(_ tag: String, key: String? = nil) -> Self {
    Self(content: .tagged(tag, key: key))
  }

  /// A service without a key, built together with its owner: a file's `!inline`.
  ///
  /// - Parameters:
  ///   - type: A type name of the catalog.
  ///   - arguments: The arguments of its factory, by parameter name.
  /// - Returns: The use of the service as an argument.
  public static func inline(
    _ type: String,
    _ arguments: KeyValuePairs<String, ArgumentValue> = [:]
  ) -> Self {
    Self(content: .inline(type: type, arguments.map { ($0.key, $0.value) }))
  }

  /// In a decorator, the service that it decorates: a file's `!inner`.
  public static var inner: Self { Self(content: .inner) }
}

extension ArgumentValue: LiteralValue, ExpressibleByStringInterpolation {
  package static var null: Self { Self(content: .null) }

  package static func map(literal entries: [(String, ArgumentValue)]) -> Self {
    Self(content: .map(entries.map { ($0.0, $0.1) }))
  }
}

// What `dump`, `print` and debuggers show of it: never a secret.
extension ArgumentValue: SafelyMirrored {
  /// The value, with `[secret]` in place of secrets and of values under the names of credentials.
  var mirrored: KeyValuePairs<String, Any> { ["value": shown] }

  private var shown: Any {
    switch content {
    case .secret: "[secret]"
    case .text(let text): text
    case .list(let elements): elements
    case .map(let entries): entries.map { $0.value.shown(under: $0.key) }
    case .inline(let type, let arguments): (type, arguments.map { $0.value.shown(under: $0.key) })
    case .null, .parameter, .reference, .optional, .tagged, .inner: content
    }
  }

  /// Returns the name and the value to show.
  func shown(under name: String) -> (name: String, value: ArgumentValue) {
    switch content {
    case .text, .list: (name, SecretNames.isSecret(name) ? .secret(self) : self)
    default: (name, self)
    }
  }
}
