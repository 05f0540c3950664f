/// How a command ended, with the numbers of `sysexits.h`.
public enum ExitCode {
  public static let success: Int32 = 0
  /// The command was called wrongly; nothing was done.
  public static let wrongUsage: Int32 = 64
  /// A command of the program's own threw an error that is no diagnostic.
  public static let failure: Int32 = 70
  /// The configuration has mistakes.
  public static let invalidConfiguration: Int32 = 78
}
