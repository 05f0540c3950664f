public import PatchbayDiagnostics

/// The parameters of a container: configured values that are no services.
///
/// Parameters can be read, and not changed. A factory reads them through its ``Resolver``.
public struct ContainerParameters: Sendable {
  private let lookup: ParameterLookup

  init(_ lookup: ParameterLookup) { self.lookup = lookup }

  /// The value of a parameter, or nil if no layer sets it or it cannot be evaluated.
  ///
  /// - Parameter name: A name with dots, such as `mail.from`. The name of a map returns the whole
  ///   map.
  public subscript(name: String) -> ParameterValue? {
    lookup.evaluate(name, .file("")).value.flatMap { ParameterValue($0) }
  }

  /// Reads a parameter as a type, by the rules of a factory's `.value`.
  ///
  /// - Parameters:
  ///   - name: A name with dots, such as `mail.from`.
  ///   - type: The type to read the value as.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The decoded value.
  /// - Throws: ``DiagnosticsError`` with `unknown-parameter` or `argument-type`, or with the reason
  ///   why the parameter cannot be evaluated.
  public func value<Value: Decodable & Sendable>(
    _ name: String, as type: Value.Type = Value.self,
    fileID: String = #fileID, line: Int = #line
  ) throws(DiagnosticsError) -> Value {
    let place = SourcePlace.swift(SwiftLocation(fileID: fileID, line: line))
    let answer = lookup.evaluate(name, place)
    guard let value = answer.value else {
      if var error = DiagnosticsError(answer.reported) {
        error.isOfRequest = true
        throw error
      }
      throw Diagnostic(.unknownParameter, "`\(name)` has no value", at: place).asError()
    }
    do throws(ValueMismatch) {
      return try decodeValue(type, from: value)
    } catch {
      throw Diagnostic(
        .argumentType, error.message(of: "the parameter `\(name)`", whole: value), at: place,
        "asked for as `\(TypeName(type))`"
      )
      .label(error.unknownKey?.place ?? error.value.place, "set here")
      .asError()
    }
  }
}

extension ServiceResolving {
  /// The parameters of the container that resolves the request.
  ///
  /// ```swift
  /// Provide(.pool) { resolver in
  ///   ConnectionPool(size: try resolver.parameters.value("pool.size"))
  /// }
  /// ```
  ///
  /// - Throws: ``DiagnosticsError`` with `container-shut-down` if the container no longer exists.
  public var parameters: ContainerParameters {
    get throws(DiagnosticsError) { try context.container.parameters }
  }
}

extension ParameterValue {
  /// Converts a configured value to one that a program passes; returns nil if it is faulty.
  init?(_ value: ConfigurationValue) {
    switch value.content {
    case .null: self = .null
    case .scalar(let scalar): self = .text(scalar.text)
    case .list(let elements): self = .list(elements.compactMap { ParameterValue($0) })
    case .map(let entries):
      self = .map(
        Dictionary(
          last: entries.compactMap { entry in ParameterValue(entry.value).map { (entry.key, $0) } })
      )
    case .unknown, .service, .faulty: return nil
    }
  }
}

/// The parameters of a configuration, evaluated on demand.
package struct ParameterLookup: Sendable {
  /// A parameter's value; nil if the reason was reported.
  package typealias Answer = (value: ConfigurationValue?, reported: [Diagnostic])

  /// Evaluates a parameter that is used at a place.
  let evaluate: @Sendable (_ name: String, _ place: SourcePlace) -> Answer

  package init(_ evaluate: @escaping @Sendable (String, SourcePlace) -> Answer) {
    self.evaluate = evaluate
  }

  /// Creates a lookup without parameters.
  init() {
    evaluate = { name, place in
      (
        nil,
        [Diagnostic(.unknownParameter, "no parameter is named `\(name)`", at: place, "used here")]
      )
    }
  }
}

/// A configuration value that a program sets.
///
/// ```swift
/// let plan = try configuration.plan(
///   parameters: ["http.port": 0, "mail": ["from": "test@example.com", "copies": []]],
///   catalog: .app
/// )
/// ```
///
/// Its texts are data: `$(…)` in them is not expanded. A value under a name such as `password` is
/// secret.
public indirect enum ParameterValue: Sendable, Hashable {
  /// No value, like YAML's `null`.
  case null
  /// A text, from which numbers and other scalars are decoded.
  case text(String)
  /// An ordered list of values.
  case list([ParameterValue])
  /// Values by key.
  case map([String: ParameterValue])
}

extension ParameterValue: LiteralValue {
  package static func map(literal entries: [(String, ParameterValue)]) -> Self {
    .map(Dictionary(entries, uniquingKeysWith: { $1 }))
  }
}

/// A value that literals of Swift can write: texts, numbers, lists, maps, `nil`.
package protocol LiteralValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  static var null: Self { get }
  static func text(_ text: String) -> Self
  static func list(_ elements: [Self]) -> Self
  static func map(literal entries: [(String, Self)]) -> Self
}

extension LiteralValue {
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// Creates a number.
  public init(integerLiteral number: Int) { self = .text("\(number)") }
  /// Creates a floating-point number.
  public init(floatLiteral number: Double) { self = .text("\(number)") }
  /// Creates a Boolean.
  public init(booleanLiteral flag: Bool) { self = .text("\(flag)") }
  /// Creates a list.
  public init(arrayLiteral elements: Self...) { self = .list(elements) }
  /// Creates a map.
  public init(dictionaryLiteral entries: (String, Self)...) { self = .map(literal: entries) }
  /// Creates a null value.
  public init(nilLiteral: ()) { self = .null }
}
