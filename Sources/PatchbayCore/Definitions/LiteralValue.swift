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
