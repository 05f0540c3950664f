import Synchronization

/// A loaded text, kept as a whole so that diagnostics can show its lines.
///
/// Offsets into a file are UTF-8 offsets from its first byte, including a byte order mark. Files
/// are immutable and may be shared between threads. Two files are equal if their names, bytes and
/// Swift locations are.
public final class SourceFile: Sendable {
  /// The displayed name: the path as the user wrote it, or the Swift place of an inline text.
  public let name: String

  /// The place in Swift source, for a text that is not a file.
  public let swiftLocation: SwiftLocation?

  /// The file's bytes, as read.
  package let bytes: [UInt8]

  /// The path of the file; nil for a text of the program, which no tool may change.
  public let path: String?

  /// The import that the file was read for, which errors in it name; nil for a file that the program names.
  let importedAt: SourceSpan?

  /// What a parser found, which is the last that is known of a file: its own diagnostics refer to it.
  private let marks = AtomicLazyReference<Marks>()

  /// The ranges that are secret by their marks: every scalar marked `!secret`, sorted and disjoint.
  package var redactions: [Range<Int>] { marks.load()?.redactions ?? [] }

  /// What was found to be secret later; see ``hide(_:)``.
  private let hidden = AtomicLazyReference<HiddenRanges>()

  /// The ranges that aliases repeat elsewhere, sorted and disjoint: a change there takes effect in
  /// several places.
  var repeated: [Range<Int>] { marks.load()?.repeated ?? [] }

  /// Found when a line is asked for: a load without a message asks for none, and would take 1 % longer
  /// and four bytes a line.
  private let foundLines = AtomicLazyReference<SourceLines>()

  var lines: SourceLines { foundLines.load() ?? foundLines.storeIfNil(SourceLines(bytes)) }

  /// Creates a file from bytes in memory.
  ///
  /// - Parameters:
  ///   - name: The name in messages.
  ///   - bytes: The text in UTF-8. Invalid sequences are shown as U+FFFD.
  ///   - swiftLocation: The location of the text in Swift source, for inline texts.
  ///   - path: The path that the text was read from; nil for a text of the program.
  ///   - importedAt: The import that the file is read for.
  ///   - redactions: UTF-8 offset ranges that must never be shown, sorted and disjoint.
  ///   - repeated: UTF-8 offset ranges that aliases repeat.
  package init(
    name: String,
    bytes: [UInt8],
    swiftLocation: SwiftLocation? = nil,
    path: String? = nil,
    importedAt: SourceSpan? = nil,
    redactions: [Range<Int>] = [],
    repeated: [Range<Int>] = []
  ) {
    self.name = name
    self.bytes = bytes
    self.swiftLocation = swiftLocation
    self.path = path
    self.importedAt = importedAt
    mark(redactions: redactions, repeated: repeated)
  }

  /// The place of the text as a whole, for an error that cannot show a part of it.
  package var wholePlace: SourcePlace { swiftLocation.map { .swift($0) } ?? .file(name) }

  /// Returns a place in the text.
  package func place(_ range: Range<Int>) -> SourcePlace { .span(SourceSpan(self, range)) }

  /// Keeps what a parser has found in the text, at its end; the first call counts.
  package func mark(redactions: [Range<Int>], repeated: [Range<Int>]) {
    guard !redactions.isEmpty || !repeated.isEmpty else { return }
    _ = marks.storeIfNil(Marks(redactions, repeated))
  }

  private final class Marks: Sendable {
    let redactions, repeated: [Range<Int>]

    init(_ redactions: [Range<Int>], _ repeated: [Range<Int>]) {
      (self.redactions, self.repeated) = (redactions, repeated)
    }
  }
}

// A text is hidden by its file for good, by the first who learns that it is secret: no diagnostic of the file shows
// it, whether it was reported before or after.
extension SourceFile {
  /// Hides ranges of the text, from now on and in what was reported before.
  ///
  /// A `literal-secret` points at a value that is not marked: to show its line would write the secret to the log of
  /// every CI run.
  package func hide(_ ranges: [Range<Int>]) {
    // Most are hidden already: by their marks, or by the load of another environment.
    var new = HiddenRanges(ranges.merged.filter { !redactions.covers($0) })
    guard !new.ranges.isEmpty else { return }
    var last = hidden.storeIfNil(new)
    while last !== new {
      new = HiddenRanges(new.ranges.filter { [ranges = last.ranges] in !ranges.covers($0) })
      if new.ranges.isEmpty { return }
      last = last.next.storeIfNil(new)
    }
  }

  /// The ranges that must never be shown, sorted and disjoint.
  package var hiddenRanges: [Range<Int>] {
    guard var next = hidden.load() else { return redactions }
    var all = redactions + next.ranges
    while let further = next.next.load() {
      all += further.ranges
      next = further
    }
    return all.merged
  }

  /// Ranges that were hidden at the same time, sorted and disjoint: an element of a list that only grows, at its end.
  private final class HiddenRanges: Sendable {
    let ranges: [Range<Int>]
    let next = AtomicLazyReference<HiddenRanges>()

    init(_ ranges: [Range<Int>]) { self.ranges = ranges }
  }
}

extension SourceFile: Hashable {
  /// Returns whether two files have the same name, the same bytes and the same Swift location.
  public static func == (left: SourceFile, right: SourceFile) -> Bool {
    left === right
      || (left.name.utf8.elementsEqual(right.name.utf8) && left.bytes == right.bytes
        && left.swiftLocation == right.swiftLocation)
  }

  /// Hashes the name and the sizes of the file, but not the whole text: a file is hashed once for
  /// each label.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name.utf8.count)
    hasher.combine(name.utf8.first)
    hasher.combine(name.utf8.last)
    hasher.combine(bytes.count)
  }
}

extension SourceFile: SafelyMirrored {
  /// The name and the size of the text, without the text itself, which may contain secrets.
  package var mirrored: KeyValuePairs<String, Any> { ["name": name, "size": bytes.count] }
}

/// The places of a text's lines, for messages.
final class SourceLines: Sendable {
  /// The offset of each line's first byte. A line ends at LF, CRLF or a lone CR, as in editors.
  let starts: [UInt32]

  /// The number of bytes before each block of ``bytesInBlock`` that continue a scalar, so that a
  /// column in a long line is found without counting from its start; empty if all bytes are ASCII.
  let continuations: [UInt32]

  static let bytesInBlock = 256

  /// Finds the lines of a text; the cost is one pass over it.
  init(_ bytes: [UInt8]) {
    // A byte order mark is not part of the first line.
    var starts: [UInt32] = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    var counts: [UInt32] = []
    var count: UInt32 = 0
    for (index, byte) in bytes.enumerated() {
      if index % Self.bytesInBlock == 0 { counts.append(count) }
      if byte & 0xC0 == 0x80 { count += 1 }
      guard byte == 0x0A || byte == 0x0D else { continue }
      let isFirstOfCRLF = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if !isFirstOfCRLF { starts.append(UInt32(truncatingIfNeeded: index + 1)) }
    }
    self.starts = starts
    continuations = count == 0 ? [] : counts
  }
}

/// A line and a column, both counted from 1.
///
/// The column counts Unicode scalars, so that a tab, an emoji and a combining mark count as one
/// each.
public struct LineColumn: Sendable, Hashable {
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourceFile {
  /// Returns the line and column of a UTF-8 offset; offsets beyond the end return the end.
  package func lineColumn(at offset: Int) -> LineColumn {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineIndex(at: offset)
    let start = Int(lines.starts[line])
    guard start < offset else { return LineColumn(line: line + 1, column: 1) }
    let scalars = scalarCount(before: offset) - scalarCount(before: start)
    return LineColumn(line: line + 1, column: scalars + 1)
  }

  /// Returns how many scalars begin before an offset: continuation bytes (0b10xxxxxx) belong to the
  /// one before.
  private func scalarCount(before offset: Int) -> Int {
    let continuations = lines.continuations
    guard !continuations.isEmpty else { return offset }
    let block = min(offset / SourceLines.bytesInBlock, continuations.count - 1)
    let rest = bytes[block * SourceLines.bytesInBlock..<offset]
    WorkMeter.count(rest.count)
    return offset - Int(continuations[block]) - rest.count { $0 & 0xC0 == 0x80 }
  }

  /// Returns the UTF-8 offsets of a line (counted from 1), without its line break.
  package func lineRange(_ line: Int) -> Range<Int> {
    let lineStarts = lines.starts
    guard line >= 1, line <= lineStarts.count else { return bytes.count..<bytes.count }
    let start = Int(lineStarts[line - 1])
    var end = line < lineStarts.count ? Int(lineStarts[line]) : bytes.count
    if line < lineStarts.count {
      end -= 1
      if end > start, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
    }
    return start..<max(start, end)
  }

  private func lineIndex(at offset: Int) -> Int {
    let lineStarts = lines.starts
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
