/// The names that a default uses without saying where they are declared.
///
/// `@Provided` writes the factory in an extension, which is at the level of the file: there, the `port` of
/// an enclosing type is not found, and another `port` may be.
enum EnclosingNames {
  /// Returns the first such name of a variable or a function in an expression.
  ///
  /// Names of types are left to the compiler: another type of the same name does not fit.
  static func first(in expression: String) -> String? {
    let text = SourceText(expression)
    let declared = declared(in: text)
    for index in text.tokens.indices where text.isWord(index) {
      let name = text[index]
      guard name.utf8.first.map({ $0 == UInt8(ascii: "_") || $0 | 0x20 == $0 }) == true,
        name.utf8.first != UInt8(ascii: "$"), name != "_", !Keyword.ofExpressions.contains(name),
        !declared.contains(name), !text.isPunctuation(index - 1, ".")
      else { continue }
      let isLabel =
        text.isPunctuation(index + 1, ":")
        && (text.isPunctuation(index - 1, "(") || text.isPunctuation(index - 1, ","))
      if !isLabel { return name }
    }
    return nil
  }

  /// The names that an expression declares: the parameters of its closures, and what follows `let` and `var`.
  private static func declared(in text: SourceText) -> Set<String> {
    var names: Set<String> = []
    for index in text.tokens.indices {
      if ["let", "var", "func"].contains(text[index]) { names.insert(text[index + 1]) }
      guard text.isPunctuation(index, "{") else { continue }
      let inside = text.inside(index)
      let statement = inside.prefix { !text.isPunctuation($0, "{") && text[$0] != "for" }
      guard let end = statement.first(where: { text[$0] == "in" }) else { continue }
      names.formUnion((inside.lowerBound..<end).filter(text.isWord).map { text[$0] })
    }
    return names
  }
}
