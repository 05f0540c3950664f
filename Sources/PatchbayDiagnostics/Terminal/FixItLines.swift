/// The lines that a fix-it removes and adds, as they are printed.
struct FixItLines {
  private(set) var lines: [StyledLine] = []
  private let indentation: String

  /// The most lines shown of one group of edits.
  private static let mostLines = 12
  /// Longer lines in bytes are not shown; the fix-it's sentence must suffice.
  private static let mostBytes = 4_096

  /// Creates the lines of a fix-it; `home` is the file that is already shown.
  init(_ fixIt: Diagnostic.FixIt, home: SourceFile?, indentedBy indentation: String) {
    self.indentation = indentation
    for file in fixIt.edits.map(\.span.file).uniqued {
      let edits = fixIt.edits.filter { $0.span.file == file }
        .inStableOrder { $0.span.range.lowerBound < $1.span.range.lowerBound }
      let isDisjoint = zip(edits, edits.dropFirst()).allSatisfy { former, latter in
        former.span.range.upperBound <= latter.span.range.lowerBound
      }
      guard isDisjoint, let last = edits.last?.span.range, last.upperBound <= file.bytes.count
      else { continue }
      for group in Self.groups(edits) { add(group, in: file, isElsewhere: file != home) }
    }
    if let suggestion = fixIt.suggestion {
      add([], Self.split(suggestion).map { DisplayCells.cells(of: $0) })
    }
  }

  /// Groups edits of the same or of neighboring lines, which are shown together.
  private static func groups(_ edits: [TextEdit]) -> [[TextEdit]] {
    var groups: [[TextEdit]] = []
    var lastLine = -1
    for edit in edits {
      let first = edit.span.start.line
      if !groups.isEmpty, first <= lastLine + 1 {
        groups[groups.count - 1].append(edit)
      } else {
        groups.append([edit])
      }
      lastLine = edit.span.file.lineColumn(at: edit.span.range.upperBound).line
    }
    return groups
  }

  private mutating func add(_ edits: [TextEdit], in file: SourceFile, isElsewhere: Bool) {
    guard let first = edits.first?.span, let last = edits.last?.span else { return }
    let from = file.lineRange(first.start.line).lowerBound
    let to = file.lineRange(file.lineColumn(at: last.range.upperBound).line).upperBound
    guard to >= from, to - from <= Self.mostBytes else { return }
    var old = TextBuilder()
    old.append(file, from..<to)
    var new = TextBuilder()
    var position = from
    for edit in edits {
      new.append(file, position..<max(position, edit.span.range.lowerBound))
      new.append(edit.span.isHidden ? DisplayCells.secret : edit.replacement)
      position = edit.span.range.upperBound
    }
    new.append(file, position..<max(position, to))
    if isElsewhere { add("in " + SourcePlace.span(first).displayName) }
    add(old.lines, new.lines)
  }

  private mutating func add(_ old: [[DisplayCell]], _ new: [[DisplayCell]]) {
    // Unchanged lines at both ends are omitted.
    var old = old[...]
    var new = new[...]
    while let left = old.first, let right = new.first, left.text == right.text {
      (old, new) = (old.dropFirst(), new.dropFirst())
    }
    while let left = old.last, let right = new.last, left.text == right.text {
      (old, new) = (old.dropLast(), new.dropLast())
    }
    let indentation =
      (old + new).filter { !$0.allSatisfy(\.isSpace) }
      .map { line in line.prefix(while: \.isSpace).count }.min() ?? 0
    let (removed, added) = (Array(old), Array(new))
    add("- ", .removed, removed, indentation, changed: added)
    add("+ ", .added, added, indentation, changed: removed)
  }

  private mutating func add(_ text: String, _ style: Style = .plain) {
    lines.append(StyledLine(indentation + text, style))
  }

  private mutating func add(
    _ sign: String, _ style: Style, _ cells: [[DisplayCell]], _ indentation: Int,
    changed: [[DisplayCell]]
  ) {
    for (index, line) in cells.prefix(Self.mostLines).enumerated() {
      let other = index < changed.count ? changed[index] : []
      let same = zip(line, other).prefix { $0.text == $1.text }.count
      add(
        sign + Self.window(Array(line.dropFirst(indentation)), around: same - indentation), style)
    }
    if cells.count > Self.mostLines {
      add("... and \(cells.count - Self.mostLines) more lines")
    }
  }

  private static func window(_ line: [DisplayCell], around change: Int) -> String {
    guard line.width > LineWindow.mostColumns else { return line.text }
    let first = change > 100 ? min(change - 40, line.count) : 0
    var room = LineWindow.mostColumns
    let kept = line[first...].prefix { cell in
      room -= cell.width
      return room >= 0
    }
    let isCut = first + kept.count < line.count
    return (first > 0 ? "…" : "") + Array(kept).text + (isCut ? "…" : "")
  }

  fileprivate static func split(_ text: String) -> [String] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      String(Substring(line.last == 0x0D ? line.dropLast() : line))
    }
  }
}

/// Lines of cells, assembled from parts of a file and from replacements.
private struct TextBuilder {
  private(set) var lines: [[DisplayCell]] = [[]]

  mutating func append(_ file: SourceFile, _ range: Range<Int>) {
    let first = file.lineColumn(at: range.lowerBound).line
    let last = file.lineColumn(at: range.upperBound).line
    for line in first..<(max(first, last) + 1) {
      if line > first { lines.append([]) }
      let whole = file.lineRange(line)
      lines[lines.count - 1] += DisplayCells.cells(of: file, in: whole.clamped(to: range))
    }
  }

  mutating func append(_ text: String) {
    for (index, line) in FixItLines.split(text).enumerated() {
      if index > 0 { lines.append([]) }
      lines[lines.count - 1] += DisplayCells.cells(of: line)
    }
  }
}

extension DisplayCell {
  fileprivate var isSpace: Bool { text.utf8.allSatisfy { $0 == 0x20 } }
}

extension Diagnostic.FixIt {
  /// Whether an edit replaces a part of a secret: the new text may repeat the rest of it.
  var hasSecret: Bool { edits.contains(where: \.span.isHidden) }
}
