extension Reading {
  /// Reads the declaration of a type with the tokenizer of the macros.
  init(ofType text: String) {
    guard let type = SourceText(text).typeDeclaration() else {
      lines = ["no type"]
      return
    }
    addType(
      type.keyword, type.name, isGeneric: type.isGeneric, attributes: type.attributes.map(\.name),
      modifiers: Array(type.modifiers))
    add(type.members)
  }

  /// Reads the declaration of an initializer alone.
  init(ofInitializer text: String) { add(SourceText(text).members) }

  private mutating func add(_ members: TypeDeclaration.Members) {
    for initializer in members.initializers {
      addInitializer(
        attributes: initializer.attributes.map(\.name), modifiers: Array(initializer.modifiers),
        isFailable: initializer.isFailable, isGeneric: initializer.isGeneric,
        isAsync: initializer.isAsync, canThrow: initializer.canThrow,
        isConditional: initializer.isConditional)
      for parameter in initializer.parameters {
        addParameter(
          parameter.label, type: parameter.type, value: parameter.defaultValue,
          obstacle: parameter.obstacle.map(Self.text) ?? "")
      }
    }
    for property in members.properties {
      addProperty(
        attributes: property.attributes.map(\.name), modifiers: Array(property.modifiers),
        isVariable: property.isVariable, name: property.name, isOptional: property.isOptional,
        value: property.initialValue, isConditional: property.isConditional)
    }
  }

  /// What follows from the type's text alone, which is compared, is not compared again.
  private static func text(_ obstacle: ParameterDeclaration.Obstacle) -> String {
    [.isNotEscaping, .isOfCaller].contains(obstacle) ? "" : "(\(obstacle))"
  }
}
