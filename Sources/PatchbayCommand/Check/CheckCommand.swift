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
    options: [environments, base, overlays, checkFormat, variables, strict, fixes],
    exitCodes: [ExitCode.differs: "with --strict, something could not be checked without values"],
    examples: ["check", "check --overlays 'FOLDER/*.yaml'", "check --fix"]
  ) { invocation in
    var reading = DiagnosticCollector()
    let values = CheckedVariables(invocation, into: &reading)
    let grids = try CheckedOverlays(invocation)
    if invocation[fixes] { try fix(invocation, variables: values.values) }
    let report: CheckReport
    do {
      let configuration = try invocation.configuration()
      var environments: [String?] = invocation[base] ? [nil] : []
      environments += try invocation.chosenEnvironments(
        Self.environments, of: configuration)
      if environments.isEmpty { environments = configuration.checkedEnvironments }
      let areAll = Set(configuration.checkedEnvironments).isSubset(of: environments)
      let grid = try grids.grid(with: environments)
      values.checkSelection(
        among: configuration.environments, checked: environments, into: &reading)
      var check = CombinedCheck(grid)
      for diagnostic in reading.diagnostics { check.add(diagnostic) }
      check.run(
        configuration, catalog: invocation.command.catalog, findsUnused: areAll,
        progress: { invocation.progress?.show($0, of: grid.count, grid.name($0)) }
      ) {
        values.check(invocation, $0, $1, into: &$2)
      }
      report = CheckReport(
        check, of: configuration, overlays: invocation.overlays,
        overlayIsMissing: check.diagnostics.contains(where: invocation.isOfMissingOverlay),
        variablesAreMissing: values.areMissing)
    } catch let error as DiagnosticsError where error.codes != [.unknownEnvironment] {
      // Reading failed: no environment can be checked.
      report = CheckReport(reading.diagnostics + error.diagnostics)
    }
    let format = invocation[checkFormat]
    let text = format.write(report, invocation)
    // Without mistakes, there is no command for GitHub, and no line that would be none.
    if !text.isEmpty { invocation.output.result(text) }
    if report.hasErrors { return ExitCode.invalidConfiguration }
    guard invocation[strict], report.hasUnchecked else { return ExitCode.success }
    // The other formats have no line for it, and an exit code alone says nothing.
    let isShown = format.hasSummary && !invocation.isQuiet
    if !isShown, !report.unchecked.isEmpty { invocation.output.problem(report.unchecked) }
    return ExitCode.differs
  }

  private static let environments = CommandOption(
    "--environment", values: .environment,
    summary: "check this environment only; may be given several times")
  private static let base = CommandOption(
    "--base", summary: "check the base alone, without any environment")
  static let overlays = CommandOption(
    "--overlays", values: .pattern,
    summary: "also check each environment with each of these overlays")
  /// The formats of a check, and of the fixes that it applies.
  static let checkFormat = CommandOption(formats: CheckFormat.all)
  static let variables = CommandOption(
    "--variables", value: .file,
    summary: """
      check with the variables of a file of lines NAME=VALUE, or with those of the process \
      where FILE is `process`; without it, no variable is looked at
      """)
  private static let strict = CommandOption(
    "--strict",
    summary: "exit with 1 where a value, or what decides the wiring, could not be checked")
  private static let fixes = CommandOption(
    "--fix", summary: "apply the fixes that are certain to the files")
}

extension Invocation {
  /// Whether an error is that of a file that `--overlay` names: then no environment is checked.
  fileprivate func isOfMissingOverlay(_ diagnostic: Diagnostic) -> Bool {
    guard [.fileNotFound, .unreadableFile].contains(diagnostic.code),
      case .file(let file)? = diagnostic.labels.first?.place
    else { return false }
    return self[CommonOption.overlay].contains(file)
  }
}
