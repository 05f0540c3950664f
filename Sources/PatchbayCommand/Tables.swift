import PatchbayDiagnostics

/// A table for people: a header, and rows whose columns are as wide as their texts.
struct TextTable {
  struct Row {
    var cells: [String]
    /// Lines below the cells: each a text, and the place behind it.
    var below: [(text: String, place: String)] = []
  }

  let header: [String]
  let rows: [Row]

  private static let gap = 2
  private static let indentation = String(repeating: " ", count: 4)

  init(_ header: [String], _ rows: [Row]) {
    func safe(_ cells: [String]) -> [String] { cells.map { DisplayText.line($0) } }
    self.header = safe(header)
    self.rows = rows.map { row in
      Row(
        cells: safe(row.cells),
        below: row.below.map { (DisplayText.line($0.text), DisplayText.line($0.place)) })
    }
  }

  init(_ header: [String], _ rows: [[String]]) { self.init(header, rows.map { Row(cells: $0) }) }

  /// Returns the table, each text of which is safe to print.
  func text(_ presentation: Presentation) -> String {
    var widths = header.map(DisplayWidth.of)
    for row in rows {
      for (column, cell) in row.cells.enumerated() {
        widths[column] = max(widths[column], DisplayWidth.of(cell))
      }
    }
    func line(_ cells: [String], _ style: (Int) -> Presentation.Style?) -> String {
      let last = cells.lastIndex { !$0.isEmpty } ?? 0
      return (0...last).map { column in
        let styled = style(column).map { presentation.text(cells[column], $0) } ?? cells[column]
        let padding = widths[column] - DisplayWidth.of(cells[column]) + Self.gap
        return column == last ? styled : styled + String(repeating: " ", count: padding)
      }.joined()
    }
    var lines = [line(header) { _ in .heading }]
    for row in rows {
      lines.append(line(row.cells) { isPlace($0) ? .dim : nil })
      lines += row.below.map { text, place in
        Self.indentation + presentation.text(text, place: place, after: " ")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Whether a column has places: `defined at`.
  private func isPlace(_ column: Int) -> Bool { header[column].hasSuffix(" at") }
}
