#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a command writes; a test gives closures of its own.
public struct CommandOutput: Sendable {
  /// Receives what was asked for: reports, explanations, help.
  public var result: @Sendable (String) -> Void
  /// Receives what stands in the way: wrong usage, and diagnostics of commands other than `check`.
  public var problem: @Sendable (String) -> Void
  /// Whether people look at ``result`` through a terminal that knows colours.
  public var isResultColored: Bool
  /// Whether people look at ``problem`` through a terminal that knows colours.
  public var isProblemColored: Bool
  /// Why a result could not be written, as an error of the system; nil where all were.
  var failure: @Sendable () -> CInt? = { nil }

  /// - Parameters:
  ///   - result: Receives each text without a line break at its end.
  ///   - problem: Receives each text without a line break at its end.
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

  /// The process's standard output and standard error.
  ///
  /// Colours are used where the stream is a terminal and the variable `NO_COLOR` is unset or empty. A
  /// result that cannot be written ends the command with ``ExitCode/unwrittenResult``, unless a reader
  /// closed the pipe, as `head` does: what is left is dropped then.
  ///
  /// - Parameter variables: Those of the process.
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
