/// `@Provided`: the declaration of a type's factory from its initializer.
struct ProvidedMacro {
  private let use: LocatedSource
  private let attribute: LocatedSource
  private let extendedType: HostMessage.Syntax?
  private let isNew: Bool
  /// The declarations around the type, innermost first.
  private let context: [TypeDeclaration]

  init(_ use: HostMessage.AttachedMacro) {
    self.use = LocatedSource(use.declSyntax)
    attribute = LocatedSource(use.attributeSyntax)
    extendedType = use.extendedTypeSyntax
    // The compiler names the protocols to which the type does not conform yet.
    isNew = use.conformanceListSyntax?.source.contains("FactoryDeclaring") ?? false
    context = (use.lexicalContext ?? []).compactMap { SourceText($0.source).typeDeclaration() }
  }

  /// The factory as a member of the type, where names have the meaning that they have in its
  /// initializer; or the conformance, which only an extension can add.
  func expansion() throws(MacroError) -> String {
    // The compiler may expand the members of an enum only after it has reported other errors.
    let type = use.text.typeDeclaration()
    if type?.keyword == "enum" {
      return extendedType == nil ? "" : try member(of: type)
    }
    guard let extendedType else { return try member(of: type) }
    // A mistake is reported by the other expansion, and once.
    guard (try? member(of: type)) != nil else { return "" }
    return Self.conformance(of: extendedType)
  }

  /// The conformance of a type that is used without a mistake.
  static func conformance(of type: HostMessage.Syntax) -> String {
    "extension \(type.source[...].trimmed): PatchbayMacros.FactoryDeclaring {}"
  }

  private func member(of type: TypeDeclaration?) throws(MacroError) -> String {
    guard let type, type.keyword != "extension" else {
      throw error("`@Provided` belongs on a struct, a class or an actor", at: 0)
    }
    try check(type)
    let initializer = try Initialization(of: type, in: use)
    let arguments = try MacroArguments(of: attribute)
    try arguments.check(initializer.parameters, of: type.name, attribute)
    let factory = FactorySource(
      kind: initializer.kind(in: type),
      product: type.name,
      name: arguments.expressions.first.map { attribute.text.source($0) }
        ?? FactorySource.literal(type.name.filter { $0 != "`" }),
      parameters: initializer.parameters,
      arguments: arguments,
      fileID: use.location.fileID,
      line: use.line(initializer.start),
      make: initializer.call(of: type.name, in: type),
      summary: DocumentationComment(before: use.text).summary
    )
    return """
      \(access(of: type))nonisolated static var factory: PatchbayMacros.Factory<\(type.name)> {
      \(factory.text(indentedBy: 2))
      }
      """
  }

  /// The modifier of what is as visible as a type, with the space after it.
  private func access(of type: TypeDeclaration) -> String {
    // What an extension contains is as visible as the extension says.
    let fromOutside = context.first.flatMap { $0.keyword == "extension" ? $0.access : nil }
    return (type.access ?? fromOutside).map { "\($0) " } ?? ""
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
    // The extension is at the level of the file, and sees only what is private there.
    let isHidden = ([type] + context).dropLast().contains { $0.modifiers.contains("private") }
    if isHidden {
      throw error(
        "`@Provided` cannot be used on a private type in another type: make it `fileprivate`",
        at: type.start)
    }
    if type.isSuppressed {
      throw error(
        "`@Provided` cannot be used on a type that cannot be copied: a container keeps its products",
        at: type.start)
    }
    if let factory = type.members.factory {
      throw error(
        "`@Provided` adds a `factory` to `\(type.name)`, which has one: rename this property",
        at: factory)
    }
    if type.attributes.count(where: { $0.name == "Provided" }) > 1 {
      throw error("`@Provided` is written twice", at: type.start)
    }
    if !isNew {
      throw error(
        "`\(type.name)` has a factory already, perhaps that of its superclass: leave `@Provided` out, and "
          + "declare it in the catalog with `#factory(\(type.name).init(…))`",
        at: type.start)
    }
  }

  private func error(_ message: String, at token: Int) -> MacroError {
    MacroError(message, at: use.position(token))
  }
}

extension TypeDeclaration {
  var isProvided: Bool { attributes.contains { $0.name == "Provided" } }

  /// How far beyond the module it is visible; nil if it does not say, or is not.
  fileprivate var access: String? {
    if modifiers.contains("public") || modifiers.contains("open") { return "public" }
    return modifiers.contains("package") ? "package" : nil
  }
}
