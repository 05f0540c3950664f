extension Factory {
  /// Marks a factory whose product reaches the world outside, and so must not be built in a test.
  ///
  /// ```swift
  /// Factory("SMTPMailer", .value("host"), make: SMTPMailer.init).notInTests()
  /// ```
  ///
  /// In a container that the test traits or `withServices` made, building it is the error
  /// `live-service`, which names what to overlay. Elsewhere the mark means nothing.
  public func notInTests() -> Self {
    var copy = self
    copy.entry = entry.markedLive()
    return copy
  }
}
