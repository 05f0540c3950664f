import PatchbayDiagnostics

/// Writes rows of cells in columns, for a terminal.
enum TextTable {
  /// Returns rows whose cells may have several lines, each safe to print.
  static func text(_ rows: [[[String]]]) -> String {
    let rows = rows.map { $0.map { $0.map { DisplayText.line($0) } } }
    var widths = rows.first?.map { _ in 0 } ?? []
    for row in rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], cell.map(DisplayWidth.of).max() ?? 0)
      }
    }
    var lines: [String] = []
    for row in rows {
      for line in 0..<max(1, row.map(\.count).max() ?? 0) {
        var text = ""
        for (column, cell) in row.enumerated() {
          let part = line < cell.count ? cell[line] : ""
          let padding = widths[column] - DisplayWidth.of(part)
          text += part + String(repeating: " ", count: padding + 2)
        }
        while text.hasSuffix(" ") { text.removeLast() }
        lines.append(text)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns rows whose cells have one line each.
  static func text(_ rows: [[String]]) -> String { text(rows.map { $0.map { [$0] } }) }
}

/// Writes texts that may contain anything into Markdown.
enum MarkdownText {
  /// Returns a table, with the first row as its header.
  static func table(_ rows: [[String]]) -> String {
    ([rows[0], rows[0].map { _ in "---" }] + rows.dropFirst()).map(row).joined(separator: "\n")
  }

  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// Returns a text as a `code` element, in which neither GitHub nor GitLab looks for mentions,
  /// issue numbers, links or emoji.
  ///
  /// All its ASCII punctuation is written as character references, which Markdown takes as text:
  /// nothing in a key, a file name or a message has a meaning there.
  static func code(_ text: String) -> String {
    let escaped = DisplayText.line(text).replacingScalars { scalar in
      switch scalar {
      // The comment separates the two parts of an address, which GitHub would make a link.
      case "@": "&#64;<!-- -->"
      case "!"..."/", ":"..."@", "["..."`", "{"..."~": "&#\(scalar.value);"
      default: nil
      }
    }
    return "<code>\(escaped)</code>"
  }
}
