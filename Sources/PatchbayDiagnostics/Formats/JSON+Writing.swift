extension JSON {
  /// The value on one line, in ASCII: everything else is escaped, so that no reader can misinterpret it.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The members of an object, each on a line, and each element of a list of objects or lists on one, too.
  package var lines: String {
    var bytes = Array("{".utf8)
    for (index, member) in members.enumerated() {
      if index > 0 { bytes += ",\n ".utf8 }
      Self.write(member.name.text, to: &bytes)
      bytes += ": ".utf8
      member.value.writeLines(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private func writeLines(to bytes: inout [UInt8]) {
    let isList = elements.contains { element in
      switch element {
      case .array, .object: true
      default: false
      }
    }
    guard isList else { return write(to: &bytes) }
    for (index, element) in elements.enumerated() {
      bytes += (index == 0 ? "[\n  " : ",\n  ").utf8
      element.write(to: &bytes)
    }
    bytes += "\n ]".utf8
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let number): bytes += String(number).utf8
    case .decimal(let digits): bytes += digits.text.utf8
    case .text(let text): Self.write(text.text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        Self.write(member.name.text, to: &bytes)
        bytes += ": ".utf8
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // Nearly every text, and the names of all members, need no escape.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      bytes += text.utf8
    } else {
      for unit in text.utf16 {
        switch unit {
        case 0x22: bytes += "\\\"".utf8
        case 0x5C: bytes += "\\\\".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x20..<0x7F: bytes.append(UInt8(unit))
        default: bytes += "\\u\(unit.hexadecimal(digits: 4))".utf8
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
