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
    _ name: String, summary: String, details: String = "", arguments: [String] = [],
    options: [CommandOption] = [], exitCodes: [Int32: String] = [:],
    action: @escaping @Sendable (Invocation) async throws -> Void
  ) { preconditionFailure("an unavailable declaration was called") }
}
