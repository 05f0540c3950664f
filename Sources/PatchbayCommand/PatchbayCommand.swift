public import Patchbay
import PatchbayDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A command line for a program that uses a configuration: `check`, `env`, `list`, `show`, `why`, `graph`,
/// `config`, `diff`, `schema`, `completion`, `help`, and the program's own commands.
///
/// ```swift
/// import Patchbay
/// import PatchbayCommand
///
/// let command = PatchbayCommand(
///   "greeter",
///   catalog: .app,
///   configuration: .shipped("Config/services.yaml"),
///   subcommands: [
///     Subcommand("greet", summary: "Greets once.") { invocation in
///       let container = Container(try invocation.plan())
///       invocation.output.result(try container.resolve("greeter", as: Greeter.self).greeting)
///       return ExitCode.success
///     }
///   ]
/// )
/// await command.main()
/// ```
///
/// It builds no service: `check`, `env`, `list`, `show`, `why`, `graph`, `config` and `diff` stop at the plan, and a command of the
/// program runs only if its arguments are valid.
public struct PatchbayCommand: Sendable {
  /// The program's name, as users type it.
  let name: String
  let summary: String?
  let version: String?
  let catalog: FactoryCatalog
  let configuration: ConfigurationSource
  private(set) var environment: EnvironmentSelection
  let modules: [any Module]
  /// The location where it is created, and so where the modules are passed.
  let location: SwiftLocation
  let settings: LoadSettings
  let variables: [String: String]
  private(set) var output: CommandOutput
  let subcommands: [Subcommand]

  /// Creates a command line.
  ///
  /// - Parameters:
  ///   - name: The program's name, as users type it.
  ///   - summary: One sentence about the program, above the list of its commands.
  ///   - catalog: The types that the configuration may name.
  ///   - configuration: The root file, unless the option `--config` names another.
  ///   - environment: What a command that answers for one environment does if none is selected.
  ///   - modules: Definitions of the program, above all files.
  ///   - requests: What the program requests, with which `check` compares each environment.
  ///   - settings: The settings of the load.
  ///   - version: The program's version, which `--version` prints.
  ///   - documentation: The address of Patchbay's documentation as the team of the program reads it, such
  ///     as `https://docs.example.com/documentation/patchbay`. Text, JSON and SARIF then contain the
  ///     address of the page about each diagnostic.
  ///   - variables: The variables for `$(env:…)`, `PATCHBAY_ENV`, `NO_COLOR` and `COLUMNS`; nil for
  ///     those of the process.
  ///   - output: The destination of the output; nil for the streams of the process.
  ///   - subcommands: The program's own commands, in the order of the help text. One with the name
  ///     of a built-in command replaces it.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(
    _ name: String,
    summary: String? = nil,
    catalog: FactoryCatalog,
    configuration: ConfigurationSource,
    environment: EnvironmentSelection = .optional,
    modules: [any Module] = [],
    requests: Requests? = nil,
    settings: LoadSettings = LoadSettings(),
    version: String? = nil,
    documentation: String? = nil,
    variables: [String: String]? = nil,
    output: CommandOutput? = nil,
    subcommands: [Subcommand] = [],
    fileID: String = #fileID,
    line: Int = #line
  ) {
    let variables = variables ?? ServiceConfiguration.processVariables()
    (self.name, self.summary) = (name, summary)
    self.version = version
    self.catalog = catalog
    self.configuration = configuration
    self.environment = environment
    self.modules = modules.and(requests)
    self.location = SwiftLocation(fileID: fileID, line: line)
    self.settings = settings
    self.variables = variables
    self.output = output ?? .standard(variables: variables)
    self.output.documentation = documentation
    let own = Set(subcommands.map(\.name))
    self.subcommands = subcommands + Subcommand.builtIn.filter { !own.contains($0.name) }
    let isRight = own.count == subcommands.count && subcommands.allSatisfy(\.isCallable)
    if !isRight {
      stop(
        for: "the names of commands, arguments and options are unique, options begin with `-`, "
          + "optional arguments come last, and a repeatable one is the last")
    }
  }

  /// Runs the command that the process's arguments name, and ends the process with the exit code.
  ///
  /// It is the last call of a program: what follows it does not run. ``run(_:)`` returns the exit code
  /// instead.
  public func main() async -> Never {
    exit(await run(CommandLine.arguments.dropFirst()))
  }

  /// Runs the command that the arguments name; without arguments, shows the help and ends with
  /// ``ExitCode/wrongUsage``.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  /// - Returns: The process's exit code: one of ``ExitCode``, or that of a command of the program.
  public func run(_ arguments: some Sequence<String>) async -> Int32 {
    let code = await perform(Array(arguments)[...])
    output.progress?.remove()
    guard let error = output.failure() else { return code }
    output.problem("error: the result could not be written: \(String(cString: strerror(error)))")
    return ExitCode.unwrittenResult
  }

  private func perform(_ words: ArraySlice<String>) async -> Int32 {
    // Also for what is said before the options are known to be right.
    var output = output.colored(by: ArgumentParser.color(in: words))
    var words = words
    var usage = generalUsage
    do {
      switch words.popFirst() {
      case nil:
        output.problem(helpText(output.problemPresentation))
        return ExitCode.wrongUsage
      case Completion.request?:
        var command = self
        // What a completed line would say is not part of the answer, and it may select no environment yet.
        command.output.problem = { _ in }
        if case .required = environment { command.environment = .optional }
        output.result(Completion(command, words).text)
      case "--help"?, "-h"?: output.result(helpText(output.presentation))
      case "--version"?:
        if let extra = words.first { throw UsageError.superfluous(extra) }
        let versions = [name, version, "(Patchbay \(Release.version))"]
        output.result(versions.compactMap(\.self).joined(separator: " "))
      case "help"?:
        let parser = try ArgumentParser(words, of: .help, in: self)
        try parser.check()
        // The help about help is the list of commands.
        let topic = parser.arguments.first.flatMap { $0 == "help" ? nil : $0 }
        output.result(helpText(of: try topic.map(subcommand), output.presentation))
      case let name?:
        let subcommand = try subcommand(name)
        usage = self.usage(of: subcommand)
        let parser = try ArgumentParser(words, of: subcommand, in: self)
        if parser.wantsHelp {
          output.result(helpText(of: subcommand, output.presentation))
          break
        }
        var invocation = Invocation(command: self, words: parser)
        try parser.check()
        output = invocation.output
        try invocation.readEnvFiles()
        return try await subcommand.action(invocation)
      }
      return ExitCode.success
    } catch let error as DiagnosticsError {
      output.report(error.diagnostics)
      return Self.exitCode(of: error)
    } catch let mistake as UsageError {
      report(mistake, usage, output)
      return ExitCode.wrongUsage
    } catch {
      output.problem(DisplayText.lines("error: \(error)", limit: 1 << 16).joined(separator: "\n"))
      return error is UnavailableError ? ExitCode.unavailable : ExitCode.failure
    }
  }

  private func subcommand(_ name: String) throws(UsageError) -> Subcommand {
    if let found = subcommands.first(where: { $0.name == name }) { return found }
    throw unknownCommand(name)
  }

  private static func exitCode(of error: DiagnosticsError) -> Int32 {
    let codes = Set(error.codes)
    // The caller named an environment that the configuration does not have: a usage error.
    if codes.contains(.unknownEnvironment) { return ExitCode.wrongUsage }
    let failures: Set<DiagnosticCode> =
      [.factoryFailed, .startFailed, .startTimedOut, .stopFailed, .serviceEnded]
    if !codes.isDisjoint(with: failures) { return ExitCode.unavailable }
    return error.isOfRequest ? ExitCode.failure : ExitCode.invalidConfiguration
  }

  private func report(_ mistake: UsageError, _ usage: String, _ output: CommandOutput) {
    let presentation = output.problemPresentation
    func labelled(_ text: String, _ label: String, _ style: Presentation.Style) -> String {
      // They may repeat names of files, such as a similar one.
      let safe = DisplayText.lines(text, limit: 1 << 16).joined(separator: "\n")
      let lines = WordWrap.text(safe, presentation.width, after: "\(label): ")
      return presentation.text(label, style) + lines.dropFirst(label.count)
    }
    var lines = [labelled(mistake.message, "error", .error)]
    if let help = mistake.help { lines.append(labelled(help, "help", .help)) }
    lines.append("usage: " + usage)
    output.problem(lines.joined(separator: "\n"))
  }
}

extension Subcommand {
  /// `help [COMMAND]`, which the list of commands shows apart from the others.
  fileprivate static let help = Subcommand(
    "help", summary: "", arguments: [CommandArgument(optional: "COMMAND")]
  ) { _ in ExitCode.success }
  .refusing(
    CommonOption.environment, CommonOption.overlay, CommonOption.config, CommonOption.envFile,
    CommonOption.quiet)
}

extension PatchbayCommand {
  /// Stops the program for an error in its source, which no user of the command line can correct.
  func stop(for rule: String) -> Never {
    // Unlike `preconditionFailure`, this shows its text in release builds, too.
    fatalError("`PatchbayCommand` at \(location): \(rule)")
  }
}

extension PatchbayCommand: SafelyMirrored {
  package var mirrored: KeyValuePairs<String, Any> {
    ["name": name, "subcommands": subcommands.map(\.name)]
  }
}
