import PatchbayDiagnostics
import PatchbayYAML

extension YAMLNode {
  /// Whether it is a map in braces, as in `{ a: 1 }`: commas and the closing brace share lines with
  /// its entries, so that no entry can be moved by its lines.
  var isInBraces: Bool {
    let range = contentSpan.range
    return kind == .mapping && !range.isEmpty
      && span.file.bytes[range.lowerBound] == UInt8(ascii: "{")
  }
}

/// The lines of an entry whose key is the first text of its line.
struct EntryLines {
  let file: SourceFile
  /// The spaces before the entry.
  let indentation: Int
  private let lines: ClosedRange<Int>

  /// The largest number of lines that a fix changes.
  static let most = 500

  /// Creates the line of a key; nil if other text is before it.
  init?(of key: YAMLNode) { self.init(key, through: key) }

  /// Creates the lines of an entry with its value; nil if other text is before it.
  init?(_ member: Member) { self.init(member.key, through: member.value) }

  /// Returns the lines of each entry; nil if other text is before one of them.
  static func all(of members: [Member]) -> [EntryLines]? {
    let all = members.compactMap { EntryLines($0) }
    return all.count == members.count ? all : nil
  }

  private init?(_ key: YAMLNode, through value: YAMLNode) {
    let span = key.span
    let end = max(span.range.lowerBound, value.span.range.upperBound - 1)
    let first = span.start.line
    let start = span.file.lineRange(first).lowerBound
    guard value.span.file == span.file, end >= span.range.lowerBound,
      span.file.bytes[start..<span.range.lowerBound].allSatisfy({ $0 == 0x20 })
    else { return nil }
    let last = span.file.lineColumn(at: end).line
    guard last - first < Self.most else { return nil }
    file = span.file
    indentation = span.range.lowerBound - start
    lines = first...last
  }

  /// The offsets of the lines that are not blank, and their numbers of leading spaces.
  private var starts: [(offset: Int, spaces: Int)] {
    lines.compactMap { number in
      let line = file.bytes[file.lineRange(number)]
      let spaces = line.prefix { $0 == 0x20 }.count
      return spaces == line.count ? nil : (line.startIndex, spaces)
    }
  }

  /// Returns the edits that add spaces to each line.
  func indented(by spaces: Int) -> [TextEdit] {
    starts.map { start in
      .init(
        SourceSpan(file, start.offset..<start.offset), String(repeating: " ", count: spaces))
    }
  }

  /// Returns the edits that remove spaces from each line; nil if a line has fewer spaces.
  func outdented(by spaces: Int) -> [TextEdit]? {
    guard spaces > 0, starts.allSatisfy({ $0.spaces >= spaces }) else { return nil }
    return starts.map { .init(SourceSpan(file, $0.offset..<$0.offset + spaces), "") }
  }

  /// The line break of the first line.
  var lineBreak: String {
    let end = file.lineRange(lines.lowerBound).upperBound
    return file.bytes[end...].starts(with: [0x0D, 0x0A]) ? "\r\n" : "\n"
  }
}
