/// How often a service's hook `onStart` is attempted; nil for the defaults.
///
/// If neither is set, the hook is attempted once.
package struct Retry: Sendable, Equatable {
  /// The number of attempts, the first included.
  package var attempts: Int?
  /// The pauses between attempts.
  package var pause: RetryPause?

  /// Creates a retry; without arguments, none.
  package init(attempts: Int? = nil, pause: RetryPause? = nil) {
    self.attempts = attempts
    self.pause = pause
  }

  /// The number of attempts, with the default.
  package var mostAttempts: Int { attempts ?? (pause == nil ? 1 : 5) }

  /// Returns the pause after a number of failed attempts: each is twice as long as the one before,
  /// up to the longest.
  package func pause(after failures: Int) -> Duration {
    let pause = pause ?? RetryPause(low: .milliseconds(200), high: .seconds(5))
    var duration = pause.low
    // It ends after a few steps: what is not zero soon exceeds the longest.
    for _ in 1..<max(failures, 1) where duration > .zero {
      if duration >= pause.high { break }
      duration = min(duration * 2, pause.high)
    }
    return duration
  }
}

/// The shortest and the longest pause between attempts.
package struct RetryPause: Sendable, Equatable {
  /// The first pause.
  package let low: Duration
  /// The longest pause.
  package let high: Duration

  /// Creates the two limits of a pause.
  package init(low: Duration, high: Duration) {
    self.low = low
    self.high = high
  }
}

extension RetryPause: ConfigurationDecodable {
  package static var configurationExpectation: String {
    "a range of durations such as `200ms..5s`, or one duration"
  }

  /// Creates it from two durations joined by two dots, or from one duration; the first may be longer
  /// than the second.
  package init?(configurationText text: String) {
    let (first, second) = Self.parts(of: text)
    guard let low = Duration(configurationText: first) else { return nil }
    guard let second else {
      self.init(low: low, high: low)
      return
    }
    guard let high = Duration(configurationText: second) else { return nil }
    self.init(low: low, high: high)
  }

  /// Returns the texts before and after the first two dots; the second is nil if there are none.
  package static func parts(of text: String) -> (String, String?) {
    let bytes = text.utf8
    let dot = UInt8(ascii: ".")
    let dots = zip(bytes.indices, bytes.indices.dropFirst()).first {
      bytes[$0] == dot && bytes[$1] == dot
    }
    guard let (first, second) = dots else { return (text, nil) }
    return (String(text[..<first]), String(text[bytes.index(after: second)...]))
  }
}
