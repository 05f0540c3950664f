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
  public var output: CommandOutput { command.output.colored(by: shared(.color)?.last) }

  /// Whether only results and errors are shown.
  var isQuiet: Bool { shared(.quiet) != nil }

  /// The line that shows how far the command is; nil if none is shown.
  var progress: ProgressLine? { isQuiet ? nil : command.output.progress }

  /// Returns the values of an option of every command, unless the command has one of its own of that name.
  private func shared(_ option: CommandOption) -> [String]? {
    let isShared = words.subcommand.options.contains { $0.name == option.name && $0.isShared }
    return isShared ? words.options[option.name] : nil
  }

  /// Returns the value of an argument or of an option, the last one of several, or nil if it was not given.
  ///
  /// - Parameter name: The name of an argument, such as `ADDRESS`, or an option, such as `--port`.
  /// - Returns: The value, which fits the declaration.
  public func value(of name: String) -> String? { values(of: name).last }

  /// Returns all values of an argument or of an option, in their order.
  ///
  /// A name that the command does not declare is an error in the program, and stops it.
  public func values(of name: String) -> [String] {
    if let values = words.options[name] { return values }
    let subcommand = words.subcommand
    if !(subcommand.arguments.map(\.name) + subcommand.options.map(\.name)).contains(name) {
      command.stop(for: "the command `\(subcommand.name)` declares no `\(name)`")
    }
    return words.values(ofArgument: name)
  }

  /// Returns the value of an argument or of an option that the command cannot do without.
  ///
  /// It does not throw for an argument that is required by its declaration.
  ///
  /// - Throws: ``UsageError`` if it was not given.
  public func requiredValue(of name: String) throws(UsageError) -> String {
    guard let value = value(of: name) else { throw words.missing(name) }
    return value
  }

  /// Returns whether an argument or an option was given.
  public func has(_ name: String) -> Bool { !values(of: name).isEmpty }

  /// Adds the variables of the files that `--env-file` names, for a command of the program.
  ///
  /// - Throws: `DiagnosticsError` with all that is wrong with the files.
  mutating func readEnvFiles() throws(DiagnosticsError) {
    guard let paths = shared(.envFile) else { return }
    if !words.subcommand.isBuiltIn {
      variables = try DotEnvFile.variables(variables, over: paths)
    } else if !isQuiet {
      let note =
        "`\(words.subcommand.name)` ignores `--env-file`, which is for the program's own commands"
      output.problem(WordWrap.text(note, output.problemWidth(), after: "note: "))
    }
  }

  /// Returns the environments that `--environment` names, each once, for a command that accepts
  /// several.
  ///
  /// - Throws: `DiagnosticsError` for one that the configuration does not have, unless it is among `others`.
  func chosenEnvironments(
    of configuration: ServiceConfiguration, or others: [String] = []
  ) throws(DiagnosticsError) -> [String?] {
    let chosen = values(of: CommandOption.environment.name).uniqued
    for name in chosen where !others.contains(name) {
      try configuration.checkEnvironment(name)
    }
    return chosen
  }

  /// The files that `--overlay` names, low to high.
  public var overlays: [ConfigurationSource] {
    let option = CommandOption.overlay.name
    return values(of: option).map { ConfigurationSource(path: $0, request: .option(option)) }
  }

  /// Reads the configuration: the file that `--config` names, or the program's own.
  ///
  /// - Throws: `DiagnosticsError` with every error of reading.
  public func configuration() throws(DiagnosticsError) -> ServiceConfiguration {
    try ServiceConfiguration(source, settings: command.settings)
  }

  /// The root file that `--config` names, or the program's own.
  var source: ConfigurationSource {
    let option = CommandOption.config.name
    var source = command.configuration
    if let path = value(of: option) {
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
  /// The error of variables that are not set, the last of which says how to list and to set them.
  fileprivate var withFileOfVariables: Self {
    guard let last = diagnostics.lastIndex(where: { $0.code == .missingEnvironmentVariable }) else {
      return self
    }
    var diagnostics = diagnostics
    diagnostics[last] = diagnostics[last].fix(
      "`env` lists all variables, and `--env-file FILE` reads them from a file")
    return changed(diagnostics)
  }
}
