/// A stored property of a type, as far as an initializer made by the compiler depends on it.
struct PropertyDeclaration: Equatable {
  /// The name as it is written.
  let name: String
  let isVariable: Bool
  /// The expression of its initial value; nil without one.
  let initialValue: String?
  /// The type as it is written; empty without one.
  let type: String
  /// Whether it is `T?` or `T!`, which begins as nil.
  let isOptional: Bool
  var attributes: [Attribute] = []
  var modifiers: Set<String> = []
  var isConditional = false
  /// The index of its `let` or `var`.
  let start: Int

  /// Whether the compiler's initializer has a parameter for it.
  var isParameter: Bool { isVariable || initialValue == nil }
  /// The default of that parameter.
  var defaultValue: String? { initialValue ?? (isVariable && isOptional ? "nil" : nil) }
}

extension SourceText {
  /// Reads the properties that the `let` or `var` at an index declares, which are none if they are
  /// computed; returns them with the index after them.
  func properties(
    _ start: Int, before end: Int
  ) -> (declarations: [PropertyDeclaration], next: Int) {
    var declarations: [PropertyDeclaration] = []
    var index = start
    repeat {
      let name = index + 1..<after(index + 1)
      index = name.upperBound
      var type = index..<index
      if isPunctuation(index, ":") {
        index = endOfBinding(index + 1, before: end) {
          isPunctuation($0, "=") || isPunctuation($0, "{")
        }
        type = type.upperBound + 1..<max(index, type.upperBound + 1)
      }
      var value: String?
      if isPunctuation(index, "=") {
        let first = index + 1
        index = endOfBinding(first, before: end) { opensObservers($0) }
        value = source(first..<index)
      }
      let isComputed = isPunctuation(index, "{") && !opensObservers(index)
      guard !isComputed else { break }
      declarations.append(
        PropertyDeclaration(
          name: source(name),
          isVariable: self[start] == "var",
          initialValue: value,
          type: source(type),
          isOptional: isOptional(type),
          start: start
        ))
    } while index < end && isPunctuation(index, ",")
    return (declarations, min(index, end))
  }

  private func isOptional(_ type: Range<Int>) -> Bool {
    guard let last = type.last else { return false }
    var index = type.lowerBound
    while index < type.upperBound {
      // The mark is that of a function's result.
      if isPunctuation(index, "->") { return false }
      index = afterGenericArguments(index, before: type.upperBound) ?? after(index)
    }
    return isPunctuation(last, "?") || isPunctuation(last, "!")
  }

  /// Returns the index at which a type or an expression of a property ends: at a comma, at the next
  /// member, or where `isEnd` says so.
  private func endOfBinding(_ start: Int, before end: Int, _ isEnd: (Int) -> Bool) -> Int {
    var index = start
    while index < end, !isPunctuation(index, ","), !isPunctuation(index, ";") {
      if isEnd(index) { break }
      if startsLine(index), beginsMember(index), index > start, canEndExpression(index - 1) {
        break
      }
      index = afterGenericArguments(index, before: end) ?? after(index)
    }
    return min(index, end)
  }

  /// Whether an expression can end with a token: not with an operator, whose operand follows.
  private func canEndExpression(_ index: Int) -> Bool {
    guard tokens[index].kind == .punctuation else { return true }
    return [")", "]", "}", "?", "!", ">", "."].contains(self[index])
  }

  /// Whether a brace opens the observers of a property, and not a closure of its initial value.
  private func opensObservers(_ index: Int) -> Bool {
    guard isPunctuation(index, "{") else { return false }
    let inside = inside(index)
    let first = afterAttributes(inside.lowerBound, before: inside.upperBound)
    return ["willSet", "didSet"].contains(self[first])
  }
}
