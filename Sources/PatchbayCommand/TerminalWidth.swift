#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
