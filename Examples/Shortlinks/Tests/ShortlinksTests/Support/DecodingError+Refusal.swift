extension DecodingError {
  /// The name of the argument that an initializer refuses, and why; nil for any other error.
  var refusal: [String]? {
    guard case .dataCorrupted(let context) = self, context.codingPath.count == 1 else {
      return nil
    }
    return [context.codingPath[0].stringValue, context.debugDescription]
  }
}
