public import Patchbay
import PatchbayDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command line of a program that is wired by a configuration: `check`, `explain`, `graph`,
/// `help`, and the program's own commands beside them.
///
/// ```swift
/// import Patchbay
/// import PatchbayCommand
///
/// let command = PatchbayCommand(
///   "greeter",
///   catalog: .app,
///   configuration: "Config/services.yaml",
///   subcommands: [
///     Subcommand("greet", summary: "Greets once.") { invocation in
///       let container = Container(try invocation.plan())
///       invocation.output.result(try container.resolve("greeter", as: Greeter.self).greeting)
///       return ExitCode.success
///     }
///   ]
/// )
/// exit(await command.run(CommandLine.arguments.dropFirst()))
/// ```
///
/// It builds nothing itself: `check`, `explain` and `graph` stop at the plan, and a command of the
/// program's own runs only after its arguments were understood.
public struct PatchbayCommand: Sendable {
  /// The program's name, as people type it.
  public let name: String
  let catalog: FactoryCatalog
  let configuration: ConfigurationSource
  let modules: [any Module]
  /// Where it is made, and so where the modules are handed in.
  let location: SwiftLocation
  let settings: LoadSettings
  let variables: [String: String]
  let output: CommandOutput
  let subcommands: [Subcommand]

  /// - Parameters:
  ///   - name: The program's name, as people type it.
  ///   - catalog: What the configuration may name.
  ///   - configuration: The root file, unless the option `--config` names another.
  ///   - modules: What the program defines itself, above all files.
  ///   - settings: For loading it.
  ///   - variables: For `$(env:…)`, `PATCHBAY_ENV` and `NO_COLOR`; nil for those of the process.
  ///   - output: Where to write; nil for the streams of the process.
  ///   - subcommands: The program's own commands, in the order of the help text. One that is named
  ///     as one of those here takes its place.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(
    _ name: String,
    catalog: FactoryCatalog,
    configuration: ConfigurationSource,
    modules: [any Module] = [],
    settings: LoadSettings = LoadSettings(),
    variables: [String: String]? = nil,
    output: CommandOutput? = nil,
    subcommands: [Subcommand] = [],
    fileID: String = #fileID,
    line: Int = #line
  ) {
    let variables = variables ?? processVariables()
    self.name = name
    self.catalog = catalog
    self.configuration = configuration
    self.modules = modules
    self.location = SwiftLocation(fileID: fileID, line: line)
    self.settings = settings
    self.variables = variables
    self.output = output ?? .standard(variables: variables)
    let own = Set(subcommands.map(\.name))
    self.subcommands =
      subcommands + [Subcommand.check, .explain, .graph].filter { !own.contains($0.name) }
  }

  /// Runs the command that the arguments name; without any, shows the help as what is wrong.
  ///
  /// - Parameter arguments: The words behind the program's name.
  /// - Returns: The process's exit code, one of ``ExitCode`` or what a command of the program gave.
  public func run(_ arguments: some Sequence<String>) async -> Int32 {
    let code = await perform(arguments)
    guard let error = output.failure() else { return code }
    output.problem("error: the result could not be written: \(String(cString: strerror(error)))")
    return ExitCode.unwrittenResult
  }

  private func perform(_ arguments: some Sequence<String>) async -> Int32 {
    switch ArgumentParser(subcommands: subcommands).parse(Array(arguments)) {
    case .failure(let mistake):
      tell(mistake)
      return ExitCode.wrongUsage
    case .success(.nothing):
      output.problem(helpText)
      return ExitCode.wrongUsage
    case .success(.help(nil)):
      output.result(helpText)
      return ExitCode.success
    case .success(.help(let subcommand?)):
      output.result(helpText(of: subcommand))
      return ExitCode.success
    case .success(.run(let subcommand, let words)):
      return await run(subcommand, Invocation(command: self, words: words))
    }
  }

  private func run(_ subcommand: Subcommand, _ invocation: Invocation) async -> Int32 {
    do {
      return try await subcommand.action(invocation)
    } catch let error as DiagnosticsError {
      output.problem(invocation.renderProblems(error.diagnostics))
      // A name that the configuration does not have was given from outside: the call is wrong.
      return error.codes.contains(.unknownEnvironment)
        ? ExitCode.wrongUsage : ExitCode.invalidConfiguration
    } catch let mistake as UsageError {
      tell(UsageError(mistake.message, help: mistake.help, subcommand: subcommand))
      return ExitCode.wrongUsage
    } catch {
      output.problem("error: \(error)")
      return ExitCode.failure
    }
  }

  private func tell(_ mistake: UsageError) {
    var lines = ["error: \(mistake.message)"]
    if let help = mistake.help { lines.append("help: \(help)") }
    lines.append("usage: " + (mistake.subcommand.map(usage) ?? generalUsage))
    output.problem(lines.joined(separator: "\n"))
  }
}
