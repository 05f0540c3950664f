/// Returns the candidates, three at most, of which a valid name is probably a misspelling, best
/// first. None if the budget is too small.
///
/// It is stricter than ``nearMisses(of:in:limit:within:)``, because the name is valid: names that
/// differ in a number are distinct, and so are those of which a word shorter than `shortestWord`
/// differs, such as `store.eu` and `store.us`.
package func probableMisspellings<Names: Sequence<String>>(
  of name: String, in candidates: @autoclosure () -> Names, shortestWord: Int = 4,
  within budget: HintBudget? = nil
) -> [String] {
  let near = nearMisses(of: name, in: candidates(), limit: 8, within: budget)
  let words = NameWords(name)
  return Array(near.filter { words.areProbably(NameWords($0), shortestWord) }.prefix(3))
}

/// The words of a name, which `.`, `-`, `_` and capitals separate.
private struct NameWords {
  private let words: [String]
  private let digits: String

  init(_ name: String) {
    var words: [String] = [""]
    var isLower = false
    for character in name {
      if ".-_".contains(character) {
        words.append("")
      } else if character.isUppercase, isLower {
        words.append(character.lowercased())
      } else {
        words[words.count - 1] += character.lowercased()
      }
      isLower = character.isLowercase
    }
    self.words = words
    digits = name.filter(\.isNumber)
  }

  func areProbably(_ other: Self, _ shortestWord: Int) -> Bool {
    guard digits == other.digits else { return false }
    // `mailSender` for `mail-sender`.
    guard words.count == other.words.count else { return words.joined() == other.words.joined() }
    return zip(words, other.words).allSatisfy { own, meant in
      own == meant
        || min(own.count, meant.count) >= shortestWord
          && !nearMisses(of: own, in: [meant]).isEmpty
    }
  }
}
