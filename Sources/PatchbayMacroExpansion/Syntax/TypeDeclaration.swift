/// A declaration of a type, or an extension of one, with the members that decide how it is initialized.
package struct TypeDeclaration {
  /// `struct`, `class`, `actor`, `enum` or `extension`.
  let keyword: String
  /// The name as it is written.
  let name: String
  let isGeneric: Bool
  /// Whether it cannot be copied: `~Copyable`.
  let isSuppressed: Bool
  let attributes: [Attribute]
  let modifiers: Set<String>
  /// The index of its keyword.
  let start: Int
  package internal(set) var members = Members()

  /// What is declared in the braces of a type.
  package struct Members {
    package internal(set) var initializers: [InitializerDeclaration] = []
    var properties: [PropertyDeclaration] = []
    /// The index of the `var`, `let` or `func` of a static `factory`.
    var factory: Int?
  }
}

extension SourceText {
  /// Reads the declaration of a type; returns nil for another declaration.
  package func typeDeclaration() -> TypeDeclaration? {
    var attributes: [Attribute] = []
    var modifiers: Set<String> = []
    var index = 0
    while index < tokens.count {
      if isPunctuation(index, "@") {
        let (attribute, next) = attribute(index, before: tokens.count)
        attributes.append(attribute)
        index = next
        continue
      }
      if tokens[index].kind == .pound {
        // An attribute may be inside of an `#if`.
        index = afterLine(index)
        continue
      }
      let word = self[index]
      // `[Int]` can be extended.
      if word == "extension" { break }
      if ["struct", "class", "actor", "enum"].contains(word), isWord(index + 1),
        !Keyword.modifiers.contains(self[index + 1]),
        !Keyword.declarations.contains(self[index + 1])
      {
        break
      }
      guard Keyword.modifiers.contains(word) else { return nil }
      modifiers.insert(word)
      index += 1
      if isPunctuation(index, "("), isAdjacent(index) { index = after(index) }
    }
    guard index < tokens.count else { return nil }
    var open = after(index + 1)
    var isGeneric = isPunctuation(index + 1, "[")
    // An extended type has a path: `Outer<Int>.Inner`.
    while true {
      let generics = afterGenericClause(open, before: tokens.count)
      if generics != open { isGeneric = true }
      open = generics
      if isModuleSelector(open) {
        open += 3
        continue
      }
      guard isPunctuation(open, ".") else { break }
      open += 2
    }
    let inheritance = open
    while open < tokens.count, !isPunctuation(open, "{") { open = after(open) }
    var declaration = TypeDeclaration(
      keyword: self[index],
      name: self[index + 1],
      isGeneric: isGeneric,
      isSuppressed: (inheritance..<open).contains { isPunctuation($0, "~") },
      attributes: attributes,
      modifiers: modifiers,
      start: index
    )
    declaration.members = members(inside(open))
    return declaration
  }

  /// The initializers and stored properties of a text that consists of members.
  package var members: TypeDeclaration.Members { members(tokens.indices) }

  /// Reads the initializers and stored properties among the members of a type.
  func members(_ range: Range<Int>) -> TypeDeclaration.Members {
    var members = TypeDeclaration.Members()
    var attributes: [Attribute] = []
    var modifiers: Set<String> = []
    var conditions = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      if isPunctuation(index, "@") {
        let (attribute, next) = attribute(index, before: range.upperBound)
        attributes.append(attribute)
        index = next
        continue
      }
      if tokens[index].kind == .pound {
        switch self[index] {
        case "#if": conditions += 1
        case "#endif": conditions -= 1
        // The attributes before and in an `#if` belong to the declaration after it.
        case "#else", "#elseif": break
        default: (attributes, modifiers) = ([], [])
        }
        index = afterLine(index)
        continue
      }
      // The `init` of `1...` and a new line is no part of what precedes it.
      let isMember = isPunctuation(index - 1, ".") && isAdjacent(index)
      guard isWord(index), !isMember else {
        // After a comma the next case of an enum follows, whose name may be a modifier elsewhere.
        index = isPunctuation(index, ",") && isWord(index + 1) ? index + 2 : after(index)
        (attributes, modifiers) = ([], [])
        continue
      }
      switch self[index] {
      case "init":
        var declaration: InitializerDeclaration
        (declaration, index) = initializer(index, before: range.upperBound)
        (declaration.attributes, declaration.modifiers) = (attributes, modifiers)
        declaration.isConditional = conditions > 0
        members.initializers.append(declaration)
      case "let", "var":
        let declarations: [PropertyDeclaration]
        (declarations, index) = properties(index, before: range.upperBound)
        let isOfType = !modifiers.isDisjoint(with: ["static", "class"])
        if isOfType, self[start + 1].filter({ $0 != "`" }) == "factory" { members.factory = start }
        for var property in declarations where !isOfType {
          (property.attributes, property.modifiers) = (attributes, modifiers)
          property.isConditional = conditions > 0
          members.properties.append(property)
        }
      // One with parameters has another name, such as `factory(for:)`.
      case "func":
        let isFactory =
          self[start + 1].filter { $0 != "`" } == "factory"
          && isPunctuation(start + 2, "(") && inside(start + 2).isEmpty
        if isFactory, !modifiers.isDisjoint(with: ["static", "class"]) { members.factory = start }
        index += isWord(index + 1) ? 2 : 1
      case let word where Keyword.modifiers.contains(word):
        index += 1
        if isPunctuation(index, "("), isAdjacent(index) {
          // `private(set)` limits only who sets it.
          if self[index + 1] != "set" { modifiers.insert(word) }
          index = after(index)
        } else {
          modifiers.insert(word)
        }
        continue
      // `case open` declares a name.
      case let word where Keyword.declarations.contains(word): index += isWord(index + 1) ? 2 : 1
      default: index += 1
      }
      (attributes, modifiers) = ([], [])
    }
    return members
  }

  /// The index after the tokens of a directive, which ends with its line.
  func afterLine(_ start: Int) -> Int {
    var index = after(start)
    while index < tokens.count, !tokens[index].startsLine { index = after(index) }
    return index
  }
}

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
