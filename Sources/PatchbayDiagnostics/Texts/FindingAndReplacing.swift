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

// The standard library has these only in the module of regular expressions, which a program that is
// linked statically would carry whole: 9,000 symbols, and 360,000 instructions before its first line.
// `Scripts/check-linkage` finds a use of that module.

extension StringProtocol {
  /// Returns where the bytes of a text are first; nil where they are nowhere.
  package func firstRange(ofText text: String) -> Range<Index>? {
    let sought = text.utf8
    var rest = utf8[...]
    while rest.count >= sought.count {
      if rest.starts(with: sought) {
        return rest.startIndex..<rest.index(rest.startIndex, offsetBy: sought.count)
      }
      rest.removeFirst()
    }
    return nil
  }

  package func contains(text: String) -> Bool { firstRange(ofText: text) != nil }
}
