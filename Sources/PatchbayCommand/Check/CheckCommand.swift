import Patchbay
import PatchbayConfiguration
import PatchbayDiagnostics

extension Subcommand {
  /// `check`: every environment against the catalog, without building anything.
  static let check = Subcommand(
    "check",
    summary: "Checks the configuration and builds nothing.",
    details: """
      Every environment is checked, or those that --environment names; a configuration without
      environments is checked as it is. An error that several environments share is reported once.
      The base alone is checked with --base; without it, one line says if the base has errors of
      its own, and the program needs an environment.

      With --overlays 'Config/overlays/*.yaml' each of the files is also laid over each environment.
      The pattern must be in quotes.

      What no environment uses is reported where all environments are checked: services and
      parameters (if the configuration declares roots), templates, types of the catalog, and
      overlays that change nothing.

      No variable needs to be set: a value that $(env:NAME) is a part of is checked by what can be
      known of it, such as its default and the types of everything that reads NAME. Files outside
      the configuration's folder and the program's own sources are not asked, either.

      With --fix the files are changed where an error leaves no doubt about what was meant, such as
      a misspelt field with one similar name, and the other errors are reported. Comments and layout stay.
      """,
    options: [
      CommandOption(
        "--environment", value: .environment, isRepeatable: true,
        summary: "check this environment only; may be given several times"),
      CommandOption("--base", summary: "check the base alone, without any environment"),
      .overlay,
      CommandOption(
        "--overlays", value: .pattern, isRepeatable: true,
        summary: "also check each environment with each of these overlays"),
      .format(
        CheckReport.Format.self,
        summary: """
          terminal (with source lines), line (one line each, for CI and Xcode), json, sarif (for \
          code scanning), or github (annotations of GitHub Actions)
          """),
      CommandOption(
        "--variables", value: .file,
        summary: """
          check with the variables of a file of lines NAME=VALUE, or with those of the process \
          where FILE is `process`; without it, no variable is looked at
          """),
      CommandOption(
        "--strict",
        summary: "exit with 1 where a value, or what decides the wiring, could not be checked"),
      CommandOption("--fix", summary: "apply the fixes that are certain to the files"),
    ],
    exitCodes: [ExitCode.differs: "with --strict, something could not be checked without values"],
    examples: ["check", "check --overlays 'FOLDER/*.yaml'", "check --fix"]
  ) { invocation in
    var reading = DiagnosticCollector()
    let variables = CheckedVariables(invocation, into: &reading)
    let overlays = try CheckedOverlays(invocation)
    if invocation.has("--fix") { try fix(invocation, variables: variables.values) }
    let report: CheckReport
    do {
      let configuration = try invocation.configuration()
      var environments: [String?] = invocation.has("--base") ? [nil] : []
      environments += try invocation.chosenEnvironments(of: configuration)
      if environments.isEmpty { environments = configuration.checkedEnvironments }
      let areAll = Set(configuration.checkedEnvironments).isSubset(of: environments)
      let grid = try overlays.grid(with: environments)
      variables.checkSelection(
        among: configuration.environments, checked: environments, into: &reading)
      var check = CombinedCheck(grid)
      for diagnostic in reading.diagnostics { check.add(diagnostic) }
      check.run(
        configuration, catalog: invocation.command.catalog, findsUnused: areAll,
        progress: { invocation.progress?.show($0, of: grid.count, grid.name($0)) }
      ) {
        variables.check(invocation, $0, $1, into: &$2)
      }
      report = CheckReport(
        check, of: configuration, overlays: invocation.overlays,
        overlayIsMissing: check.diagnostics.contains(where: invocation.isOfMissingOverlay),
        variablesAreMissing: variables.areMissing)
    } catch let error as DiagnosticsError where error.codes != [.unknownEnvironment] {
      // Reading failed: no environment can be checked.
      report = CheckReport(reading.diagnostics + error.diagnostics)
    }
    let format = invocation.format(CheckReport.Format.self)
    let text = report.text(
      format, renderer: invocation.output.resultRenderer, invocation.output.presentation,
      tool: invocation.command.name, variables: invocation.variables, isQuiet: invocation.isQuiet)
    // Without mistakes, there is no command for GitHub, and no line that would be none.
    if !text.isEmpty { invocation.output.result(text) }
    if report.hasErrors { return ExitCode.invalidConfiguration }
    guard invocation.has("--strict"), report.hasUnchecked else { return ExitCode.success }
    // The other formats have no line for it, and an exit code alone says nothing.
    let isShown = [.terminal, .line].contains(format) && !invocation.isQuiet
    if !isShown, !report.unchecked.isEmpty { invocation.output.problem(report.unchecked) }
    return ExitCode.differs
  }
}

extension Invocation {
  /// Whether an error is that of a file that `--overlay` names: then no environment is checked.
  fileprivate func isOfMissingOverlay(_ diagnostic: Diagnostic) -> Bool {
    guard [.fileNotFound, .unreadableFile].contains(diagnostic.code),
      case .file(let file)? = diagnostic.labels.first?.place
    else { return false }
    return values(of: CommandOption.overlay.name).contains(file)
  }
}
