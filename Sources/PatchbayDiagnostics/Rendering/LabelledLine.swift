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
