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
    while index < end, isPunctuation(index, "@") { index = attribute(index, before: end).next }
    return index
  }

  /// Returns whether the `::` of a module's name begins at a token: `@PatchbayMacros::Provided`.
  func isModuleSelector(_ index: Int) -> Bool {
    isPunctuation(index, ":") && isAdjacent(index) && isPunctuation(index + 1, ":")
      && isAdjacent(index + 1)
  }

  /// Reads the attribute that begins at a token; returns it with the index after it and its arguments.
  func attribute(_ start: Int, before end: Int) -> (attribute: Attribute, next: Int) {
    var (name, index, arguments) = (start + 1, start + 2, start..<start)
    while index < end, arguments.isEmpty {
      if isPunctuation(index, "."), isAdjacent(index) {
        name = index + 1
        index += 2
      } else if isModuleSelector(index) {
        name = index + 2
        index += 3
      } else if isPunctuation(index, "<"), isAdjacent(index) {
        index = afterGenericClause(index, before: end)
      } else if isPunctuation(index, "("), isAdjacent(index) {
        arguments = index..<min(after(index), end)
        index = arguments.upperBound
      } else {
        break
      }
    }
    let words = arguments.filter(isWord).map { self[$0] }
    return (Attribute(name: self[name], arguments: words), min(index, end))
  }
}
