/// How a declared type is written in a configuration, as data: what a schema can say of its values.
///
/// No code of the program runs for it but the list of an enum's cases.
package indirect enum ValueShape: Sendable, Equatable {
  /// Any text.
  case text
  case flag
  case number
  case duration
  /// A whole number; nil bounds are those of a type whose numbers have more digits than JSON keeps.
  case integer(minimum: Int?, maximum: Int?)
  /// The texts of an enum's cases. If it is not closed, they have further spellings.
  case cases([String], isClosed: Bool)
  /// A text with rules of the type's own, as the end of "must be …".
  case readable(String)
  case list(ValueShape)
  /// A map; the keys are nil if any text is one.
  case map(keys: [String]?, ValueShape)
  /// What only the type itself can tell.
  case unknown

  init(_ type: any Decodable.Type) {
    if let parts = type as? any PartwiseDecodable.Type {
      self = Self.container(parts)
    } else {
      self = TextReader(type)?.shape ?? .unknown
    }
  }

  static func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> ValueShape {
    // Many readers of JSON keep 53 bits of a number.
    let isExact = type.bitWidth <= 32
    return .integer(
      minimum: isExact || !type.isSigned ? Int(exactly: type.min) : nil,
      maximum: isExact ? Int(exactly: type.max) : nil)
  }

  private static func container(_ type: any PartwiseDecodable.Type) -> ValueShape {
    guard let part = type.part else { return .unknown }
    if type.isList { return .list(ValueShape(part)) }
    let keys = type.key.flatMap { TextReader($0) }.flatMap { $0.isClosed ? $0.cases : nil }
    return .map(keys: keys, ValueShape(part))
  }
}
