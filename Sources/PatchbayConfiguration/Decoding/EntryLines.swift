import PatchbayDiagnostics
import PatchbayYAML

/// The lines of an entry that begins a line.
struct EntryLines {
  let file: SourceFile
  /// The spaces before the entry.
  let indentation: Int
  private let lines: ClosedRange<Int>

  /// The most lines that a fix-it changes; more are for a person.
  static let most = 500

  /// The line of a key; nil where it does not begin it.
  init?(of key: YAMLNode) { self.init(key, through: key) }

  /// An entry with its value.
  init?(_ member: Member) { self.init(member.key, through: member.value) }

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

  /// The starts of the lines that hold something, with their spaces.
  private var starts: [(offset: Int, spaces: Int)] {
    lines.compactMap { number in
      let line = file.bytes[file.lineRange(number)]
      let spaces = line.prefix { $0 == 0x20 }.count
      return spaces == line.count ? nil : (line.startIndex, spaces)
    }
  }

  func indented(by spaces: Int) -> [TextEdit] {
    starts.map { start in
      .init(
        SourceSpan(file, start.offset..<start.offset), String(repeating: " ", count: spaces))
    }
  }

  /// Nil where a line has fewer spaces than have to go.
  func outdented(by spaces: Int) -> [TextEdit]? {
    guard spaces > 0, starts.allSatisfy({ $0.spaces >= spaces }) else { return nil }
    return starts.map { .init(SourceSpan(file, $0.offset..<$0.offset + spaces), "") }
  }

  /// How the first line ends.
  var lineBreak: String {
    let end = file.lineRange(lines.lowerBound).upperBound
    return file.bytes[end...].starts(with: [0x0D, 0x0A]) ? "\r\n" : "\n"
  }
}
