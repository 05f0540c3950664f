extension Int {
  /// The number with a comma before every third digit from the right.
  package var grouped: String {
    var digits = Array(String(self))
    for place in stride(from: digits.count - 3, to: 0, by: -3) where digits[place - 1].isNumber {
      digits.insert(",", at: place)
    }
    return String(digits)
  }

  /// A small number as a word, a larger one in digits.
  package var inWords: String {
    let words = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]
    return words.indices.contains(self) ? words[self] : String(self)
  }

  /// Returns the number with what is counted: `1 error`, `2 errors`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension FixedWidthInteger {
  /// Returns the number in hexadecimal digits, at least as many as are asked for.
  package func hexadecimal(digits: Int, uppercase: Bool = false) -> String {
    let text = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
  }
}

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
