/// A declaration of a type, or an extension of one, with the members that decide how it is initialized.
package struct TypeDeclaration {
  /// `struct`, `class`, `actor`, `enum` or `extension`.
  let keyword: String
  /// The name as it is written.
  package let name: String
  let isGeneric: Bool
  let attributes: [Attribute]
  let modifiers: Set<String>
  /// The index of its keyword.
  let start: Int
  package var members = Members()

  /// What is declared in the braces of a type.
  package struct Members {
    package var initializers: [InitializerDeclaration] = []
    var properties: [PropertyDeclaration] = []
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
        let next = afterAttribute(index, before: tokens.count)
        attributes.append(attribute(index..<next))
        index = next
        continue
      }
      let word = self[index]
      if ["struct", "class", "actor", "enum", "extension"].contains(word) { break }
      guard Keyword.modifiers.contains(word) else { return nil }
      modifiers.insert(word)
      index += 1
    }
    guard index < tokens.count else { return nil }
    let generics = afterGenericClause(index + 2, before: tokens.count)
    var declaration = TypeDeclaration(
      keyword: self[index],
      name: self[index + 1],
      isGeneric: generics != index + 2,
      attributes: attributes,
      modifiers: modifiers,
      start: index
    )
    var open = generics
    while open < tokens.count, !isPunctuation(open, "{") { open += 1 }
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
        index = afterAttribute(index, before: range.upperBound)
        attributes.append(attribute(start..<index))
        continue
      }
      // A member after a point is one of a value: `.init(5)`.
      guard isWord(index), !(isPunctuation(index - 1, ".") && isAdjacent(index)) else {
        switch self[index] {
        case "#if": conditions += 1
        case "#endif": conditions -= 1
        default: break
        }
        index = after(index)
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
        for var property in declarations where !modifiers.contains("static") {
          (property.attributes, property.modifiers) = (attributes, modifiers)
          property.isConditional = conditions > 0
          members.properties.append(property)
        }
      case let word where Keyword.modifiers.contains(word):
        modifiers.insert(word)
        index += 1
        // `private(set)` limits only who sets it.
        if isPunctuation(index, "("), isAdjacent(index) {
          if self[index + 1] == "set" { modifiers.remove(word) }
          index = after(index)
        }
        continue
      default: index += 1
      }
      (attributes, modifiers) = ([], [])
    }
    return members
  }

  private func attribute(_ range: Range<Int>) -> Attribute {
    var index = range.lowerBound + 1
    while isPunctuation(index + 1, "."), isAdjacent(index + 1) { index += 2 }
    let name = self[index]
    return Attribute(
      name: name,
      arguments: (index + 1..<max(index + 1, range.upperBound)).filter(isWord).map { self[$0] })
  }
}
