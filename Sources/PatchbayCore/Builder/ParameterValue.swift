/// A configuration value that a program hands in.
///
/// ```swift
/// let plan = try configuration.plan(
///   parameters: ["http.port": 0, "mail": ["from": "test@example.com", "copies": []]],
///   for: .app
/// )
/// ```
///
/// Its texts are data: `$(…)` in them is not expanded. What stands under a name such as `password` is
/// a secret.
public indirect enum ParameterValue: Sendable, Hashable {
  /// Nothing, as YAML's `null`.
  case null
  /// A text, from which numbers and other values are decoded.
  case text(String)
  /// Values in an order.
  case list([ParameterValue])
  /// Values by key.
  case map([String: ParameterValue])
}

extension ParameterValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int) { self = .text("\(number)") }
  public init(floatLiteral number: Double) { self = .text("\(number)") }
  public init(booleanLiteral flag: Bool) { self = .text("\(flag)") }
  public init(arrayLiteral elements: ParameterValue...) { self = .list(elements) }
  public init(dictionaryLiteral entries: (String, ParameterValue)...) {
    self = .map(Dictionary(entries, uniquingKeysWith: { $1 }))
  }
  public init(nilLiteral: ()) { self = .null }
}
