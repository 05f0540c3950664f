/// Returns small numbers as words, larger ones as digits.
func numberInWords(_ number: Int) -> String {
  let words = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]
  return words.indices.contains(number) ? words[number] : String(number)
}
