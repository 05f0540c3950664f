/// The exit codes of a command, with the numbers of `sysexits.h`.
public enum ExitCode {
  /// The command succeeded.
  public static let success: Int32 = 0
  /// The answer is no: a check with `--strict` found values that it could not check, or nothing needs
  /// the service that `why` was asked about.
  static let differs: Int32 = 1
  /// The usage was wrong, or the configuration does not have the environment; the command did
  /// nothing.
  public static let wrongUsage: Int32 = 64
  /// A factory, a start or a stop failed: something that the program needs is not available, such as
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
