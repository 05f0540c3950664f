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

/// Writes texts that may contain anything into Markdown.
enum MarkdownText {
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// Returns a text as code, in which neither GitHub nor GitLab looks for mentions, issue numbers,
  /// links or emoji, and Markdown for nothing but the backticks at its end.
  ///
  /// A text with `|`, at which a row of a table is split even in code, becomes an element instead, in which
  /// all ASCII punctuation is written as character references.
  static func code(_ text: String) -> String {
    let text = DisplayText.line(text)
    // Blanks at both ends would be taken for those around a fence.
    if text.isEmpty || text.contains("|") || text.hasPrefix(" ") || text.hasSuffix(" ") {
      return element(text)
    }
    let runs = text.split { $0 != "`" }.map(\.count)
    if runs.isEmpty { return "`\(text)`" }
    let fence = String(repeating: "`", count: (runs.max() ?? 0) + 1)
    return "\(fence) \(text) \(fence)"
  }

  /// Returns a sentence of Patchbay's own with the names in it as code: "the argument `port` of `server`".
  ///
  /// A sentence whose words could mean something, because a name in it has a backtick, becomes code as a whole.
  static func sentence(_ text: String) -> String {
    let parts = DisplayText.line(text).split(separator: "`", omittingEmptySubsequences: false)
    let areWords = stride(from: 0, to: parts.count, by: 2).allSatisfy { isPlain(parts[$0]) }
    guard parts.count % 2 == 1, areWords else { return code(text) }
    return parts.enumerated().map { index, part in
      index % 2 == 0 ? String(part) : code(String(part))
    }.joined()
  }

  /// Whether words and their punctuation mean nothing in Markdown, and nothing to GitHub or GitLab.
  private static func isPlain(_ words: Substring) -> Bool {
    var isEnd = false
    for scalar in words.unicodeScalars {
      if isEnd, scalar != " " { return false }
      // Within a word they belong to addresses and emoji.
      isEnd = scalar == "." || scalar == ":"
      let isHarmless =
        isEnd || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " ,;?'()·→…".unicodeScalars.contains(scalar)
      if !isHarmless { return false }
    }
    return true
  }

  private static func element(_ text: String) -> String {
    let escaped = text.replacingScalars { scalar in
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
