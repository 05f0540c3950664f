#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import PatchbayCore

// A module of its own, so that a program without Foundation does not load it: it costs about 2.7
// million instructions at every start.

extension URL: ConfigurationDecodable {
  /// A description of valid texts, as the end of "must be …".
  public static var configurationExpectation: String { "a URL such as `https://example.com`" }

  /// Creates an absolute URL; a text without a scheme, or with a line break, is not valid.
  public init?(configurationText text: String) {
    // A block scalar such as `|` ends with a line break, which `URL` would take.
    if text.contains(where: \.isNewline) { return nil }
    guard let url = URL(string: text), url.scheme != nil else { return nil }
    self = url
  }
}

extension UUID: ConfigurationDecodable {
  /// A description of valid texts, as the end of "must be …".
  public static var configurationExpectation: String {
    "a UUID such as `6ba7b810-9dad-11d1-80b4-00c04fd430c8`"
  }

  /// Creates a UUID from its text with hyphens.
  public init?(configurationText text: String) { self.init(uuidString: text) }
}

extension Date: ConfigurationDecodable {
  /// A description of valid texts, as the end of "must be …".
  public static var configurationExpectation: String {
    "a date and time such as `2026-01-31T12:00:00Z`"
  }

  /// Creates a date from the internet form of ISO 8601, which includes the time zone; a day that its month does not
  /// have is not valid.
  public init?(configurationText text: String) {
    guard let date = try? Date(text, strategy: .iso8601), Self.isDay(text.prefix(10)) else {
      return nil
    }
    self = date
  }

  /// Whether a month has the day of `2026-02-30`, which would be read as one of the next month.
  private static func isDay(_ text: Substring) -> Bool {
    guard let day = try? Date("\(text)T00:00:00Z", strategy: .iso8601) else { return false }
    return day.formatted(.iso8601).prefix(10) == text
  }
}
