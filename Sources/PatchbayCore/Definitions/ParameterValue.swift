/// A configuration value that a program sets.
///
/// ```swift
/// let plan = try configuration.plan(
///   parameters: ["http.port": 0, "mail": ["from": "test@example.com", "copies": []]],
///   for: .app
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

extension ParameterValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// Creates a number.
  public init(integerLiteral number: Int) { self = .text("\(number)") }
  /// Creates a floating-point number.
  public init(floatLiteral number: Double) { self = .text("\(number)") }
  /// Creates a Boolean.
  public init(booleanLiteral flag: Bool) { self = .text("\(flag)") }
  /// Creates a list.
  public init(arrayLiteral elements: ParameterValue...) { self = .list(elements) }
  /// Creates a map.
  public init(dictionaryLiteral entries: (String, ParameterValue)...) {
    self = .map(Dictionary(entries, uniquingKeysWith: { $1 }))
  }
  /// Creates a null value.
  public init(nilLiteral: ()) { self = .null }
}
