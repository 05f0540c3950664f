/// A stored property of a type, as far as an initializer made by the compiler depends on it.
struct PropertyDeclaration: Equatable {
  /// The name as it is written.
  let name: String
  let isVariable: Bool
  /// The expression of its initial value; nil without one.
  let initialValue: String?
  /// The type as it is written; empty without one.
  var type: String
  var attributes: [Attribute] = []
  var modifiers: Set<String> = []
  var isConditional = false
  /// The index of its `let` or `var`.
  let start: Int

  /// Whether its type is written as an optional, so that it is nil without an initial value.
  var isOptional: Bool { WrittenType(type).isOptional }
  /// Whether the compiler's initializer has a parameter for it.
  var isParameter: Bool { isVariable || initialValue == nil }
  /// The default of that parameter.
  var defaultValue: String? {
    initialValue ?? (isVariable && isOptional ? "nil" : nil)
  }
}

extension SourceText {
  /// Reads the properties that the `let` or `var` at an index declares, which are none if they are
  /// computed; returns them with the index after them.
  func properties(
    _ start: Int, before end: Int
  ) -> (declarations: [PropertyDeclaration], next: Int) {
    var declarations: [PropertyDeclaration] = []
    var untyped = 0
    var index = start
    repeat {
      let name = index + 1
      // Unfinished, as while somebody types it.
      guard name < end, isWord(name) || isPunctuation(name, "(") else { return (declarations, end) }
      index = after(name)
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
        index = endOfBinding(first, before: end) { isAccessorBlock($0) }
        value = source(first..<index)
      }
      let isComputed = isPunctuation(index, "{") && !isObserved(index)
      if isPunctuation(index, "{") { index = after(index) }
      guard !isComputed else { continue }
      declarations.append(
        PropertyDeclaration(
          name: self[name],
          isVariable: self[start] == "var",
          initialValue: value,
          type: source(type),
          start: start
        ))
      // `var first, second: Int?` says the type of both.
      if isPunctuation(index, ","), type.isEmpty, value == nil {
        untyped += 1
      } else {
        for index in declarations.indices.dropLast().suffix(untyped) {
          declarations[index].type = declarations[declarations.count - 1].type
        }
        untyped = 0
      }
    } while index < end && isPunctuation(index, ",")
    return (declarations, min(index, end))
  }

  /// Returns the index at which a type or an expression of a property ends: at a comma, at the next
  /// member, or where `isEnd` says so.
  private func endOfBinding(_ start: Int, before end: Int, _ isEnd: (Int) -> Bool) -> Int {
    var index = start
    while index < end, !isPunctuation(index, ","), !isPunctuation(index, ";") {
      if index > start, isEnd(index) { break }
      if let next = afterConditionalMember(index, before: end) {
        index = next
        continue
      }
      if startsLine(index), beginsMember(index), index > start, canEndExpression(index - 1) {
        break
      }
      index = afterOperandPart(index, before: end)
    }
    return min(index, end)
  }

  /// Returns the index after the `#endif` of an `#if` that contains a part of an expression, which begins
  /// with a point; nil at another token.
  private func afterConditionalMember(_ start: Int, before end: Int) -> Int? {
    guard tokens[start].kind == .pound, startsLine(start), self[start] == "#if",
      isPunctuation(afterLine(start), ".")
    else { return nil }
    var depth = 0
    for index in start..<end where tokens[index].kind == .pound {
      if self[index] == "#if" { depth += 1 }
      if self[index] == "#endif" { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return end
  }

  /// Whether an expression can end with a token: not with an operator, whose operand follows.
  private func canEndExpression(_ index: Int) -> Bool {
    guard tokens[index].kind == .punctuation else { return true }
    return [")", "]", "}", "?", "!", ">", "."].contains(self[index])
  }

  /// Whether a brace opens the observers of a property, and not a closure of its initial value.
  private func isAccessorBlock(_ index: Int) -> Bool {
    isPunctuation(index, "{") && isObserved(index)
  }

  private func isObserved(_ open: Int) -> Bool {
    let inside = inside(open)
    let first = afterAttributes(inside.lowerBound, before: inside.upperBound)
    return ["willSet", "didSet"].contains(self[first])
  }
}
