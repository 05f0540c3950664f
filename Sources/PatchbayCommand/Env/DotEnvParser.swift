import PatchbayDiagnostics

/// Splits the text of a dotenv file into assignments, and keeps what is wrong with its lines.
///
/// A line is `NAME=VALUE`, with an optional `export `, a comment, or blank. A value in single quotes
/// is literal; one in double quotes has the escapes `\n`, `\r`, `\"`, `\\`, `\$` and `` \` ``; both
/// may continue over lines. Any other value goes on to the end of the line or to a ` #`, without
/// blanks around it. Nothing is expanded.
struct DotEnvParser {
  private let file: SourceFile
  private let bytes: [UInt8]
  private var index: Int
  private(set) var assignments: [DotEnvFile.Assignment] = []
  /// What is wrong with lines, for the first of them.
  private(set) var diagnostics: [Diagnostic] = []
  /// The ranges that must not be shown: all but the names and what is around them.
  private(set) var hidden: [Range<Int>] = []
  private var endOfShown = 0
  /// Whether the last quote is closed; otherwise, the file may set more variables.
  private(set) var isComplete = true
  /// Whether the last line that is not blank was no assignment: a text that goes on over many lines
  /// without quotes is one fault.
  private var isInFault = false

  /// Parses a file, whose bytes are valid UTF-8 without NUL.
  init(_ file: SourceFile) {
    self.file = file
    bytes = file.bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count { parseLine() }
    hide(to: bytes.count)
  }

  private mutating func report(
    _ message: String, at range: Range<Int>, _ label: String, note: String? = nil,
    fix: String? = nil
  ) {
    guard diagnostics.count < DotEnvFile.mostReports else { return }
    var diagnostic = Diagnostic(.dotenvSyntax, message, at: SourceSpan(file, range), label)
    if let note { diagnostic = diagnostic.note(note) }
    if let fix { diagnostic = diagnostic.fix(fix) }
    diagnostics.append(diagnostic)
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
      if !isInFault {
        report(
          "this line sets no variable", at: first..<endOfLine, "not `NAME=…`",
          note: "a name has letters, digits, `_`, `.` and `-`, and begins with a letter or `_`",
          fix: "a value of several lines needs quotes: `NAME=\"…\"`")
      }
      isInFault = true
      skipLine()
      return
    }
    isInFault = false
    index += 1
    hide(to: start)
    endOfShown = index
    if isSeparate {
      report(
        "there is a space before the `=`", at: name, "expected `=` after the name",
        fix: "remove the space: a shell would run the name as a command")
    }
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
      report(
        "the quote of this value is never closed", at: name, "its value goes on to the end",
        note: "the rest of the file is not read")
      isComplete = false
      // What follows may be part of the value.
      index = bytes.count
      return
    }
    assign(value, to: name)
    let isSeparate = skipBlanks()
    let isComment = isSeparate && index < bytes.count && bytes[index] == UInt8(ascii: "#")
    if !isAtEndOfLine, !isComment {
      report(
        "there is text after the closing quote", at: name, "in the value of this variable",
        fix: "put all of it in one pair of quotes; a comment needs a space before its `#`")
    }
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
    assign(String(decoding: value, as: UTF8.self), to: name)
    skipLine()
  }

  private mutating func assign(_ value: String, to name: Range<Int>) {
    assignments.append(
      .init(
        name: String(decoding: bytes[name], as: UTF8.self), value: value,
        span: SourceSpan(file, name)))
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
