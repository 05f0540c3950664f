import PatchbayCore
import PatchbayDiagnostics

extension EnvReport {
  /// Returns a table for people, and how many variables must be set, unless it is to be quiet.
  func table(isQuiet: Bool) -> String {
    var parts: [String] = []
    if !variables.isEmpty {
      parts.append(TextTable.text(rows(writing: { $0 }, fallback: \.defaultText)))
    }
    if !files.isEmpty {
      let rows = files.map { ["`\($0.content.path)`\($0.place)", $0.content.text] }
      parts.append(TextTable.text([["needed file", "read by"]] + rows))
    }
    if !isQuiet { parts.append(summary().joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  /// A table for a README or a wiki.
  var markdown: String {
    let code = MarkdownText.code
    var parts: [String] = []
    if !variables.isEmpty {
      let rows = rows(writing: code) { $0.defaultText(writing: code) }
      parts.append(MarkdownText.table(rows.map { $0.map { $0.joined(separator: "<br>") } }))
    }
    if !files.isEmpty {
      let rows = files.map { row in
        let place = row.environments.map { " in " + $0.map(code).joined(separator: ", ") } ?? ""
        return [code(row.content.path) + place, code(row.content.text)]
      }
      parts.append(MarkdownText.table([["needed file", "read by"]] + rows))
    }
    return (parts + [summary(writing: code).joined(separator: "<br>")]).joined(separator: "\n\n")
  }

  /// Returns a row for each variable, below a header.
  private func rows(
    writing write: (String) -> String, fallback: (Variable) -> String
  ) -> [[[String]]] {
    let differs = variables.contains { $0.environments != nil }
    let header = ["variable", "default"] + (differs ? ["in"] : []) + ["type", "read by"]
    return [header.map { [$0] }]
      + variables.map { row in
        let variable = row.content
        let place = row.environments?.map(write).joined(separator: ", ") ?? "all"
        return [[write(variable.name)], [fallback(variable)]] + (differs ? [[place]] : [])
          + [[write(variable.contentText)], variable.readers.map { write($0.text) }]
      }
  }
}
