extension JSON {
  /// Reads a text; nil if it is no JSON, or nests deeper than any that Patchbay writes.
  package init?(_ text: [UInt8]) {
    var reader = JSONReader(rest: text[...])
    guard let value = reader.value(depth: 0) else { return nil }
    reader.skipSpace()
    guard reader.rest.isEmpty else { return nil }
    self = value
  }
}

/// Reads values from bytes, each from the first one that is not read.
private struct JSONReader {
  var rest: ArraySlice<UInt8>

  /// A value of a configuration nests at most 128 times, and takes two levels each time.
  private static let deepest = 512

  mutating func skipSpace() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }

  mutating func value(depth: Int) -> JSON? {
    skipSpace()
    switch rest.first {
    case UInt8(ascii: "{"):
      return list(until: UInt8(ascii: "}"), depth) { reader in
        reader.skipSpace()
        guard let name = reader.text(), reader.take(":"), let value = reader.value(depth: depth + 1)
        else { return nil }
        return JSON.Member(name, value)
      }.map(JSON.object)
    case UInt8(ascii: "["):
      return list(until: UInt8(ascii: "]"), depth) { $0.value(depth: depth + 1) }
        .map(JSON.array)
    case UInt8(ascii: "\""): return text().map { .text(ExactText($0)) }
    default:
      let word = rest.prefix { $0 > 0x20 && !",]}".utf8.contains($0) }
      rest = rest[word.endIndex...]
      switch String(decoding: word, as: UTF8.self) {
      case "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      case let digits where digits.utf8.allSatisfy("+-.0123456789eE".utf8.contains):
        if let number = Int(digits) { return .number(number) }
        return Double(digits) == nil ? nil : .decimal(ExactText(digits))
      default: return nil
      }
    }
  }

  /// Reads what is separated by commas between two brackets.
  private mutating func list<Element>(
    until end: UInt8, _ depth: Int, _ element: (inout Self) -> Element?
  ) -> [Element]? {
    guard depth < Self.deepest else { return nil }
    rest.removeFirst()
    var elements: [Element] = []
    if take(end) { return [] }
    repeat {
      guard let next = element(&self) else { return nil }
      elements.append(next)
    } while take(",")
    return take(end) ? elements : nil
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool { take(UInt8(ascii: mark)) }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a text in quotes.
  private mutating func text() -> String? {
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    rest.removeFirst()
    let plain = rest.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    rest = rest[plain.endIndex...]
    if rest.first == UInt8(ascii: "\"") {
      rest.removeFirst()
      return String(decoding: plain, as: UTF8.self)
    }
    // Escapes are UTF-16, in which a character beyond the first 65,536 is two of them.
    var units = Array(String(decoding: plain, as: UTF8.self).utf16)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: units, as: UTF16.self) }
      if byte == UInt8(ascii: "\\") {
        guard let unit = escaped() else { return nil }
        units.append(unit)
      } else {
        let more = rest.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        rest = rest[more.endIndex...]
        units += Array(String(decoding: [byte] + more, as: UTF8.self).utf16)
      }
    }
    return nil
  }

  /// Reads what follows a backslash.
  private mutating func escaped() -> UInt16? {
    guard let letter = rest.popFirst() else { return nil }
    switch letter {
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "u"):
      let digits = String(decoding: rest.prefix(4), as: UTF8.self)
      rest = rest.dropFirst(4)
      return digits.utf8.count == 4 && digits.first != "+" ? UInt16(digits, radix: 16) : nil
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(letter)
    default: return nil
    }
  }
}
