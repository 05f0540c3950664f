/// An initializer as it is written.
package struct InitializerDeclaration {
  package let parameters: [ParameterDeclaration]
  package internal(set) var isAsync = false
  package internal(set) var canThrow = false
  var isFailable = false
  var isGeneric = false
  /// Whether it is inside of an `#if`, whose condition only the compiler knows.
  var isConditional = false
  var attributes: [Attribute] = []
  var modifiers: Set<String> = []
  /// The index of its `init`.
  let start: Int

  var isPrivate: Bool { modifiers.contains("private") }

  /// Whether nothing may call it.
  var isUnavailable: Bool {
    attributes.contains { $0.name == "available" && $0.arguments.contains("unavailable") }
  }
}

extension SourceText {
  /// Reads the initializer whose `init` is at an index; returns it with the index after it.
  func initializer(
    _ start: Int, before end: Int
  ) -> (declaration: InitializerDeclaration, next: Int) {
    var index = start + 1
    let isFailable = isPunctuation(index, "?") || isPunctuation(index, "!")
    if isFailable { index += 1 }
    let afterGenerics = afterGenericClause(index, before: end)
    var declaration = InitializerDeclaration(
      parameters: isPunctuation(afterGenerics, "(") ? parameters(afterGenerics) : [],
      isFailable: isFailable,
      isGeneric: afterGenerics != index,
      start: start
    )
    index = afterGenerics
    if isPunctuation(index, "(") { index = after(index) }
    while index < end, isWord(index) {
      switch self[index] {
      case "async": declaration.isAsync = true
      case "throws", "rethrows":
        declaration.canThrow = true
        // The type of the error: `throws(ParseError)`.
        if isPunctuation(index + 1, "(") {
          declaration.canThrow = self[index + 2] != "Never"
          index = after(index + 1) - 1
        }
      case "where":
        while index < end, !isPunctuation(index, "{"), !beginsMember(index) { index += 1 }
        index -= 1
      default: return (declaration, index)
      }
      index += 1
    }
    if isPunctuation(index, "{") { index = after(index) }
    return (declaration, min(index, end))
  }

  /// Returns the index after the parameters of a generic declaration; the same one without any.
  func afterGenericClause(_ start: Int, before end: Int) -> Int {
    guard isPunctuation(start, "<") else { return start }
    var depth = 0
    var index = start
    while index < end {
      if isPunctuation(index, "<") { depth += 1 }
      if isPunctuation(index, ">") { depth -= 1 }
      index = after(index)
      if depth == 0 { break }
    }
    return index
  }

  /// Whether a token begins a member of a type, or ends them.
  func beginsMember(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return true }
    if isPunctuation(index, "@") || isPunctuation(index, "}") { return true }
    let word = self[index]
    if tokens[index].kind == .pound { return tokens[index].startsLine }
    return isWord(index)
      && (Keyword.declarations.contains(word) || Keyword.modifiers.contains(word))
  }
}
