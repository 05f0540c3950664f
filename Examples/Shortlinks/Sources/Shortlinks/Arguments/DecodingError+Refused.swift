extension DecodingError {
  /// Returns the error of an initializer that refuses one of its arguments.
  ///
  /// Its path names the argument: what built the object from a configuration can show it.
  static func refused(_ argument: String, _ sentence: String) -> DecodingError {
    .dataCorrupted(
      Context(codingPath: [ArgumentName(stringValue: argument)], debugDescription: sentence))
  }
}

private struct ArgumentName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
