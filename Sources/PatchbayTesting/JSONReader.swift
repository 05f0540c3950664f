/// Reads a JSON text.
struct JSONReader {
  /// What is wrong with a text, and where: from 1.
  struct Mistake: Error, CustomStringConvertible {
    let line: Int
    let description: String
  }

  private let bytes: [UInt8]
  private var position = 0
  /// Deeper texts would exhaust the stack.
  private static let mostLevels = 500

  /// Returns the value of a text.
  static func value(of bytes: [UInt8]) throws(Mistake) -> JSONValue {
    var reader = JSONReader(bytes: bytes)
    let value = try reader.value(level: 0)
    reader.skipSpaces()
    guard reader.position == bytes.count else { throw reader.mistake("text after the value") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private func mistake(_ text: String) -> Mistake {
    Mistake(
      line: bytes[..<position].count { $0 == UInt8(ascii: "\n") } + 1, description: text)
  }

  private mutating func skipSpaces() {
    while byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard UInt32(byte) == character.value else { return false }
    position += 1
    return true
  }

  private mutating func value(level: Int) throws(Mistake) -> JSONValue {
    guard level < Self.mostLevels else { throw mistake("too many levels") }
    skipSpaces()
    switch byte {
    case UInt8(ascii: "{"): return try object(level)
    case UInt8(ascii: "["): return try array(level)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(_ level: Int) throws(Mistake) -> JSONValue {
    position += 1
    var members: [String: JSONValue] = [:]
    if skip("}") { return .object(members) }
    repeat {
      skipSpaces()
      guard byte == UInt8(ascii: "\"") else { throw mistake("a name was expected") }
      let name = try string()
      guard skip(":") else { throw mistake("`:` was expected") }
      members[name] = try value(level: level + 1)
    } while skip(",")
    guard skip("}") else { throw mistake("`,` or `}` was expected") }
    return .object(members)
  }

  private mutating func array(_ level: Int) throws(Mistake) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    if skip("]") { return .array(elements) }
    repeat { elements.append(try value(level: level + 1)) } while skip(",")
    guard skip("]") else { throw mistake("`,` or `]` was expected") }
    return .array(elements)
  }

  private mutating func word(_ text: String, _ value: JSONValue) throws(Mistake) -> JSONValue {
    guard bytes[position...].starts(with: text.utf8) else { throw mistake("a value was expected") }
    position += text.utf8.count
    return value
  }

  private mutating func number() throws(Mistake) -> JSONValue {
    let start = position
    while "+-.eE0123456789".utf8.contains(byte) { position += 1 }
    guard position > start else { throw mistake("a value was expected") }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func string() throws(Mistake) -> String {
    position += 1
    var units: [UInt16] = []
    var start = position
    func plain(_ end: Int) -> String.UTF16View {
      String(decoding: bytes[start..<end], as: UTF8.self).utf16
    }
    while position < bytes.count, byte >= 0x20 {
      if byte == UInt8(ascii: "\"") {
        units += plain(position)
        position += 1
        return String(decoding: units, as: UTF16.self)
      }
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      units += plain(position)
      position += 1
      units.append(try escape())
      start = position
    }
    throw mistake("a string has no end")
  }

  private mutating func escape() throws(Mistake) -> UInt16 {
    let escaped = byte
    position += 1
    switch escaped {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(escaped)
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "u") where position + 4 <= bytes.count:
      let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
      guard let unit = UInt16(digits, radix: 16) else { throw mistake("four digits were expected") }
      position += 4
      return unit
    default: throw mistake("an unknown escape")
    }
  }
}
