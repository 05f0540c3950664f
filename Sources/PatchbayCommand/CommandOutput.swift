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

  /// - Parameters:
  ///   - result: receives each text without a line break at its end.
  ///   - problem: receives each text without a line break at its end.
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
  /// Colours are used where the stream is a terminal and the variable `NO_COLOR` is unset or empty.
  ///
  /// - Parameter variables: those of the process.
  public static func standard(variables: [String: String]) -> Self {
    Self(
      isResultColored: wantsColors(STDOUT_FILENO, variables),
      isProblemColored: wantsColors(STDERR_FILENO, variables),
      result: { write($0, to: STDOUT_FILENO) },
      problem: { write($0, to: STDERR_FILENO) }
    )
  }

  static func wantsColors(_ descriptor: CInt, _ variables: [String: String]) -> Bool {
    (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb" && isatty(descriptor) == 1
  }

  private static func write(_ text: String, to descriptor: CInt) {
    var bytes = Array(text.utf8)[...]
    bytes.append(0x0A)
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      // Nobody reads any more, so there is nothing left to tell.
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}

/// The system's `write`, under a name that no method hides.
func systemWrite(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
