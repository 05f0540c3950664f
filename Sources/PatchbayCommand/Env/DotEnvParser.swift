import PatchbayDiagnostics

/// Splits the text of a dotenv file into assignments, and keeps what is wrong with its lines.
///
/// A line is `NAME=VALUE`, with an optional `export `, a comment, or blank. A value in single quotes
/// is literal; one in double quotes has the escapes `\n`, `\r`, `\"`, `\\`, `\$` and `` \` ``; both
/// may continue over lines. Any other value goes on to the end of the line or to a ` #`, without
/// blanks around it. Nothing is expanded.
struct DotEnvParser {
  /// One `NAME=VALUE`.
  struct Assignment {
    /// The offsets of the name.
    var name: Range<Int>
    var value: String
  }

  /// What is wrong in a line.
  struct Fault {
    enum Kind { case noAssignment, spaceAfterName, unclosedQuote, textAfterQuote }
    var kind: Kind
    var range: Range<Int>
  }

  private let bytes: [UInt8]
  private var index: Int
  private(set) var assignments: [Assignment] = []
  private(set) var faults: [Fault] = []
  /// The ranges that must not be shown: all but the names and what is around them.
  private(set) var hidden: [Range<Int>] = []
  private var endOfShown = 0
  /// Whether the last line that is not blank was no assignment: a text that goes on over many lines
  /// without quotes is one fault.
  private var isInFault = false

  /// Parses the bytes of a file, which are valid UTF-8 without NUL.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count { parseLine() }
    hide(to: bytes.count)
  }

  /// Parses one line, or the lines of one value.
  private mutating func parseLine() {
    let start = index
    skipBlanks()
    let first = index
    if isAtEndOfLine || bytes[index] == UInt8(ascii: "#") {
      skipLine()
      return
    }
    skipExport()
    let name = nameRange()
    index = name.upperBound
    let isSeparate = skipBlanks()
    guard !name.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      index = first
      if !isInFault { faults.append(Fault(kind: .noAssignment, range: first..<endOfLine)) }
      isInFault = true
      skipLine()
      return
    }
    isInFault = false
    index += 1
    hide(to: start)
    endOfShown = index
    if isSeparate { faults.append(Fault(kind: .spaceAfterName, range: name)) }
    parseValue(of: name)
  }

  private mutating func hide(to end: Int) {
    if end > endOfShown { hidden.append(endOfShown..<end) }
  }

  private mutating func parseValue(of name: Range<Int>) {
    let start = index
    skipBlanks()
    guard !isAtEndOfLine, [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(bytes[index]) else {
      index = start
      parsePlain(name)
      return
    }
    let quote = bytes[index]
    index += 1
    guard let value = quoted(by: quote) else {
      faults.append(Fault(kind: .unclosedQuote, range: name))
      // What follows may be part of the value.
      index = bytes.count
      return
    }
    assignments.append(Assignment(name: name, value: value))
    let isSeparate = skipBlanks()
    let isComment = isSeparate && index < bytes.count && bytes[index] == UInt8(ascii: "#")
    if !isAtEndOfLine, !isComment { faults.append(Fault(kind: .textAfterQuote, range: name)) }
    skipLine()
  }

  private mutating func parsePlain(_ name: Range<Int>) {
    var value = bytes[index..<endOfLine]
    let comment = value.indices.first { index in
      bytes[index] == UInt8(ascii: "#") && index > value.startIndex && bytes[index - 1].isBlank
    }
    if let comment { value = value[..<comment] }
    while let byte = value.first, byte.isBlank { value.removeFirst() }
    while let byte = value.last, byte.isBlank { value.removeLast() }
    assignments.append(Assignment(name: name, value: String(decoding: value, as: UTF8.self)))
    skipLine()
  }

  /// Reads up to the closing quote; returns nil if there is none.
  private mutating func quoted(by quote: UInt8) -> String? {
    var value: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : nil
      index += 1
      if byte == quote { return String(decoding: value, as: UTF8.self) }
      // A line break is the same in every file.
      if byte == 0x0D, next == 0x0A { continue }
      if quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\"), let next,
        let escaped = Self.escaped(next)
      {
        value.append(escaped)
        index += 1
      } else {
        value.append(byte)
      }
    }
    return nil
  }

  private static func escaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`"): byte
    default: nil
    }
  }
}

// The parts of a line.
extension DotEnvParser {
  private var isAtEndOfLine: Bool { index >= endOfLine }

  /// The offset after the last byte of the line, without its CRLF or LF.
  private var endOfLine: Int {
    let end = bytes[min(index, bytes.count)...].firstIndex(of: 0x0A) ?? bytes.count
    return end > index && bytes[end - 1] == 0x0D ? end - 1 : end
  }

  private mutating func skipLine() {
    index = bytes[min(index, bytes.count)...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  /// Returns whether there was a blank.
  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = index
    while index < bytes.count, bytes[index].isBlank { index += 1 }
    return index > start
  }

  private mutating func skipExport() {
    let start = index
    guard bytes[index...].starts(with: "export".utf8) else { return }
    index += 6
    if !skipBlanks() { index = start }
  }

  private func nameRange() -> Range<Int> {
    var end = index
    while end < bytes.count, VariableName.isPart(bytes[end], isFirst: end == index) { end += 1 }
    return index..<end
  }
}
