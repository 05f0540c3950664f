public import Patchbay
import PatchbayDiagnostics

/// One call of a command, with its arguments and access to the configuration.
public struct Invocation: Sendable {
  let command: PatchbayCommand
  let words: ArgumentParser
  /// The variables that `$(env:…)` reads: those of the process, and below them those of `--env-file`.
  public private(set) var variables: [String: String]

  init(command: PatchbayCommand, words: ArgumentParser) {
    (self.command, self.words) = (command, words)
    variables = command.variables
  }

  /// The destination of the command's output, with colours as `--color` says.
  public var output: CommandOutput { command.output.colored(by: common(CommonOption.color)) }

  /// Whether only results and errors are shown.
  public var isQuiet: Bool { common(CommonOption.quiet) }

  /// The line that shows how far the command is; nil if none is shown.
  var progress: ProgressLine? { isQuiet ? nil : command.output.progress }

  /// Returns what was given for an argument or an option.
  ///
  /// One that the command does not declare is an error in the program, and stops it.
  public subscript<Word: CommandWord>(word: Word) -> Word.Result {
    let (declaration, subcommand) = (word._declaration, words.subcommand)
    let isDeclared = (subcommand.arguments + subcommand.options).contains {
      $0.name == declaration.name
    }
    guard isDeclared || declaration.kind == .common else {
      command.stop(for: "the command `\(subcommand.name)` declares no `\(declaration.name)`")
    }
    return word._result(of: words.values(of: declaration.name))
  }

  /// Returns the result of an option of every command, unless the command has one of its own of that name.
  private func common<Result>(_ option: CommandOption<Result>) -> Result {
    let isReplaced = words.subcommand.options.contains {
      $0.name == option.name && $0.kind == .own
    }
    return isReplaced ? option._result(of: []) : self[option]
  }

  /// Adds the variables of the files that `--env-file` names, for a command that applies to one environment:
  /// `PATCHBAY_ENV` in them selects it.
  ///
  /// - Throws: `DiagnosticsError` with all that is wrong with the files.
  mutating func readEnvFiles() throws(DiagnosticsError) {
    let paths = common(CommonOption.envFile)
    if paths.isEmpty { return }
    if !words.subcommand.ignoresEnvFiles {
      variables = try DotEnvFile.variables(variables, over: paths)
    } else if !isQuiet {
      let note =
        "`\(words.subcommand.name)` ignores `--env-file`, which is for commands that apply to one environment"
      output.problem(WordWrap.text(note, output.problemWidth(), after: "note: "))
    }
  }

  /// Returns the environments that a command's own `--environment` names, each once.
  ///
  /// - Throws: `DiagnosticsError` for one that the configuration does not have, unless it is among `others`.
  func chosenEnvironments(
    _ option: CommandOption<[String]>, of configuration: ServiceConfiguration,
    or others: [String] = []
  ) throws(DiagnosticsError) -> [String?] {
    let chosen = self[option].uniqued
    for name in chosen where !others.contains(name) {
      try configuration.checkEnvironment(name)
    }
    return chosen
  }

  /// The files that `--overlay` names, low to high.
  public var overlays: [ConfigurationSource] {
    let option = CommonOption.overlay
    return self[option].map { ConfigurationSource(path: $0, request: .option(option.name)) }
  }

  /// Reads the configuration: the file that `--config` names, or the program's own.
  ///
  /// - Throws: `DiagnosticsError` with every error of reading.
  public func configuration() throws(DiagnosticsError) -> ServiceConfiguration {
    try ServiceConfiguration(source, settings: command.settings)
  }

  /// The root file that `--config` names, or the program's own.
  var source: ConfigurationSource {
    let option = CommonOption.config.name
    var source = command.configuration
    if let path = self[CommonOption.config] {
      source = ConfigurationSource(path: path, request: .option(option))
    } else {
      let option = "\(option) FILE"
      source.request = source.request?.with(option: option) ?? .program(option: option)
    }
    return source
  }

  /// Reads the configuration and checks it against the catalog, for the environment and overlays
  /// that the options name.
  ///
  /// If no environment is selected, the program's ``EnvironmentSelection`` decides. Warnings are written to
  /// the output, unless `--quiet` is given; nothing is built.
  ///
  /// - Throws: `DiagnosticsError` with every error.
  public func plan() throws(DiagnosticsError) -> Plan {
    let plan: Plan
    let configuration = try configuration()
    try checkSelection(in: configuration)
    do throws(DiagnosticsError) {
      plan = try configuration.plan(
        environment: environment,
        variables: variables,
        overlays: overlays,
        modules: command.modules,
        catalog: command.catalog,
        fileID: command.location.fileID,
        line: command.location.line
      )
    } catch {
      let error = error.withFileOfVariables
      if environment == nil { throw error.withoutEnvironment(of: configuration.environments) }
      throw error.ofEnvironment(selection.source)
    }
    show(warnings: plan.warnings)
    return plan
  }

  /// Checks the environment and overlays that the options name without looking at a variable, and
  /// describes the wiring.
  ///
  /// Warnings are written to the output, unless `--quiet` is given; nothing is built. So is which environment it is if
  /// no option selects it, unless the command's own result says so.
  ///
  /// - Throws: `DiagnosticsError` with every error.
  func model(
    of configuration: ServiceConfiguration? = nil, namesSelection: Bool = true
  ) throws(DiagnosticsError) -> WiringModel {
    var configuration = if let configuration { configuration } else { try self.configuration() }
    try checkSelection(in: configuration)
    let (environment, source) = selection
    if let environment { try configuration.checkEnvironment(environment, source) }
    if let environment, !source.isEmpty, namesSelection, !isQuiet {
      output.problem("environment `\(DisplayText.line(environment))`\(source)")
    }
    var collector = DiagnosticCollector()
    configuration = configuration.keepingFiles
    let model = model(of: configuration, environment, into: &collector)
    do throws(DiagnosticsError) {
      try collector.throwErrors()
    } catch {
      throw environment == nil
        ? error.withoutEnvironment(of: configuration.environments) : error
    }
    for diagnostic in configuration.nameWarnings { collector.add(diagnostic) }
    show(warnings: collector.warnings)
    // There is a model exactly if there is no error.
    return model!
  }

  /// Describes the wiring of an environment, with the overlays that the options name; nil if there is an error.
  func model(
    of configuration: ServiceConfiguration, _ environment: String?,
    into collector: inout DiagnosticCollector
  ) -> WiringModel? {
    configuration.model(
      environment: environment, overlays: overlays, modules: command.modules,
      catalog: command.catalog, fileID: command.location.fileID, line: command.location.line,
      into: &collector)
  }

  /// Returns the node of a key or of an alias, for a command about services alone.
  func service(_ key: String, in index: ModelIndex) throws(UsageError) -> WiringModel.Node {
    if let node = index.node(key) { return node }
    throw NameLookup(model: index.model, catalog: command.catalog).miss(key, wanted: .service)
  }

  /// Checks one environment, with overlays above those of the options, and builds nothing; without
  /// variables, it looks at none.
  func check(
    _ configuration: ServiceConfiguration, _ combination: Combination,
    variables: [String: String]?, into collector: inout DiagnosticCollector
  ) -> Plan.Findings {
    configuration.check(
      environment: combination.environment, variables: variables.map(Variables.init) ?? .unknown,
      overlays: overlays + combination.overlays, modules: command.modules, catalog: command.catalog,
      fileID: command.location.fileID, line: command.location.line, into: &collector)
  }

  private func show(warnings: [Diagnostic]) {
    if !warnings.isEmpty, !isQuiet { output.report(warnings) }
  }
}

extension Invocation: SafelyMirrored {
  package var mirrored: KeyValuePairs<String, Any> {
    ["command": command, "arguments": words.arguments, "options": words.options]
  }
}

extension DiagnosticsError {
  /// The error of variables that are not set, which says how to list and to set them.
  fileprivate var withFileOfVariables: Self {
    changed(
      diagnostics.map { diagnostic in
        diagnostic.code == .missingEnvironmentVariable
          ? diagnostic.fix(
            "`env` lists all variables, and `--env-file FILE` reads them from a file")
          : diagnostic
      })
  }
}
