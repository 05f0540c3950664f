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
    _ name: String, summary: String, details: String = "", arguments: [CommandValue] = [],
    options: [CommandOption] = [], exitCodes: [Int32: String] = [:],
    action: @escaping @Sendable (Invocation) async throws -> Void
  ) { preconditionFailure("an unavailable declaration was called") }

  /// Unavailable: an exit code is a member of `ExitCode`.
  @available(
    *, unavailable,
    message: "exit codes are numbers with names in `ExitCode`: write `return ExitCode.success`"
  )
  @_disfavoredOverload
  public init(
    _ name: String, summary: String, details: String = "", arguments: [CommandValue] = [],
    options: [CommandOption] = [], exitCodes: [Int32: String] = [:],
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
