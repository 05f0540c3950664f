import PatchbayDiagnostics

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
  /// The columns at which texts in a result are broken at words; nil for no limit.
  var resultWidth: @Sendable () -> Int? = { nil }
  /// The columns at which texts in an error are broken at words; nil for no limit.
  var problemWidth: @Sendable () -> Int? = { nil }
  /// The address below which each diagnostic has a page; nil if none is shown.
  var documentation: String?
  /// The line that shows how far a command is; nil if errors are not shown on a terminal.
  var progress: ProgressLine?

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
  /// Colours are used if the stream is a terminal, the variable `NO_COLOR` is unset or empty, and
  /// `TERM` is not `dumb`. Texts are broken at words at the width that the variable `COLUMNS` names,
  /// or at that of the terminal. A result that cannot be written ends the command with
  /// ``ExitCode/unwrittenResult``, unless a reader closed the pipe, as `head` does: then the rest is
  /// dropped.
  ///
  /// - Parameter variables: The environment variables of the process.
  /// - Returns: The output.
  public static func standard(variables: [String: String]) -> Self {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] { reserve(descriptor) }
    return descriptors(result: STDOUT_FILENO, problem: STDERR_FILENO, variables: variables)
  }

  /// Opens a closed descriptor such that writing to it fails.
  ///
  /// The next file that is opened would have its number, and the output would be written into that
  /// file.
  private static func reserve(_ descriptor: CInt) {
    guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { return }
    let file = open("/dev/null", O_RDONLY)
    // An even smaller number was free, such as that of the standard input.
    if file >= 0, file != descriptor {
      dup2(file, descriptor)
      close(file)
    }
  }

  /// Writes to two descriptors; `elapsed` returns the time since the command began.
  static func descriptors(
    result: CInt, problem: CInt, variables: [String: String],
    elapsed: @escaping @Sendable () -> Duration = ProgressLine.elapsedFromNow()
  ) -> Self {
    let (results, problems) = (DescriptorWriter(result), DescriptorWriter(problem))
    let width = { @Sendable in TerminalWidth.of(problem, variables) }
    let progress =
      variables["TERM"] == "dumb" || isatty(problem) != 1
      ? nil : ProgressLine(elapsed: elapsed, width: width) { problems.write(Array($0.utf8)) }
    var output = Self(
      isResultColored: wantsColors(result, variables),
      isProblemColored: wantsColors(problem, variables),
      result: { text in
        progress?.remove()
        results.write(Array("\(text)\n".utf8))
      },
      problem: { text in
        progress?.remove()
        problems.write(Array("\(text)\n".utf8))
      }
    )
    output.failure = { results.failure }
    output.resultWidth = { TerminalWidth.of(result, variables) }
    output.problemWidth = width
    output.progress = progress
    return output
  }

  /// Returns the output with the colours that a value of `--color` asks for; nil and `auto` change nothing.
  func colored(by choice: String?) -> Self {
    guard let choice, choice != "auto" else { return self }
    var output = self
    (output.isResultColored, output.isProblemColored) = (choice == "always", choice == "always")
    return output
  }

  /// The renderer of diagnostics in a result.
  var resultRenderer: TerminalRenderer { renderer(color: isResultColored, resultWidth()) }

  /// Writes diagnostics that are errors of a command.
  func report(_ diagnostics: [Diagnostic]) {
    problem(renderer(color: isProblemColored, problemWidth()).render(diagnostics))
  }

  private func renderer(color: Bool, _ width: Int?) -> TerminalRenderer {
    var renderer = TerminalRenderer(color: color)
    (renderer.width, renderer.documentation) = (width, documentation)
    return renderer
  }

  static func wantsColors(_ descriptor: CInt, _ variables: [String: String]) -> Bool {
    (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb" && isatty(descriptor) == 1
  }
}

/// The columns of a terminal.
enum TerminalWidth {
  /// A narrower terminal gets lines of this width: there is no use in fewer columns.
  static let least = 40

  /// Returns the width for the output to a descriptor: that of the variable `COLUMNS`, or of the
  /// terminal; nil for no limit.
  static func of(_ descriptor: CInt, _ variables: [String: String]) -> Int? {
    let columns = columns(variables["COLUMNS"] ?? "") ?? columns(of: descriptor)
    return columns.map { max($0, least) }
  }

  /// Returns the number of a variable; nil for what is no number of columns.
  private static func columns(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }

  /// Returns the columns of a terminal; nil for another file, and for one without a size.
  private static func columns(of descriptor: CInt) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
