#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The destination of a command's output; a test can pass its own closures.
public struct CommandOutput: Sendable {
  /// Receives the results: reports, explanations, help.
  public var result: @Sendable (String) -> Void
  /// Receives the errors: wrong usage, and diagnostics of commands other than `check`.
  public var problem: @Sendable (String) -> Void
  /// Whether ``result`` is shown on a terminal that supports colours.
  public var isResultColored: Bool
  /// Whether ``problem`` is shown on a terminal that supports colours.
  public var isProblemColored: Bool
  /// The system error for which a result could not be written; nil if all were written.
  var failure: @Sendable () -> CInt? = { nil }

  /// Creates an output of closures.
  ///
  /// - Parameters:
  ///   - isResultColored: Whether results are shown on a terminal that supports colours.
  ///   - isProblemColored: Whether errors are shown on a terminal that supports colours.
  ///   - result: Receives each result, without a line break at its end.
  ///   - problem: Receives each error, without a line break at its end.
  public init(
    isResultColored: Bool = false,
    isProblemColored: Bool = false,
    result: @escaping @Sendable (String) -> Void,
    problem: @escaping @Sendable (String) -> Void
  ) {
    self.result = result
    self.problem = problem
    self.isResultColored = isResultColored
    self.isProblemColored = isProblemColored
  }

  /// Writes to the process's standard output and standard error.
  ///
  /// Colours are used if the stream is a terminal and the variable `NO_COLOR` is unset or empty. A
  /// result that cannot be written ends the command with ``ExitCode/unwrittenResult``, unless a
  /// reader closed the pipe, as `head` does: then the rest is dropped.
  ///
  /// - Parameter variables: The environment variables of the process.
  /// - Returns: The output.
  public static func standard(variables: [String: String]) -> Self {
    descriptors(result: STDOUT_FILENO, problem: STDERR_FILENO, variables: variables)
  }

  static func descriptors(result: CInt, problem: CInt, variables: [String: String]) -> Self {
    let (results, problems) = (DescriptorWriter(result), DescriptorWriter(problem))
    var output = Self(
      isResultColored: wantsColors(result, variables),
      isProblemColored: wantsColors(problem, variables),
      result: { results.writeLine($0) },
      problem: { problems.writeLine($0) }
    )
    output.failure = { results.failure }
    return output
  }

  static func wantsColors(_ descriptor: CInt, _ variables: [String: String]) -> Bool {
    (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb" && isatty(descriptor) == 1
  }
}
