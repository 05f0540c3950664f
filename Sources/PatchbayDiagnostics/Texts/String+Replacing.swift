extension String {
  /// Returns the text with some of its scalars replaced; nil leaves one as it is.
  ///
  /// Scalars, and not characters: a quote with a combining accent is one character, in which other
  /// readers see a quote.
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { result, scalar in
      if let text = replacement(scalar) {
        result += text
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
