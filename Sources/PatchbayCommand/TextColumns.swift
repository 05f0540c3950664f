import PatchbayDiagnostics

/// Rows of cells, which may have several lines, in columns.
struct TextColumns {
  var rows: [[[String]]]

  /// The rows as lines of text.
  var text: String {
    var widths = Array(repeating: 0, count: rows.first?.count ?? 0)
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], cell.map(DisplayWidth.of).max() ?? 0)
      }
    }
    var lines: [String] = []
    for row in rows {
      for line in 0..<max(1, row.map(\.count).max() ?? 0) {
        var text = ""
        for (index, cell) in row.enumerated() {
          let part = line < cell.count ? cell[line] : ""
          let padding = widths[index] - DisplayWidth.of(part)
          text += part + String(repeating: " ", count: padding + 2)
        }
        while text.hasSuffix(" ") { text.removeLast() }
        lines.append(text)
      }
    }
    return lines.joined(separator: "\n")
  }
}
