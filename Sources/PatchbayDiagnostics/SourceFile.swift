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
  ///   - redactions: UTF-8 offset ranges that must never be shown, sorted and disjoint.
  ///   - repeated: UTF-8 offset ranges that aliases repeat.
  package init(
    name: String,
    bytes: [UInt8],
    swiftLocation: SwiftLocation? = nil,
    path: String? = nil,
    redactions: [Range<Int>] = [],
    repeated: [Range<Int>] = []
  ) {
    self.name = name
    self.bytes = bytes
    self.swiftLocation = swiftLocation
    self.path = path
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

extension [Diagnostic] {
  /// Returns the diagnostics that a renderer shows, and the number of the others.
  package func limited(to limit: Int) -> (shown: ArraySlice<Diagnostic>, omitted: Int) {
    hideInEqualFiles()
    let shown = prefix(Swift.max(0, limit))
    return (shown, count - shown.count)
  }
}

extension Collection<Diagnostic> {
  /// Hides in each file what an equal one hides: the loads of a check may have read one text twice, and each of them
  /// learns of its own secrets.
  package func hideInEqualFiles() {
    var files: [SourceFile: [SourceFile]] = [:]
    for diagnostic in self {
      let places =
        diagnostic.labels.compactMap(\.place.span) + diagnostic.fixIts.flatMap(\.edits).map(\.span)
      for file in places.map(\.file)
      where !files[file, default: []].contains(where: { $0 === file }) {
        files[file, default: []].append(file)
      }
    }
    for equal in files.values where equal.count > 1 {
      let hidden = equal.flatMap(\.hiddenRanges).merged
      for file in equal { file.hide(hidden) }
    }
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
