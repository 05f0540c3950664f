/// A type that reads itself from the text of a configured value.
///
/// ```swift
/// extension LogLevel: ConfigurationDecodable {
///   public static var configurationExpectation: String { "a log level such as `info`" }
///   public init?(configurationText text: String) { … }
/// }
/// ```
///
/// For types whose `Decodable` form is not what a person would write; `Duration` is one.
public protocol ConfigurationDecodable: Decodable {
  /// What is expected, as the end of "must be …".
  static var configurationExpectation: String { get }

  /// Reads a value, or gives nil where the text is no such value; pure, and cheap.
  init?(configurationText text: String)
}

extension Duration: ConfigurationDecodable {
  public static var configurationExpectation: String {
    "a duration such as `250ms`, `30s`, `5m`, `2h` or `1d`"
  }

  /// Reads a whole or decimal number with a unit: `250ms`, `1.5s`, `5m`, `2h`, `1d`.
  public init?(configurationText text: String) {
    let digits = text.utf8.prefix { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E }
    guard let amount = Self.amount(String(Substring(digits))) else { return nil }
    let unit: Int64
    switch String(text.utf8.dropFirst(digits.count)) ?? "" {
    case "ns": unit = 1
    case "us": unit = 1_000
    case "ms": unit = 1_000_000
    case "s": unit = 1_000_000_000
    case "m": unit = 60_000_000_000
    case "h": unit = 3_600_000_000_000
    case "d": unit = 86_400_000_000_000
    default: return nil
    }
    // The decimals are exact to the nanosecond; whatever is finer is not a time that can be kept.
    let (whole, overflow) = amount.thousandths.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    self = .nanoseconds(whole / 1_000)
  }

  /// A number with up to three decimals, in thousandths.
  private static func amount(_ text: String) -> (thousandths: Int64, Void)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int64(parts[0]), !parts[0].isEmpty else { return nil }
    var thousandths = whole.multipliedReportingOverflow(by: 1_000)
    if parts.count == 2 {
      guard (1...3).contains(parts[1].count), var decimals = Int64(parts[1]) else { return nil }
      for _ in parts[1].count..<3 { decimals *= 10 }
      thousandths = thousandths.partialValue.addingReportingOverflow(decimals)
    }
    return thousandths.overflow ? nil : (thousandths.partialValue, ())
  }
}
