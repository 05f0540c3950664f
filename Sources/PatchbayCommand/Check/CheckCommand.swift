import Patchbay
import PatchbayDiagnostics

extension Subcommand {
  /// `check`: every environment against the catalog, without building anything.
  static let check = Subcommand(
    "check",
    summary: "Checks the configuration and builds nothing.",
    details: """
      Every environment is checked, or those that --environment names; a configuration without
      environments is checked as it is. An error that several environments share is reported once.

      No variable needs to be set: a value that $(env:NAME) is a part of is checked by what can be
      known of it, such as its default and the types of everything that reads NAME. Files outside
      the configuration's folder and the program's own sources are not asked, either.

      With --fix the files are changed where an error leaves no doubt about what was meant, such as
      a misspelt field with one similar name, and the other errors are reported. Comments and layout stay.
      """,
    options: [
      CommandOption(
        "--environment", value: "NAME", isRepeatable: true,
        summary: "check this environment only; may be given several times"),
      CommandOption("--base", summary: "check the base alone, without any environment"),
      .overlay,
      CommandOption(
        "--format", value: "FORMAT",
        choices: ["terminal", "line", "json", "sarif", "github", "gitlab", "junit", "markdown"],
        summary: """
          terminal (with source lines), line (one line each, for CI and Xcode), json, sarif (for \
          code scanning), github (annotations of GitHub Actions), gitlab (GitLab's Code Quality), \
          junit (test reports), or markdown (for comments and job summaries)
          """),
      CommandOption(
        "--variables", value: "FILE",
        summary: """
          check with the variables of a file of lines NAME=VALUE, or with those of the process \
          where FILE is `process`; without it, no variable is looked at
          """),
      CommandOption(
        "--strict", summary: "exit with 1 where only the program's own types can check a value"),
      CommandOption("--fix", summary: "apply the fixes that are certain to the files"),
    ]
  ) { invocation in
    var reading = DiagnosticCollector()
    let variables = CheckedVariables(invocation, into: &reading)
    if invocation.has("--fix") { try fix(invocation, variables: variables.values) }
    var report = CheckReport(variables: variables)
    report.add(reading.diagnostics)
    do {
      let configuration = try invocation.configuration()
      let environments = try environments(of: configuration, invocation)
      for (index, environment) in environments.enumerated() {
        invocation.progress?.show(index, of: environments.count, environment ?? "the base alone")
        report.check(configuration, environment, invocation)
      }
    } catch let error as DiagnosticsError {
      // Reading failed: no environment can be checked.
      report.add(error.diagnostics)
    }
    let text = report.text(
      invocation.value(of: "--format") ?? "terminal", renderer: invocation.output.resultRenderer,
      tool: invocation.command.name, variables: invocation.variables, isQuiet: invocation.isQuiet)
    // Without mistakes, there is no command for GitHub, and no line that would be none.
    if !text.isEmpty { invocation.output.result(text) }
    if report.hasErrors { return ExitCode.invalidConfiguration }
    return invocation.has("--strict") && report.hasUnchecked ? ExitCode.differs : ExitCode.success
  }

  private static func environments(
    of configuration: ServiceConfiguration, _ invocation: Invocation
  ) throws -> [String?] {
    let known = configuration.environments
    var chosen: [String?] = invocation.has("--base") ? [nil] : []
    for name in invocation.values(of: "--environment") {
      guard known.contains(name) else { throw UsageError.unknownEnvironment(name, known) }
      if !chosen.contains(name) { chosen.append(name) }
    }
    if !chosen.isEmpty { return chosen }
    return known.isEmpty ? [nil] : known
  }
}
