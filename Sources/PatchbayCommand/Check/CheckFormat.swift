import PatchbayConfiguration
import PatchbayDiagnostics

/// A format of `check`: everything that is written in it.
struct CheckFormat: OutputFormat {
  let name: String
  let summary: String
  /// Whether the report has the lines of the summary, which are for people.
  var hasSummary = false
  let write: @Sendable (CheckReport, Invocation) -> String
  /// Returns the text of an applied fix; nil for a format whose reader expects the report alone.
  var writeFix: (@Sendable (FixItApplier.AppliedFixIt, Invocation) -> String)?

  static let all = [terminal, line, json, sarif, github]

  private static let terminal = Self(
    name: "terminal", summary: "with source lines", hasSummary: true,
    write: { report, invocation in
      let presentation = invocation.output.presentation
      let isQuiet = invocation.isQuiet
      let table = isQuiet ? nil : report.check.flatMap { CombinationTable($0)?.text(presentation) }
      let lines = isQuiet ? [] : report.summary.map { report.styled($0, presentation) }
      let diagnostics = invocation.output.resultRenderer.render(report.diagnostics)
      return [diagnostics, table ?? "", lines.joined(separator: "\n")].filter { !$0.isEmpty }
        .joined(separator: "\n\n")
    },
    writeFix: { fix, invocation in invocation.output.resultRenderer.render(fix) + "\n" })

  private static let line = Self(
    name: "line", summary: "one line each, for CI and Xcode", hasSummary: true,
    write: { report, invocation in
      let diagnostics = report.check?.diagnosticsWithoutNotes ?? report.diagnostics
      let lines = [OneLineRenderer().render(diagnostics)]
      return (lines + (invocation.isQuiet ? [] : report.summary)).filter { !$0.isEmpty }
        .joined(separator: "\n")
    },
    writeFix: { fix, _ in fix.line })

  private static let json = Self(
    name: "json", summary: "",
    write: { report, invocation in
      var renderer = JSONRenderer()
      renderer.documentation = invocation.output.documentation
      return renderer.render(report.diagnostics)
    })

  private static let sarif = Self(
    name: "sarif", summary: "for code scanning",
    write: { report, invocation in
      var renderer = SARIFRenderer(toolName: invocation.command.name)
      renderer.documentation = invocation.output.documentation
      return renderer.render(report.diagnostics)
    })

  private static let github = Self(
    name: "github", summary: "annotations of GitHub Actions",
    write: { report, invocation in
      let paths = RepositoryPaths(ofGitHub: invocation.variables)
      return CIReport.gitHub(report.worstFirst, repositoryPath: paths.path(to:))
    },
    writeFix: { fix, invocation in
      let paths = RepositoryPaths(ofGitHub: invocation.variables)
      return CIReport.gitHub(fix, repositoryPath: paths.path(to:))
    })
}

extension CheckReport {
  /// Returns a line of the summary, broken at words, with the counts of errors at its end in their colour.
  fileprivate func styled(_ line: String, _ presentation: Presentation) -> String {
    let line = WordWrap.text(line, presentation.width)
    let counts = diagnostics.counts
    guard line.hasSuffix(counts) else { return line }
    let style: Presentation.Style = hasErrors ? .error : diagnostics.isEmpty ? .added : .breaking
    return line.dropLast(counts.count) + presentation.text(counts, style)
  }
}
