import SwiftSyntax

extension Reading {
  /// Reads the declaration of a type from its tree.
  init(_ type: some DeclGroupSyntax, name: TokenSyntax, isGeneric: Bool) {
    addType(
      type.introducer.text, name.text, isGeneric: isGeneric,
      attributes: Self.names(of: type.attributes), modifiers: Self.names(of: type.modifiers))
    let members = Self.members(of: type.memberBlock.members, isConditional: false)
    // The tokenizer keeps initializers and properties apart.
    for (declaration, isConditional) in members {
      if let initializer = declaration.as(InitializerDeclSyntax.self) {
        add(initializer, isConditional)
      }
    }
    for (declaration, isConditional) in members {
      if let variable = declaration.as(VariableDeclSyntax.self) { add(variable, isConditional) }
    }
  }

  /// Reads an initializer from its tree.
  init(_ initializer: InitializerDeclSyntax) { add(initializer, false) }

  /// The members of a type, and whether they are inside of an `#if`.
  private static func members(
    of list: MemberBlockItemListSyntax, isConditional: Bool
  ) -> [(declaration: DeclSyntax, isConditional: Bool)] {
    list.flatMap { item in
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else {
        return [(item.decl, isConditional)]
      }
      return condition.clauses.flatMap { clause in
        guard case .decls(let list) = clause.elements else { return [] as [(DeclSyntax, Bool)] }
        return members(of: list, isConditional: true)
      }
    }
  }

  private mutating func add(_ initializer: InitializerDeclSyntax, _ isConditional: Bool) {
    let effects = initializer.signature.effectSpecifiers
    addInitializer(
      attributes: Self.names(of: initializer.attributes),
      modifiers: Self.names(of: initializer.modifiers),
      isFailable: initializer.optionalMark != nil,
      isGeneric: initializer.genericParameterClause != nil,
      isAsync: effects?.asyncSpecifier != nil,
      canThrow: effects?.throwsClause != nil,
      isConditional: isConditional)
    for parameter in initializer.signature.parameterClause.parameters {
      let ellipsis = parameter.ellipsis.map { _ in
        parameter.type.trailingTrivia.description + "..."
      }
      addParameter(
        parameter.firstName.text,
        type: parameter.type.trimmedDescription + (ellipsis ?? ""),
        value: parameter.defaultValue?.value.trimmedDescription,
        obstacle: Self.obstacle(of: parameter).map { "(\($0))" } ?? "")
    }
  }

  private static func obstacle(
    of parameter: FunctionParameterSyntax
  ) -> ParameterDeclaration.Obstacle? {
    if parameter.firstName.text == "_" { return .noLabel }
    if parameter.ellipsis != nil { return .isVariadic }
    if parameter.type.firstToken(viewMode: .sourceAccurate)?.text == "inout" { return .isInout }
    let isOpaque = parameter.type.tokens(viewMode: .sourceAccurate).contains { token in
      [.keyword(.some), .keyword(.each), .keyword(.repeat)].contains(token.tokenKind)
    }
    return isOpaque ? .isOpaque : nil
  }

  /// Adds the stored properties that are not those of the type itself.
  private mutating func add(_ variable: VariableDeclSyntax, _ isConditional: Bool) {
    let modifiers = Self.names(of: variable.modifiers)
    guard !modifiers.contains("static"), !modifiers.contains("class") else { return }
    let bindings = Array(variable.bindings)
    for (index, binding) in bindings.enumerated() where isStored(binding) {
      // `var first, second: Int?` says the type of both.
      let typed = bindings[index...].first { $0.typeAnnotation != nil || $0.initializer != nil }
      addProperty(
        attributes: Self.names(of: variable.attributes),
        modifiers: modifiers,
        isVariable: variable.bindingSpecifier.text == "var",
        // Of a tuple its parenthesis.
        name: binding.pattern.firstToken(viewMode: .sourceAccurate)?.text ?? "",
        isOptional: isOptional(typed?.typeAnnotation?.type),
        value: binding.initializer?.value.trimmedDescription,
        isConditional: isConditional)
    }
  }

  /// Whether a property has no accessors but observers.
  private func isStored(_ binding: PatternBindingSyntax) -> Bool {
    guard let block = binding.accessorBlock else { return true }
    guard case .accessors(let accessors) = block.accessors else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  private func isOptional(_ type: TypeSyntax?) -> Bool {
    guard let type else { return false }
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return isOptional(attributed.baseType)
    }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
      return isOptional(tuple.elements.first?.type)
    }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }

  /// The last part of each name, also of those inside of an `#if`.
  private static func names(of attributes: AttributeListSyntax) -> [String] {
    attributes.flatMap { element in
      if case .attribute(let attribute) = element {
        let name = attribute.attributeName
        let last = name.as(IdentifierTypeSyntax.self)?.name ?? name.as(MemberTypeSyntax.self)?.name
        return [last?.text ?? name.trimmedDescription]
      }
      guard case .ifConfigDecl(let condition) = element else { return [] }
      return condition.clauses.flatMap { clause in
        guard case .attributes(let list) = clause.elements else { return [] as [String] }
        return names(of: list)
      }
    }
  }

  /// The modifiers, except `private(set)`, which limits only who sets a property.
  private static func names(of modifiers: DeclModifierListSyntax) -> [String] {
    modifiers.filter { $0.detail?.detail.text != "set" }.map(\.name.text)
  }
}
