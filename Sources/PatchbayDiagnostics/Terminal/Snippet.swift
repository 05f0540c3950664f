/// The labels of a diagnostic in one text, by line.
struct Snippet {
  let file: SourceFile
  /// The place of the first label, for the line above the snippet.
  let place: SourcePlace
  private var lines: [Int: LabelledLine] = [:]

  init(_ span: SourceSpan) {
    file = span.file
    place = .span(span)
  }

  /// Adds a label with a message that is safe to print; one that spans several lines is shown on
  /// its first.
  mutating func add(_ span: SourceSpan, _ message: String, isPrimary: Bool) {
    let line = span.start.line
    let whole = file.lineRange(line)
    let range = span.range.lowerBound..<max(span.range.lowerBound, span.range.upperBound)
    let mark = LabelledLine.Mark(
      range: range.clamped(to: whole.lowerBound..<max(whole.upperBound, range.lowerBound)),
      message: message,
      isPrimary: isPrimary
    )
    lines[line, default: .init()].marks.append(mark)
  }

  var lastLine: Int { lines.keys.max() ?? 1 }

  /// Returns the snippet's lines with their gutter, for a terminal of a width.
  func draw(gutter: Gutter, width: Int? = nil) -> [StyledLine] {
    let columns = width.map { $0 - gutter.blank.width - 1 }
    var result: [StyledLine] = [gutter.blank]
    var previous: Int?
    for line in lines.keys.inStableOrder(by: <) {
      if let previous, line - previous == 2 {
        // One omitted line would take as much room as the dots.
        let between = LineWindow(file, line: line - 1, focus: nil, columns: columns)
        result.append(gutter.source(line - 1, between.text))
      } else if let previous, line - previous > 2 {
        result.append(StyledLine("...", .frame))
      }
      previous = line
      guard let drawn = lines[line]?.draw(file, line: line, columns: columns) else { continue }
      result.append(gutter.source(line, drawn.source))
      result += drawn.under.map(gutter.under)
    }
    return result
  }
}

/// The column of line numbers on the left.
struct Gutter {
  /// The digits of the largest line number shown.
  let width: Int

  init(lastLine: Int) { width = String(lastLine).utf8.count }

  var indent: String { String(repeating: " ", count: width) }
  var blank: StyledLine { StyledLine(indent + " |", .frame) }

  func source(_ line: Int, _ text: String) -> StyledLine {
    let number = String(line)
    let padding = String(repeating: " ", count: max(0, width - number.utf8.count))
    var result = StyledLine("\(padding)\(number) |", .frame)
    result.append(" " + text)
    return result
  }

  func under(_ marks: StyledLine) -> StyledLine {
    var result = StyledLine(indent + " | ", .frame)
    result.append(marks)
    return result
  }

  func place(_ place: SourcePlace, isFirst: Bool) -> StyledLine {
    var result = StyledLine(indent + (isFirst ? "--> " : "::: "), .frame)
    result.append(place.displayName)
    return result
  }

  func note(_ lines: [String]) -> [StyledLine] {
    lines.enumerated().map { index, line in
      var result = StyledLine(indent + (index == 0 ? " = " : "   "), .frame)
      result.append(index == 0 ? "note: " : "      ", .message)
      result.append(wrapping: line, under: StyledLine(indent + "         "))
      return result
    }
  }
}

/// A source line with the labels that begin on it, drawn under it.
struct LabelledLine {
  /// A label's part of the line.
  struct Mark {
    var range: Range<Int>
    var message: String
    var isPrimary: Bool

    fileprivate var style: Style { isPrimary ? .severity : .secondary }
  }

  var marks: [Mark] = []

  /// Returns the source line and the lines under it, without the gutter.
  ///
  /// The last message is next to its marks, the others under theirs, from right to left, so that no
  /// two of them cross.
  func draw(
    _ file: SourceFile, line: Int, columns: Int? = nil
  ) -> (source: String, under: [StyledLine]) {
    let focus = marks.first(where: \.isPrimary) ?? marks.first
    let window = LineWindow(file, line: line, focus: focus?.range, columns: columns)
    let placed = marks.map { mark in (mark: mark, columns: window.columns(of: mark.range)) }
    let ordered = placed.inStableOrder { $0.columns.lowerBound < $1.columns.lowerBound }

    var rows = [StyledLine()]
    for isPrimary in [false, true] {
      for item in ordered where item.mark.isPrimary == isPrimary {
        rows[0].put(isPrimary ? "^" : "-", item.columns, item.mark.style)
      }
    }
    var hanging = ordered
    var next: Mark?
    if let last = ordered.last,
      ordered.dropLast().allSatisfy({ $0.columns.upperBound <= last.columns.lowerBound })
    {
      next = last.mark
      hanging.removeLast()
    }
    hanging.removeAll { $0.mark.message.isEmpty }
    let connectors = Self.connectors(hanging[...])
    if let next { rows[0].append(message: next.message, next.style, under: connectors) }
    if !hanging.isEmpty { rows.append(connectors) }
    for (index, item) in hanging.enumerated().reversed() where !isFollower(index, of: hanging) {
      // Labels of one column follow each other downwards in order.
      let column = item.columns.lowerBound
      for same in hanging where same.columns.lowerBound == column {
        var row = Self.connectors(hanging.prefix { $0.columns.lowerBound < column })
        row.pad(to: column)
        row.append(message: same.mark.message, same.mark.style, under: row)
        rows.append(row)
      }
    }
    return (window.text, rows)
  }

  private func isFollower(_ index: Int, of hanging: [(mark: Mark, columns: Range<Int>)]) -> Bool {
    index > 0
      && hanging[index - 1].columns.lowerBound == hanging[index].columns.lowerBound
  }

  private static func connectors(
    _ items: ArraySlice<(mark: Mark, columns: Range<Int>)>
  ) -> StyledLine {
    var row = StyledLine()
    for item in items {
      let column = item.columns.lowerBound
      row.put("|", column..<(column + 1), item.mark.style)
    }
    return row
  }
}
