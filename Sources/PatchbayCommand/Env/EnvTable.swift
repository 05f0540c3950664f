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
    var parts = variables.isEmpty ? [] : [TextColumns(rows: rows).text]
    if !files.isEmpty {
      let rows = files.map { row in
        [["`\(DisplayText.line(row.content.path))`\(row.place)"], [row.content.text]]
      }
      parts.append(TextColumns(rows: [[["needed file"], ["read by"]]] + rows).text)
    }
    if !isQuiet { parts.append(summary.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }
}
