/// A source line with the labels that begin on it, drawn under it.
struct LabelledLine {
  /// A label's part of the line.
  struct Mark {
    var range: Range<Int>
    var message: String
    var isPrimary: Bool
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

    var rows = [Row()]
    for isPrimary in [false, true] {
      for item in ordered where item.mark.isPrimary == isPrimary {
        rows[0].put(isPrimary ? "^" : "-", item.columns, isPrimary ? .severity : .secondary)
      }
    }
    var hanging = ordered
    if let last = ordered.last,
      ordered.dropLast().allSatisfy({ $0.columns.upperBound <= last.columns.lowerBound })
    {
      rows[0].message = (last.mark.message, last.mark.isPrimary)
      hanging.removeLast()
    }
    hanging.removeAll { $0.mark.message.isEmpty }
    if !hanging.isEmpty {
      let connectors = Self.connectors(hanging[...])
      rows[0].continuation = connectors.runs
      rows.append(connectors)
    }
    for (index, item) in hanging.enumerated().reversed() where !isFollower(index, of: hanging) {
      // Labels of one column follow each other downwards in order.
      let column = item.columns.lowerBound
      for same in hanging where same.columns.lowerBound == column {
        var row = Self.connectors(hanging.prefix { $0.columns.lowerBound < column })
        row.pad(to: column)
        row.continuation = row.runs
        row.message = (same.mark.message, same.mark.isPrimary)
        rows.append(row)
      }
    }
    return (window.text, rows.map(\.line))
  }

  private func isFollower(_ index: Int, of hanging: [(mark: Mark, columns: Range<Int>)]) -> Bool {
    index > 0
      && hanging[index - 1].columns.lowerBound == hanging[index].columns.lowerBound
  }

  private static func connectors(_ items: some Sequence<(mark: Mark, columns: Range<Int>)>) -> Row {
    var row = Row()
    for item in items {
      let column = item.columns.lowerBound
      row.put("|", column..<(column + 1), item.mark.isPrimary ? .severity : .secondary)
    }
    return row
  }
}

/// A row of marks, drawn by column, with a message at its end.
private struct Row {
  private var columns: [(mark: String, style: Style)] = []
  var message: (text: String, isPrimary: Bool)?
  /// The marks in front of the further lines of the message.
  var continuation = StyledLine()

  mutating func pad(to width: Int) {
    while columns.count < width { columns.append((" ", .plain)) }
  }

  mutating func put(_ mark: String, _ range: Range<Int>, _ style: Style) {
    pad(to: range.upperBound)
    for column in range { columns[column] = (mark, style) }
  }

  /// The marks without the message.
  var runs: StyledLine {
    var line = StyledLine()
    var run = ""
    var style = Style.plain
    for column in columns {
      if column.style != style {
        line.append(run, style)
        run = ""
        style = column.style
      }
      run += column.mark
    }
    line.append(run, style)
    return line
  }

  /// The marks and the message.
  var line: StyledLine {
    var line = runs
    guard let message, !message.text.isEmpty else { return line }
    let style = message.isPrimary ? Style.severity : .secondary
    if isNextToMark { line.append(" ", style) }
    line.append(wrapping: message.text, style, under: indentation)
    return line
  }

  /// Whether the message follows a mark, instead of being under its own.
  private var isNextToMark: Bool { columns.last.map { $0.mark != " " } ?? false }

  /// What is in front of the further lines of the message.
  private var indentation: StyledLine {
    let column = columns.count + (isNextToMark ? 1 : 0)
    var line = continuation
    // They are marks of this row or under it, so that they are no wider.
    line.append(String(repeating: " ", count: max(0, column - line.width)))
    return line
  }
}
