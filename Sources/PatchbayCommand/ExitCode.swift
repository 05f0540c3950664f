/// How a command ended, with the numbers of `sysexits.h`.
public enum ExitCode {
  /// The command did what it was asked for.
  public static let success: Int32 = 0
  /// The command was called wrongly, or for an environment that the configuration does not have;
  /// nothing was done.
  public static let wrongUsage: Int32 = 64
  /// A command of the program's own threw an error that is no diagnostic.
  public static let failure: Int32 = 70
  /// A result could not be written, for example because the disk is full.
  public static let unwrittenResult: Int32 = 74
  /// The configuration has mistakes.
  public static let invalidConfiguration: Int32 = 78
}
