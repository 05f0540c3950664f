/// A type that is created from the text of a configured value.
///
/// ```swift
/// extension LogLevel: ConfigurationDecodable {
///   public static var configurationExpectation: String { "a log level such as `info`" }
///   public init?(configurationText text: String) { … }
/// }
/// ```
///
/// Conform types whose `Decodable` form is not what a person would write, such as `Duration`.
public protocol ConfigurationDecodable: Decodable {
  /// A description of valid texts, as the end of "must be …".
  static var configurationExpectation: String { get }

  /// Creates a value from its text, or returns nil if the text is not valid.
  ///
  /// An implementation must be cheap and depend on the text alone.
  init?(configurationText text: String)
}

extension Duration: ConfigurationDecodable {
  /// A description of valid texts, as the end of "must be …".
  public static var configurationExpectation: String {
    "a duration such as `250ms`, `30s`, `5m`, `2h` or `1d`"
  }

  /// Creates a duration from a whole or decimal number with a unit: `250ms`, `1.5s`, `5m`, `2h`,
  /// `1d`.
  ///
  /// The number has up to three decimals. Fractions of a nanosecond are dropped.
  public init?(configurationText text: String) {
    let number = text.utf8.prefix { (0x30...0x39).contains($0) || $0 == 0x2E }
    let parts = number.split(separator: 0x2E, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? "\(Substring(parts[1]))" : "0"
    guard let unit = Self.units.first(where: { $0.name == text[number.endIndex...] }),
      parts.count <= 2, let whole = Int64(Substring(parts[0])), whole <= 1_000_000_000_000,
      (1...3).contains(decimals.utf8.count), let fraction = Int64((decimals + "00").prefix(3)),
      whole * 1_000 + fraction <= 1_000_000_000_000_000
    else { return nil }
    // In picoseconds; a duration's own arithmetic uses 128 bits and took a hundredth of a load. The
    // seconds fit: 10^15 thousandths of a day are 8.64 × 10^16 of them.
    let (seconds, picoseconds) = Int64(1_000_000_000_000).dividingFullWidth(
      (whole * 1_000 + fraction).multipliedFullWidth(by: unit.nanoseconds))
    self.init(
      secondsComponent: seconds, attosecondsComponent: picoseconds * 1_000_000)
  }

  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
    ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
  ]
}

extension Duration {
  /// The duration as a configuration writes it, in the largest unit of which it is a whole number.
  ///
  /// What cannot be written is rounded up, so that only zero becomes zero: a thousandth of a nanosecond is
  /// the smallest number, and a number has at most 15 digits, decimals included.
  package var configurationText: String {
    let (seconds, attoseconds) = components
    if attoseconds == 0 {
      for unit in Self.units[..<3] {
        let (count, rest) = seconds.quotientAndRemainder(
          dividingBy: unit.nanoseconds / 1_000_000_000)
        if seconds != 0, rest == 0 { return "\(count)\(unit.name)" }
      }
      return "\(seconds)s"
    }
    let units = Self.units[4...]
    for unit in units where attoseconds % (unit.nanoseconds * 1_000_000_000) == 0 {
      if let text = text(in: unit) { return text }
    }
    return units.reversed().lazy.compactMap { text(in: $0) }.first ?? "\(seconds)s"
  }

  /// Returns the duration in a unit, which is a fraction of a second; nil if the number is too large.
  private func text(in unit: (name: String, nanoseconds: Int64)) -> String? {
    // A thousandth of the unit in attoseconds, and the number of them in a second.
    let (part, parts) = (unit.nanoseconds * 1_000_000, 1_000_000_000_000 / unit.nanoseconds)
    let (whole, overflow) = components.seconds.multipliedReportingOverflow(by: parts)
    guard !overflow, whole < 1_000_000_000_000_000 else { return nil }
    let thousandths = whole + (components.attoseconds + part - 1) / part
    let decimals =
      thousandths % 1000 == 0 ? "" : ".\(String(1000 + thousandths % 1000).dropFirst())"
    return "\(thousandths / 1000)\(decimals)\(unit.name)"
  }
}
