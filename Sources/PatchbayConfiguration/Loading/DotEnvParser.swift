import PatchbayDiagnostics

/// Splits the text of a dotenv file into assignments, and keeps what is wrong with its lines.
///
/// A line is `NAME=VALUE`, with an optional `export `, a comment, or blank. A value in single quotes
/// is literal; one in double quotes has the escapes `\n`, `\r`, `\"`, `\\`, `\$` and `` \` ``; both
/// may continue over lines. Any other value goes on to the end of the line or to a ` #`, without
/// blanks around it. Nothing is expanded. What other readers of such files take for something else,
/// such as `A=b"c"` or `A=${B}`, is an error: the file has one meaning, or none.
struct DotEnvParser {
  private typealias Part = ArraySlice<UInt8>

  private let file: SourceFile
  private let bytes: [UInt8]
  /// The offset of the line that is parsed next.
  private var next: Int
  private(set) var assignments: [DotEnvFile.Assignment] = []
  /// What is wrong with lines, for the first of them.
  private(set) var diagnostics: [Diagnostic] = []
  /// The ranges that may be shown: the names and what is around them.
  private var shown: [Range<Int>] = []
  /// Whether the last quote is closed; otherwise, the file may set more variables.
  private(set) var isComplete = true
  /// Whether the last line that is not blank was no assignment: a text that goes on over many lines
  /// without quotes is one fault.
  private var isInFault = false

  /// Parses a file, whose bytes are valid UTF-8 without NUL.
  init(_ file: SourceFile) {
    self.file = file
    bytes = file.bytes
    next = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while next < bytes.count { parseLine() }
  }

  /// The ranges that must not be shown.
  var hidden: [Range<Int>] {
    zip([0] + shown.map(\.upperBound), shown.map(\.lowerBound) + [bytes.count]).map { $0..<$1 }
  }

  private mutating func report(
    _ message: String, at part: Part, _ label: String, note: String? = nil, fix: String? = nil
  ) {
    guard diagnostics.count < DotEnvFile.mostReports else { return }
    var diagnostic = Diagnostic(.dotenvSyntax, message, at: SourceSpan(file, part.range), label)
    if let note { diagnostic = diagnostic.note(note) }
    if let fix { diagnostic = diagnostic.fix(fix) }
    diagnostics.append(diagnostic)
  }

  /// Parses one line, or the lines of one value.
  private mutating func parseLine() {
    let start = next
    let line = takeLine(from: start).withoutBlanks
    if line.isEmpty || line.first == UInt8(ascii: "#") { return }
    let name = Self.name(in: line)
    let assignment = line[name.endIndex...].withoutBlanks
    let isColon = assignment.first == UInt8(ascii: ":") && Self.isVariable(name)
    guard !name.isEmpty, assignment.first == UInt8(ascii: "=") || isColon && !isInFault else {
      if !isInFault {
        report(
          "this line sets no variable", at: line, "not `NAME=…`",
          note: "a name has letters, digits, `_`, `.` and `-`, and begins with a letter or `_`",
          fix: Self.meaning(of: line))
      }
      isInFault = true
      return
    }
    isInFault = false
    if isColon {
      report(
        "a variable is set with `=`, and not with `:`", at: name, "expected `=` after the name",
        fix: "write `\(String(decoding: name, as: UTF8.self))=…`")
    } else if assignment.startIndex > name.endIndex {
      report(
        "there is a space before the `=`", at: name, "expected `=` after the name",
        fix: "remove the space: a shell would run the name as a command")
    }
    let value = assignment.dropFirst()
    shown.append(start..<value.startIndex)
    let text = value.withoutBlanks
    let isQuoted = text.first == UInt8(ascii: "'") || text.first == UInt8(ascii: "\"")
    guard var result = isQuoted ? quoted(text, name) : Self.plain(value) else { return }
    if !isQuoted, let inner = TypographicQuotes.inside(result) {
      report(
        "typographic quotes are a part of the value", at: name, "in the value of this variable",
        fix: "write straight quotes: `\"` or `'`")
      result = bytes[inner]
    }
    let written = isQuoted ? bytes[text.startIndex..<min(next, bytes.count)] : value
    if let (message, fix) = Self.ambiguity(of: written) {
      report(message, at: name, "in the value of this variable", fix: fix)
    }
    assignments.append(
      .init(
        name: String(decoding: name, as: UTF8.self), value: String(decoding: result, as: UTF8.self),
        span: SourceSpan(file, name.range)))
  }

  /// Returns the rest of a line, without its CRLF or LF; the line after it is next.
  private mutating func takeLine(from start: Int) -> Part {
    let line = bytes[start...].prefix { $0 != 0x0A }
    next = line.endIndex + 1
    return line.last == 0x0D ? line.dropLast() : line
  }

  /// Returns the value in the quotes at the beginning of a text, which may go on over lines; reports
  /// what is wrong with them.
  private mutating func quoted(_ text: Part, _ name: Part) -> Part? {
    guard let (value, end) = Self.unquoted(bytes[text.startIndex...]) else {
      report(
        "the quote of this value is never closed", at: name, "its value continues to the end",
        note: "the rest of the file is not read")
      isComplete = false
      // What follows may be part of the value.
      next = bytes.count
      return nil
    }
    let rest = takeLine(from: end)
    let more = rest.withoutBlanks
    let isComment = more.startIndex > end && more.first == UInt8(ascii: "#")
    if !more.isEmpty, !isComment {
      // `"…"#comment` behind several lines is a comment without its space.
      if value.contains(0x0A), more.first != UInt8(ascii: "#") {
        report(
          "the quote of this value is not closed on its line", at: name,
          "its value continues to the next quote",
          fix: "close it; where the value has several lines, write `\\` before a quote inside it")
        // The value may have taken other variables.
        isComplete = false
        return nil
      }
      report(
        "there is text after the closing quote", at: name, "in the value of this variable",
        fix: "put all of it in one pair of quotes; a comment needs a space before its `#`")
    }
    return value[...]
  }
}

// The parts of a line.
extension DotEnvParser {
  /// Returns the name at the beginning of a line, after an optional `export `; empty if there is none.
  private static func name(in line: Part) -> Part {
    let behind = line.dropFirst(6)
    let isExported = line.starts(with: "export".utf8) && behind.first?.isBlank == true
    let name = (isExported ? behind.withoutBlanks : line).prefix(while: \.isKeyCharacter)
    return name.first.map { "0123456789.-".utf8.contains($0) } == true ? name.prefix(0) : name
  }

  /// Returns a value without quotes: up to a comment, without blanks around it.
  private static func plain(_ value: Part) -> Part {
    let comment = value.indices.dropFirst().first {
      value[$0] == UInt8(ascii: "#") && value[$0 - 1].isBlank
    }
    var text = value[..<(comment ?? value.endIndex)].withoutBlanks
    while text.last?.isBlank == true { text.removeLast() }
    return text
  }

  /// Whether a name is spelled like that of an environment variable: what precedes a colon in another text,
  /// such as a key in several lines, must not be shown.
  private static func isVariable(_ name: Part) -> Bool {
    name.allSatisfy { $0.isCapital || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  /// What a line that sets no variable is in another format, by how it begins; nothing of it is shown.
  private static func meaning(of line: Part) -> String {
    switch line.first {
    case UInt8(ascii: ";"): "a comment begins with `#`"
    case UInt8(ascii: "["): "remove it: a file of variables has no sections"
    case _ where line.starts(with: "set ".utf8): "leave `set` out: `NAME=…`"
    default:
      "write `NAME=…`, with quotes where the value has several lines; a variable that the process has needs no line"
    }
  }

  /// Returns what readers of such files do not agree on in a value as it is written, with what to write
  /// instead; nil if all agree.
  private static func ambiguity(of written: Part) -> (message: String, fix: String)? {
    let text = written.withoutBlanks
    let quoted = "put the whole value in single quotes: `NAME='…'`"
    switch text.first {
    case UInt8(ascii: "'"): return nil
    case UInt8(ascii: "\""): break
    case UInt8(ascii: "`"): return ("a backtick is no quote in a file of variables", quoted)
    case UInt8(ascii: "#")
    where text.startIndex == written.startIndex && text.dropFirst().first?.isBlank == true:
      return (
        "`#` directly after `=` begins no comment",
        "write `NAME= # …` for an empty value with a comment, and `NAME='# …'` for this text"
      )
    default:
      if holdsQuotes(written) { return ("a quote in the middle of a value quotes nothing", quoted) }
    }
    let isQuoted = text.first == UInt8(ascii: "\"")
    guard holdsReference(isQuoted ? text : plain(written)) else { return nil }
    return (
      "`${…}` is not replaced in a file of variables",
      "write the whole value; if this text is meant, put it in single quotes"
    )
  }

  /// Whether a value without quotes around it has some inside, `b"c d"`, or one that is open at a comment,
  /// `{"a #b"}`; one alone, as in `it's`, is none.
  private static func holdsQuotes(_ value: Part) -> Bool {
    let isCut = plain(value).endIndex < value.endIndex
    return [UInt8(ascii: "\""), UInt8(ascii: "'")].contains { quote in
      let count = plain(value).count { $0 == quote }
      return count > 1 || count == 1 && isCut && value[plain(value).endIndex...].contains(quote)
    }
  }

  /// Whether a value has a `${NAME`, which other readers of such files replace.
  private static func holdsReference(_ value: Part) -> Bool {
    value.indices.contains { index in
      value[index...].starts(with: "${".utf8)
        && (index == value.startIndex || !"\\$".utf8.contains(value[index - 1]))
        && value.dropFirst(index - value.startIndex + 2).first?.isKeyCharacter == true
    }
  }

  /// Returns the value in the quotes at the beginning of a text, and the offset after them; nil if they
  /// are not closed.
  private static func unquoted(_ text: Part) -> (value: [UInt8], end: Int)? {
    guard let quote = text.first else { return nil }
    var value: [UInt8] = []
    var rest = text.dropFirst()
    while let byte = rest.popFirst() {
      if byte == quote { return (value, rest.startIndex) }
      // A line break is the same in every file.
      if byte == 0x0D, rest.first == 0x0A { continue }
      let escaped =
        byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
        ? rest.first.flatMap(Self.escaped) : nil
      if escaped != nil { rest.removeFirst() }
      value.append(escaped ?? byte)
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

extension ArraySlice<UInt8> {
  fileprivate var range: Range<Int> { startIndex..<endIndex }

  /// The bytes after the blanks at the beginning.
  fileprivate var withoutBlanks: Self { drop(while: \.isBlank) }
}
