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
  /// A name that the command does not declare is a mistake in the program, and stops it.
  public func values(of name: String) -> [String] {
    if let values = words.options[name] { return values }
    if let mistake = words.subcommand.mistake(inName: name) { command.stop(for: mistake) }
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
        "`\(words.subcommand.name)` ignores `--env-file`, which is for the program's own commands;"
        + " `\(line("check", "--variables", paths[paths.count - 1]))` checks with its variables"
      output.problem(WordWrap.text(note, output.problemWidth(), after: "note: "))
    }
  }

  /// Returns the environments that `--environment` names, each once, for a command that accepts
  /// several; without known ones, they may have any names.
  func chosenEnvironments(among known: [String]?) throws(UsageError) -> [String?] {
    var chosen: [String?] = []
    for name in values(of: CommandOption.environment.name) where !chosen.contains(name) {
      if let known, !known.contains(name) { throw UsageError.unknownEnvironment(name, known) }
      chosen.append(name)
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
    do throws(DiagnosticsError) {
      return try ServiceConfiguration(source, settings: command.settings)
    } catch {
      throw error.withFile(
        inFolder: value(of: CommandOption.config.name), like: command.configuration)
    }
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
      let error = error.withFileOfVariables(listedBy: line("env"))
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
  /// - Throws: `DiagnosticsError` with every error; `UsageError` for an unknown environment.
  func model(
    of configuration: ServiceConfiguration? = nil, namesSelection: Bool = true
  ) throws -> WiringModel {
    var configuration = try configuration ?? self.configuration()
    try checkSelection(in: configuration)
    let (environment, source) = selection
    if let environment, !configuration.environments.contains(environment) {
      var error = UsageError.unknownEnvironment(environment, configuration.environments)
      error.message += source
      throw error
    }
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

  /// Returns an error of a name with the environments whose models have it, of the first twenty.
  func hinting(_ error: UsageError, if isThere: (WiringModel) -> Bool) -> UsageError {
    guard let configuration = try? configuration() else { return error }
    let names = configuration.environments.prefix(20).filter { name in
      var ignored = DiagnosticCollector()
      return model(of: configuration, name, into: &ignored).map(isThere) ?? false
    }
    guard !names.isEmpty else { return error }
    var error = error
    // That it is there says what was meant, better than a similar name.
    let fact = error.help.flatMap { $0.hasPrefix("did you mean") ? nil : "; \($0)" }
    error.help =
      "it is in the environment\(names.count == 1 ? "" : "s") \(names.someQuoted())\(fact ?? "")"
    return error
  }

  /// Returns the node of a key, as ``ModelIndex/service(_:_:line:)`` does.
  func service(_ key: String, in index: ModelIndex) throws(UsageError) -> WiringModel.Node {
    do throws(UsageError) {
      return try index.service(key, command.catalog, line: line)
    } catch {
      throw hinting(error, if: { ModelIndex($0).node(key) != nil })
    }
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
  /// Returns the error of variables that are not set, the last of which says how to list and to set them.
  fileprivate func withFileOfVariables(listedBy line: String) -> Self {
    guard let last = diagnostics.lastIndex(where: { $0.code == .missingEnvironmentVariable }) else {
      return self
    }
    var diagnostics = diagnostics
    diagnostics[last] = diagnostics[last].fix(
      .init("`\(line)` lists all variables, and `--env-file FILE` reads them from a file"))
    return changed(diagnostics)
  }

  /// Returns the error of a folder that `--config` names with the root file in it, that of the program's own name
  /// or the only one; the error itself for any other path.
  fileprivate func withFile(inFolder path: String?, like own: ConfigurationSource) -> Self {
    guard let path, codes == [.unreadableFile], case .success = FileOperations.system.entries(path)
    else { return self }
    var files: [String] = []
    for pattern in ["*.yaml", "*.yml"] {
      let found = try? ConfigurationSource.files(
        matching: PathText.joined(path, pattern), option: CommandOption.config.name)
      files += (found ?? []).compactMap(\.path)
    }
    let name = own.path.map(PathText.lastPart)
    guard
      let file = files.first(where: { PathText.lastPart(of: $0) == name })
        ?? (files.count == 1 ? files[0] : nil)
    else { return self }
    return changed(
      diagnostics.map { $0.fix(.init("did you mean `\(DisplayText.line(file))`?")) })
  }
}
