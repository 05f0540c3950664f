extension String {
  /// The text without the white space around it.
  var trimmingWhiteSpace: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    let start = unicodeScalars.drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(start[...last])
  }
}
