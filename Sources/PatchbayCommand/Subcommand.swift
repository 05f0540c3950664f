import PatchbayConfiguration
import PatchbayDiagnostics

/// A command of a program: its name, its arguments, and its action.
public struct Subcommand: Sendable {
  /// The name of the command, as users type it.
  package let name: String
  let summary: String
  let details: String
  let arguments: [_WordDeclaration]
  private(set) var options: [_WordDeclaration]
  /// The names of words, at most one of which may be given.
  let exclusive: [[String]]
  let exitCodes: [Int32: String]
  let action: @Sendable (Invocation) async throws -> Int32
  let examples: [String]
  /// Whether it is a command of the library.
  private(set) var isBuiltIn = false

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The name of the command, as users type it.
  ///   - summary: One sentence for the list of commands.
  ///   - details: Further paragraphs for the command's own help text.
  ///   - arguments: Its positional arguments, each a ``CommandArgument``, in their order.
  ///   - options: Its own options, each a ``CommandOption``, in addition to `--config`, `--environment`, `--overlay`,
  ///     `--env-file`, `--color` and `--quiet`, which every command has. One of the same name replaces that.
  ///   - exclusive: Groups of its options that cannot be used together.
  ///   - exitCodes: The meanings of its own exit codes, for the help text; those of ``ExitCode``
  ///     are known.
  ///   - examples: Calls for the help text, without the program's name: `serve --port 8080`.
  ///   - action: Runs the command and returns its exit code. If it throws, the error is shown, and
  ///     the exit code is 78 for a `DiagnosticsError` (64 if the environment is unknown), 64 for a
  ///     ``UsageError``, 69 if a factory or a start failed, and 70 for any other error.
  public init(
    _ name: String,
    summary: String,
    details: String = "",
    arguments: [any CommandWord] = [],
    options: [any CommandWord] = [],
    exclusive: [[any CommandWord]] = [],
    exitCodes: [Int32: String] = [:],
    examples: [String] = [],
    action: @escaping @Sendable (Invocation) async throws -> Int32
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.arguments = arguments.map(\._declaration)
    self.exclusive = exclusive.map { $0.map(\._declaration.name) }
    (self.exitCodes, self.examples) = (exitCodes, examples)
    let own = options.map(\._declaration)
    self.options =
      own + CommonOption.all.map(\._declaration).filter { !own.map(\.name).contains($0.name) }
    self.action = action
  }

  /// The commands of the library, in the order of the help text.
  package static let builtIn: [Subcommand] = [
    check, env, list, show, why, graph, config, diff, schema, completion,
  ].map(\.asBuiltIn)

  private var asBuiltIn: Self {
    var subcommand = self
    subcommand.isBuiltIn = true
    for index in options.indices
    where !selectsOne && options[index].name == CommonOption.envFile.name {
      subcommand.options[index].kind = .ignored
    }
    return subcommand
  }

  /// Whether it applies to one environment: others cover all, by an option of their own, or none.
  private var selectsOne: Bool {
    options.contains { $0.name == CommonOption.environment.name && $0.kind == .common }
  }

  /// Whether variables of a file make no difference.
  var ignoresEnvFiles: Bool { isBuiltIn && !selectsOne }

  /// Returns the command without options that would have no effect.
  func refusing(_ refused: any CommandWord...) -> Self {
    var subcommand = self
    let names = refused.map(\._declaration.name)
    subcommand.options.removeAll { names.contains($0.name) }
    return subcommand
  }

  /// Whether each argument and option can be given.
  var isCallable: Bool {
    let names = arguments.map(\.name) + options.map(\.name)
    return Set(names).count == names.count
      && options.allSatisfy { $0.name.hasPrefix("-") && !$0.name.contains("=") }
      && arguments.dropLast().allSatisfy { !$0.isRepeatable }
      && zip(arguments, arguments.dropFirst()).allSatisfy { $0.isRequired || !$1.isRequired }
  }

  /// The options that help texts and completions name.
  var offeredOptions: [_WordDeclaration] { options.filter { $0.kind != .ignored } }

  /// The names of its formats, the first of which needs no option; empty if it has none.
  package var formats: [String] {
    guard case .choice(let names)? = options.first(where: { $0.name == "--format" })?.value?.kind
    else { return [] }
    // The last one is another name of the first.
    return names.last == "text" ? names.dropLast() : names
  }
}

/// The exit codes of a command, with the numbers of `sysexits.h`.
public enum ExitCode {
  /// The command succeeded.
  public static let success: Int32 = 0
  /// The answer is no: a check with `--strict` found values that it could not check, or nothing needs
  /// the service that `why` was asked about.
  static let differs: Int32 = 1
  /// The usage was wrong, or the configuration does not have the environment, or none is selected
  /// although the program needs one; the command did nothing.
  public static let wrongUsage: Int32 = 64
  /// A factory, a start, a run or a stop failed: something that the program needs is not available, such as
  /// a port.
  public static let unavailable: Int32 = 69
  /// A command of the program failed otherwise, for example because it requested a service outside of
  /// its scope.
  public static let failure: Int32 = 70
  /// A result could not be written, for example because the disk is full.
  public static let unwrittenResult: Int32 = 74
  /// The configuration, or a file of variables, has errors.
  public static let invalidConfiguration: Int32 = 78
}
