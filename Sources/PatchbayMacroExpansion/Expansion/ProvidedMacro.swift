/// `@Provided`: the declaration of a type's factory from its initializer.
struct ProvidedMacro {
  private let use: LocatedSource
  private let attribute: LocatedSource
  /// The type with the types around it; nil if the compiler does not say.
  private let extendedType: String?
  private let isNew: Bool
  /// The declarations around the type, innermost first.
  private let context: [TypeDeclaration]

  init(_ use: HostMessage.AttachedMacro) {
    self.use = LocatedSource(use.declSyntax)
    attribute = LocatedSource(use.attributeSyntax)
    extendedType = use.extendedTypeSyntax?.source
    // The compiler names the protocols to which the type does not conform yet.
    isNew = use.conformanceListSyntax?.source.contains("FactoryDeclaring") ?? false
    context = (use.lexicalContext ?? []).compactMap { SourceText($0.source).typeDeclaration() }
  }

  func expansion() throws(MacroError) -> String {
    guard let type = use.text.typeDeclaration() else {
      throw error("`@Provided` belongs on a struct, a class or an actor", at: 0)
    }
    try check(type)
    let initializer = try Initialization(of: type, in: use)
    let arguments = try MacroArguments(of: attribute)
    try arguments.checkNames(initializer.parameters, of: type.name, attribute)
    let name = extendedType ?? type.name
    let factory = FactorySource(
      kind: initializer.kind(in: type),
      name: arguments.expressions.first.map { attribute.text.source($0) }
        ?? FactorySource.literal(type.name.filter { $0 != "`" }),
      parameters: initializer.parameters,
      arguments: arguments,
      fileID: use.location.fileID,
      line: use.line(initializer.start),
      make: initializer.call(of: name, in: type),
      summary: DocumentationComment(before: use.text).summary
    )
    return """
      extension \(name): PatchbayMacros.FactoryDeclaring {
        \(Access(of: type, in: context).modifier)nonisolated static var factory: PatchbayMacros.Factory<\(name)> {
      \(factory.text(indentedBy: 4))
        }
      }
      """
  }

  private func check(_ type: TypeDeclaration) throws(MacroError) {
    if type.keyword == "enum" {
      throw error(
        "`@Provided` cannot be used on an enum, which has no initializer to take the parameters from: "
          + "declare it with `Factory(…)`",
        at: type.start)
    }
    if type.isGeneric {
      throw error(
        "`@Provided` cannot be used on the generic type `\(type.name)`: declare a factory for each "
          + "type that is used, such as `#factory(\"\(type.name)OfInt\", \(type.name)<Int>.init(…))`",
        at: type.start)
    }
    if let outer = context.first(where: \.isGeneric) {
      throw error(
        "`@Provided` cannot be used inside of the generic type `\(outer.name)`: declare a factory for "
          + "each type that is used with `#factory(\"Name\", …)`",
        at: type.start)
    }
    if type.modifiers.contains("private"), !context.isEmpty {
      throw error(
        "`@Provided` cannot be used on a private type in another type: make it `fileprivate`",
        at: type.start)
    }
    if !isNew {
      throw error(
        "`\(type.name)` has a factory already, perhaps that of its superclass: declare it with `Factory(…)`",
        at: type.start)
    }
  }

  private func error(_ message: String, at token: Int) -> MacroError {
    MacroError(message, at: use.position(token))
  }
}

extension TypeDeclaration {
  var isProvided: Bool { attributes.contains { $0.name == "Provided" } }
}
