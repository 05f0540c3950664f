/// An attribute as it is written: `@available(*, unavailable)`.
struct Attribute: Equatable {
  /// The last part of its name.
  let name: String
  /// The words between its parentheses.
  var arguments: [String] = []
}

extension SourceText {
  /// Returns the index after the attributes that begin at a token.
  func afterAttributes(_ start: Int, before end: Int) -> Int {
    var index = start
    while index < end, isPunctuation(index, "@") { index = afterAttribute(index, before: end) }
    return index
  }

  /// Returns whether the `::` of a module's name begins at a token: `@PatchbayMacros::Provided`.
  func isModuleSelector(_ index: Int) -> Bool {
    isPunctuation(index, ":") && isAdjacent(index) && isPunctuation(index + 1, ":")
      && isAdjacent(index + 1)
  }

  /// Returns the index after one attribute, with its arguments.
  func afterAttribute(_ start: Int, before end: Int) -> Int {
    var index = start + 2
    while index < end {
      if isPunctuation(index, "."), isAdjacent(index) {
        index += 2
      } else if isModuleSelector(index) {
        index += 3
      } else if isPunctuation(index, "<"), isAdjacent(index) {
        index = afterGenericClause(index, before: end)
      } else if isPunctuation(index, "("), isAdjacent(index) {
        return min(after(index), end)
      } else {
        break
      }
    }
    return min(index, end)
  }
}
