/// Joins names as a sentence does: `a`, `b`, and `c`.
func quotedList(_ names: [String], conjunction: String = "and") -> String {
  let quoted = names.map { "`\($0)`" }
  switch quoted.count {
  case 0: return "none"
  case 1: return quoted[0]
  case 2: return "\(quoted[0]) \(conjunction) \(quoted[1])"
  default:
    return quoted.dropLast().joined(separator: ", ") + ", \(conjunction) " + quoted[quoted.count - 1]
  }
}

/// Small numbers in words, larger ones in digits.
func numberInWords(_ number: Int) -> String {
  let words = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]
  return words.indices.contains(number) ? words[number] : String(number)
}
