extension Factory {
  /// Adds one sentence on what the product is for.
  ///
  /// ```swift
  /// Factory("SMTPMailer", .value("host"), make: SMTPMailer.init)
  ///   .summary("Sends mail through one SMTP server.")
  /// ```
  ///
  /// The commands `show` and `list types` print it, and editors show it for the type. It does not
  /// change what a container does.
  ///
  /// - Parameter text: The sentence. White space around it is dropped; an empty text is no summary.
  /// - Returns: The factory with the summary, in place of an earlier one.
  public func summary(_ text: String) -> Self {
    changing { $0.extras.summary = text.trimmingWhiteSpace }
  }
}
