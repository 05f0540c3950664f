import PatchbayCore
import PatchbayDiagnostics

extension EnvReport {
  /// A table for a README or a wiki.
  var markdown: String {
    let code = MarkdownText.code
    var parts: [String] = []
    if !variables.isEmpty {
      let differs = variables.contains { $0.environments != nil }
      let header = ["variable", "default"] + (differs ? ["in"] : []) + ["type", "read by"]
      let rows = variables.map { row in
        let variable = row.content
        let place = row.environments.map { $0.map(code).joined(separator: ", ") } ?? "all"
        let fallback =
          if case .text(let text) = variable.shownFallback { code(text) } else {
            variable.defaultText
          }
        return [code(variable.name), fallback] + (differs ? [place] : [])
          + [
            code(variable.contentText),
            variable.readers.map { code($0.text) }.joined(separator: "<br>"),
          ]
      }
      parts.append(Self.markdown([header] + rows))
    }
    if !files.isEmpty {
      let rows = files.map { row in
        let place = row.environments.map { " in " + $0.map(code).joined(separator: ", ") } ?? ""
        return [code(row.content.path) + place, code(row.content.text)]
      }
      parts.append(Self.markdown([["needed file", "read by"]] + rows))
    }
    let counts = environments.map { environment in
      let one = EnvReport(
        program: program, environments: [.init(requirements: environment.requirements)])
      let place = environment.name.map { " in " + code($0) } ?? ""
      return one.summary.joined() + place
    }
    return (parts + [counts.joined(separator: "<br>")]).joined(separator: "\n\n")
  }

  private static func markdown(_ rows: [[String]]) -> String {
    let rule = rows[0].map { _ in "---" }
    return ([rows[0], rule] + rows.dropFirst())
      .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }
}
