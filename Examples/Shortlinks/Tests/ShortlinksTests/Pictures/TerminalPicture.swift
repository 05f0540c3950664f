/// A drawing of what a command writes to a terminal, in its colours.
struct TerminalPicture {
  /// Text in one style.
  private struct Run {
    var text: String
    var color: String
    var isBold: Bool
  }

  private static let foreground = "#d8dee9"
  private static let colors = [
    "31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff",
    "36": "#76e3ea", "90": "#8b949e",
  ]
  private static let (cell, line, margin) = (8, 19, 16)

  private let lines: [[Run]]

  /// Reads an output with escape sequences for colours.
  init(_ output: String) {
    var lines: [[Run]] = []
    var style = Run(text: "", color: Self.foreground, isBold: false)
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      var runs: [Run] = []
      for (index, part) in line.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
        .enumerated()
      {
        var text = part
        if index > 0, let end = part.firstIndex(of: "m") {
          for code in part[..<end].split(separator: ";") {
            switch code {
            case "0": (style.color, style.isBold) = (Self.foreground, false)
            case "1": style.isBold = true
            default: style.color = Self.colors[String(code)] ?? Self.foreground
            }
          }
          text = part[part.index(after: end)...]
        }
        if !text.isEmpty {
          runs.append(Run(text: String(text), color: style.color, isBold: style.isBold))
        }
      }
      lines.append(runs)
    }
    self.lines = lines
  }

  /// The text of the SVG file.
  func svg(_ description: String) -> String {
    let columns = lines.map { $0.reduce(0) { $0 + $1.text.count } }.max() ?? 0
    var svg = SVG(
      width: columns * Self.cell + 2 * Self.margin,
      height: lines.count * Self.line + 2 * Self.margin)
    svg.add(
      "rect", [("width", "100%"), ("height", "100%"), ("rx", "8"), ("fill", "#161b22")])
    for (row, runs) in lines.enumerated() {
      var column = 0
      for run in runs {
        let count = run.text.count
        defer { column += count }
        // Spaces alone are not drawn.
        guard run.text.contains(where: { $0 != " " }) else { continue }
        svg.add(
          "text",
          [
            ("x", "\(Self.margin + column * Self.cell)"),
            ("y", "\(Self.margin + row * Self.line + 14)"), ("fill", run.color),
            ("font-family", "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"),
            ("font-size", "13"), ("font-weight", run.isBold ? "bold" : "normal"),
            // Keeps the columns, whatever the font is.
            ("textLength", "\(count * Self.cell)"), ("lengthAdjust", "spacingAndGlyphs"),
            ("xml:space", "preserve"),
          ], run.text)
      }
    }
    return svg.text(description)
  }
}
