/// Works out what files become when certain fix-its are applied to them.
///
/// Nothing but the edited bytes changes: comments, layout and line endings stay as they are. A text of
/// the program is never changed, and of edits that overlap only those of the first diagnostic are made.
public struct FixItApplier: Sendable {
  /// What becomes of one file.
  public struct Change: Sendable {
    /// The file as it was read.
    public let file: SourceFile
    /// Its bytes afterwards.
    public let bytes: [UInt8]
    /// The edits, in the order of the file.
    public let edits: [Diagnostic.Edit]
  }

  /// A diagnostic and the fix-it that mends it.
  public struct Repair: Sendable {
    /// What was wrong.
    public let diagnostic: Diagnostic
    /// What mends it.
    public let fixIt: Diagnostic.FixIt
  }

  /// The changed files, in the order of the diagnostics.
  public private(set) var changes: [Change] = []
  /// What the changes mend, in the order of the diagnostics.
  public private(set) var applied: [Repair] = []
  /// What they cannot, because another edit of the same text came first.
  public private(set) var refused: [Repair] = []

  /// Chooses the first certain fix-it of each diagnostic that has one.
  public init(_ diagnostics: some Sequence<Diagnostic>) {
    var files: [SourceFile] = []
    var edits: [SourceFile: [Diagnostic.Edit]] = [:]
    for diagnostic in diagnostics {
      guard let fixIt = diagnostic.certainFixIt else { continue }
      let repair = Repair(diagnostic: diagnostic, fixIt: fixIt)
      var merged = edits
      guard fixIt.edits.allSatisfy({ Self.add($0, to: &merged[$0.span.file, default: []]) }) else {
        refused.append(repair)
        continue
      }
      edits = merged
      for edit in fixIt.edits where !files.contains(edit.span.file) { files.append(edit.span.file) }
      applied.append(repair)
    }
    changes = files.map { file in
      let sorted = (edits[file] ?? []).sorted {
        $0.span.range.lowerBound < $1.span.range.lowerBound
      }
      return Change(file: file, bytes: Self.bytes(of: file, after: sorted), edits: sorted)
    }
  }

  /// Adds an edit; false where it meets another. The same edit, asked for twice, is made once.
  private static func add(_ edit: Diagnostic.Edit, to edits: inout [Diagnostic.Edit]) -> Bool {
    if edits.contains(edit) { return true }
    let range = edit.span.range
    let isFree = edits.allSatisfy { other in
      // Edits that touch have no order between them.
      range.upperBound < other.span.range.lowerBound
        || other.span.range.upperBound < range.lowerBound
    }
    if isFree { edits.append(edit) }
    return isFree
  }

  /// From the end, so that no edit moves another's place.
  private static func bytes(of file: SourceFile, after edits: [Diagnostic.Edit]) -> [UInt8] {
    var bytes = file.bytes
    for edit in edits.reversed() {
      bytes.replaceSubrange(edit.span.range, with: edit.replacement.utf8)
    }
    return bytes
  }
}

extension Diagnostic {
  /// The first fix-it that a tool may apply without asking, all edits of which lie in files.
  public var certainFixIt: FixIt? {
    fixIts.first { fixIt in
      fixIt.isCertain && !fixIt.edits.isEmpty
        && fixIt.edits.allSatisfy { edit in
          edit.span.file.path != nil && edit.span.range.upperBound <= edit.span.file.bytes.count
        }
    }
  }
}
