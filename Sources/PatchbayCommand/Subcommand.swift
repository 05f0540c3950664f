import PatchbayConfiguration
import PatchbayDiagnostics

/// A command of a program: its name, its arguments, and its action.
public struct Subcommand: Sendable {
  /// The name of the command, as users type it.
  let name: String
  let summary: String
  let details: String
  let arguments: [CommandArgument]
  let options: [CommandOption]
  let exitCodes: [Int32: String]
  let action: @Sendable (Invocation) async throws -> Int32
  let examples: [String]
  /// Whether it is a command of the library, which looks at no variable of a file.
  private(set) var isBuiltIn = false

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The name of the command, as users type it.
  ///   - summary: One sentence for the list of commands.
  ///   - details: Further paragraphs for the command's own help text.
  ///   - arguments: Its positional arguments, in their order.
  ///   - options: Its own options, in addition to `--config`, `--environment`, `--overlay`,
  ///     `--env-file`, `--color` and `--quiet`, which every command has. One of the same name replaces that.
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
    arguments: [CommandArgument] = [],
    options: [CommandOption] = [],
    exitCodes: [Int32: String] = [:],
    examples: [String] = [],
    action: @escaping @Sendable (Invocation) async throws -> Int32
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.arguments = arguments
    (self.exitCodes, self.examples) = (exitCodes, examples)
    let own = Set(options.map(\.name))
    self.options = options + CommandOption.shared.filter { !own.contains($0.name) }
    self.action = action
  }

  /// The command as one of the library's own.
  var builtIn: Self {
    var subcommand = self
    subcommand.isBuiltIn = true
    return subcommand
  }

  /// Whether each argument and option can be given.
  var isCallable: Bool {
    let names = arguments.map(\.name) + options.map(\.name)
    return Set(names).count == names.count
      && options.allSatisfy { $0.name.hasPrefix("-") && !$0.name.contains("=") }
      && arguments.dropLast().allSatisfy { !$0.isRepeatable }
      && zip(arguments, arguments.dropFirst()).allSatisfy { !$0.isOptional || $1.isOptional }
  }

  /// The options that help texts and completions name.
  var offeredOptions: [CommandOption] {
    options.filter { !$0.isRefused && !(isBuiltIn && $0.name == CommandOption.envFile.name) }
  }

  /// Those of them that this command alone has, or gives a meaning of its own.
  var ownOptions: [CommandOption] { offeredOptions.filter { !$0.isCommon } }

  /// Those of them that every command has.
  var commonOptions: [CommandOption] { offeredOptions.filter(\.isCommon) }
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

// The compiler tries an unavailable overload only where no other one fits, and none of them is ever called.

extension Subcommand {
  /// Unavailable: the closure returns no exit code.
  @available(
    *, unavailable,
    message:
      "the closure returns the exit code of the command: end it with `return ExitCode.success`"
  )
  @_disfavoredOverload
  public init(
    _ name: String, summary: String, details: String = "", arguments: [CommandArgument] = [],
    options: [CommandOption] = [], exitCodes: [Int32: String] = [:], examples: [String] = [],
    action: @escaping @Sendable (Invocation) async throws -> Void
  ) { preconditionFailure("an unavailable declaration was called") }

  /// Unavailable: an exit code is a member of `ExitCode`.
  @available(
    *, unavailable,
    message: "exit codes are numbers with names in `ExitCode`: write `return ExitCode.success`"
  )
  @_disfavoredOverload
  public init(
    _ name: String, summary: String, details: String = "", arguments: [CommandArgument] = [],
    options: [CommandOption] = [], exitCodes: [Int32: String] = [:], examples: [String] = [],
    action: @escaping @Sendable (Invocation) async throws -> ExitCode.Unqualified
  ) { preconditionFailure("an unavailable declaration was called") }
}

extension ExitCode {
  /// What `.success` is taken for in the closure of a command; no program has a value of it.
  @available(*, unavailable)
  public enum Unqualified: Sendable {
    /// The names of the codes in `ExitCode`.
    case success, wrongUsage, unavailable, failure, unwrittenResult, invalidConfiguration
  }
}
