/// The text that every message about a limit shares: its name, its value, how to raise it.
package enum LimitWords {
  /// Returns the note that names a limit of the load settings and its value.
  package static func note(_ name: String, _ value: Int) -> String {
    "the limit `\(name)` is \(grouped(value))"
  }

  /// Returns the fix, for a file that is neither an error nor an attack.
  package static func advice(_ name: String) -> String {
    "if it is meant to be so, raise `LoadSettings.limits.\(name)`"
  }

  /// Returns a number with a comma before every third digit from the right.
  package static func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    for place in stride(from: digits.count - 3, to: 0, by: -3) where digits[place - 1].isNumber {
      digits.insert(",", at: place)
    }
    return String(digits)
  }
}
