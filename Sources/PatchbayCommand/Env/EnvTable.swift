import PatchbayCore
import PatchbayDiagnostics

extension EnvReport {
  /// Returns a table for people, and how many variables must be set, unless it is to be quiet.
  func table(isQuiet: Bool) -> String {
    let differs = variables.contains { $0.environments != nil }
    var rows: [[[String]]] = [
      [["variable"], ["default"]] + (differs ? [["in"]] : []) + [["type"], ["read by"]]
    ]
    for row in variables {
      let variable = row.content
      let place = row.environments.map { $0.map { DisplayText.line($0) } } ?? ["all"]
      rows.append(
        [[DisplayText.line(variable.name)], [variable.defaultText]]
          + (differs ? [[place.joined(separator: ", ")]] : [])
          + [[variable.contentText], variable.readers.map(\.text)])
    }
    var parts = variables.isEmpty ? [] : [Self.columns(rows)]
    if !files.isEmpty {
      let rows = files.map { row in
        [["`\(DisplayText.line(row.content.path))`\(row.place)"], [row.content.text]]
      }
      parts.append(Self.columns([[["needed file"], ["read by"]]] + rows))
    }
    if !isQuiet { parts.append(summary.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  /// Returns rows of cells, which may have several lines, in columns.
  private static func columns(_ rows: [[[String]]]) -> String {
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
