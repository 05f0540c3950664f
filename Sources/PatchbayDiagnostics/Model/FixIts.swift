/// The replacement of the text of one span.
public struct TextEdit: Sendable, Hashable {
  /// The text to replace; an empty span is a place to insert at.
  public var span: SourceSpan
  /// The new text.
  public var replacement: String

  package init(_ span: SourceSpan, _ replacement: String) {
    self.span = span
    self.replacement = replacement
  }
}

// A value has at most one tag, and `! !ref mailer` would be the next error.
extension TextEdit {
  /// The same edit, over the tag before a text in place of which it writes a tag.
  var replacingTag: TextEdit {
    guard let tag else { return self }
    return TextEdit(
      SourceSpan(span.file, tag.range.lowerBound..<span.range.upperBound), replacement)
  }

  /// The YAML tag directly before the span, in its line, if the edit writes a tag; nil if there is none.
  var tag: SourceSpan? {
    guard replacement.utf8.first == UInt8(ascii: "!") else { return nil }
    let bytes = span.file.bytes
    var end = span.range.lowerBound
    while end > 0, bytes[end - 1].isBlank { end -= 1 }
    guard end < span.range.lowerBound, end > 0 else { return nil }
    var start = end
    // `!<tag:yaml.org,2002:str>` contains a comma.
    if bytes[end - 1] == UInt8(ascii: ">") {
      while start > 0, bytes[start - 1] != UInt8(ascii: "<"), !bytes[start - 1].isBlank {
        start -= 1
      }
    }
    let borders = Array(" \t\r\n[{,:".utf8)
    while start > 0, !borders.contains(bytes[start - 1]) { start -= 1 }
    // In `!!str` there is no border between the signs.
    return start < end && bytes[start] == UInt8(ascii: "!")
      ? SourceSpan(span.file, start..<end) : nil
  }
}

/// Computes the content of files after certain fix-its are applied to them.
///
/// Only the edited bytes change: comments, layout and line endings are kept. A text of the program
/// is never changed, and of overlapping edits only those of the first diagnostic are made.
package struct FixItApplier: Sendable {
  /// The change of one file.
  package struct Change: Sendable {
    /// The file as it was read.
    package let file: SourceFile
    /// The new content of the file.
    package let bytes: [UInt8]
    /// The edits, in the order of the file.
    let edits: [TextEdit]
  }

  /// A diagnostic and the fix-it that fixes it.
  package struct AppliedFixIt: Sendable {
    /// The fixed error.
    package let diagnostic: Diagnostic
    package let fixIt: Diagnostic.FixIt
  }

  /// The changed files, in the order of the diagnostics.
  package private(set) var changes: [Change] = []
  /// The fix-its that the changes apply, in the order of the diagnostics.
  package private(set) var applied: [AppliedFixIt] = []
  /// The fix-its that were not applied, because another edit of the same text precedes them.
  package private(set) var refused: [AppliedFixIt] = []

  /// Chooses the first certain fix-it of each diagnostic that has one.
  package init(_ diagnostics: some Sequence<Diagnostic>) {
    var files: [SourceFile] = []
    var edits: [SourceFile: EditList] = [:]
    for diagnostic in diagnostics {
      guard let fixIt = diagnostic.certainFixIt else { continue }
      let repair = AppliedFixIt(diagnostic: diagnostic, fixIt: fixIt)
      var added: [TextEdit] = []
      let isFree = fixIt.edits.allSatisfy { edit in
        switch edits[edit.span.file, default: EditList()].add(edit) {
        case .known: return true
        case .refused: return false
        case .added:
          added.append(edit)
          return true
        }
      }
      guard isFree else {
        // A fix-it is applied completely, or not at all.
        for edit in added { edits[edit.span.file]?.remove(edit) }
        refused.append(repair)
        continue
      }
      for edit in fixIt.edits where !files.contains(edit.span.file) { files.append(edit.span.file) }
      applied.append(repair)
    }
    changes = files.map { file in
      let sorted = edits[file]?.edits ?? []
      return Change(file: file, bytes: Self.bytes(of: file, after: sorted), edits: sorted)
    }
  }

  /// Edits of one file in order, none of which touches another.
  private struct EditList {
    enum Outcome { case added, known, refused }

    private(set) var edits: [TextEdit] = []

    /// Adds an edit unless it touches another; a duplicate is made once.
    mutating func add(_ edit: TextEdit) -> Outcome {
      let range = edit.span.range
      let index = firstIndex(endingAtOrAfter: range.lowerBound)
      // Edits that touch have no order.
      if index < edits.count, edits[index].span.range.lowerBound <= range.upperBound {
        return edits[index] == edit ? .known : .refused
      }
      WorkMeter.count(edits.count - index)
      edits.insert(edit, at: index)
      return .added
    }

    mutating func remove(_ edit: TextEdit) {
      let index = firstIndex(endingAtOrAfter: edit.span.range.lowerBound)
      if index < edits.count, edits[index] == edit { edits.remove(at: index) }
    }

    private func firstIndex(endingAtOrAfter offset: Int) -> Int {
      var (low, high) = (0, edits.count)
      while low < high {
        WorkMeter.count(1)
        let middle = (low + high) / 2
        if edits[middle].span.range.upperBound < offset { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  private static func bytes(of file: SourceFile, after edits: [TextEdit]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.bytes.count)
    var position = 0
    for edit in edits {
      bytes += file.bytes[position..<edit.span.range.lowerBound]
      bytes += edit.replacement.utf8
      position = edit.span.range.upperBound
    }
    return bytes + file.bytes[position...]
  }
}

extension Diagnostic {
  /// The first fix-it that a tool may apply without confirmation, all edits of which are in files.
  package var certainFixIt: FixIt? {
    fixIts.first { fixIt in
      fixIt.isCertain && !fixIt.edits.isEmpty
        && fixIt.edits.allSatisfy { edit in
          edit.span.file.path != nil && edit.span.range.upperBound <= edit.span.file.bytes.count
        }
    }
  }
}
