extension Factory {
  /// Marks a factory whose product reaches external systems, and so must not be built in a test.
  ///
  /// ```swift
  /// Factory("SMTPMailer", .value("host"), make: SMTPMailer.init).notInTests()
  /// ```
  ///
  /// In a container of the test traits or of `withServices`, building the product is the error
  /// `live-service`, which names the key to overlay. Everywhere else the mark has no effect.
  public func notInTests() -> Self {
    var copy = self
    copy.entry = entry.markedLive()
    return copy
  }
}
