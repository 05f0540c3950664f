/// `@Provided`: the declaration of a type's factory from its initializer.
struct ProvidedMacro {
  private let use: LocatedSource
  private let attribute: LocatedSource
  /// The type with those around it, as it is written at the level of the file.
  private let extendedType: String
  private let isExtension: Bool
  private let isNew: Bool
  /// The declarations around the type, innermost first.
  private let context: [TypeDeclaration]

  init(_ use: HostMessage.AttachedMacro) {
    self.use = LocatedSource(use.declSyntax)
    attribute = LocatedSource(use.attributeSyntax)
    extendedType = String((use.extendedTypeSyntax?.source ?? "")[...].trimmed)
    isExtension = use.macroRole == "extension"
    // The compiler names the protocols to which the type does not conform yet.
    isNew = use.conformanceListSyntax?.source.contains("FactoryDeclaring") ?? false
    context = (use.lexicalContext ?? []).compactMap { SourceText($0.source).typeDeclaration() }
  }

  /// The factory, or the conformance: the compiler asks for a member of the type, and for an extension.
  ///
  /// The factory is a member, because there each name in a default means what it means in the initializer. In
  /// an extension, which is at the level of the file, `port` may be another one.
  func expansion() throws(MacroError) -> String {
    // The extension alone reports mistakes: the compiler expands no member of an enum that nothing uses.
    guard isExtension else { return (try? declaration()).map(factory) ?? "" }
    _ = try declaration()
    return "extension \(extendedType): PatchbayMacros.FactoryDeclaring {}"
  }

  /// What the macro reads of a type, without a mistake.
  private struct Declaration {
    let type: TypeDeclaration
    let initializer: Initialization
    let arguments: MacroArguments
    /// The expression of the factory's name; nil if it is that of the type.
    let name: String?
  }

  private func declaration() throws(MacroError) -> Declaration {
    guard let type = use.text.typeDeclaration(), type.keyword != "extension" else {
      throw use.error("`@Provided` belongs on a struct, a class or an actor", at: 0)
    }
    try check(type)
    let initializer = try Initialization(of: type, in: use)
    let arguments = try MacroArguments(of: attribute)
    try arguments.check(initializer.parameters, of: type.name, attribute)
    return Declaration(
      type: type, initializer: initializer, arguments: arguments,
      name: try arguments.name(attribute))
  }

  private func factory(of declaration: Declaration) -> String {
    let (type, initializer) = (declaration.type, declaration.initializer)
    // A struct may contain another type of its name. A class that can be inherited has no `Self` here.
    let product = type.keyword == "struct" ? "Self" : type.name
    let factory = FactorySource(
      kind: initializer.kind(in: type),
      product: product,
      name: declaration.name ?? FactorySource.literal(type.name.filter { $0 != "`" }),
      parameters: initializer.parameters,
      arguments: declaration.arguments,
      fileID: use.location.fileID,
      line: use.line(initializer.start),
      make: initializer.call(of: product, in: type),
      summary: DocumentationComment(before: use.text).summary
    )
    return """
      \(access(of: type))nonisolated static var factory: PatchbayMacros.Factory<\(product)> {
      \(factory.text(indentedBy: 2))
      }
      """
  }

  /// The modifier of what is as visible as a type and those around it, with the space after it.
  private func access(of type: TypeDeclaration) -> String {
    let declarations = [type] + context
    var least = Access.public
    for (index, declaration) in declarations.enumerated() where declaration.keyword != "extension" {
      // What an extension contains is as visible as the extension says.
      let outer = declarations.dropFirst(index + 1).first
      let ofExtension = outer?.keyword == "extension" ? outer?.access : nil
      least = min(least, declaration.access ?? ofExtension ?? .internal)
    }
    return least == .internal ? "" : "\(least) "
  }

  private func check(_ type: TypeDeclaration) throws(MacroError) {
    if type.keyword == "enum" {
      throw use.error(
        "`@Provided` cannot be used on an enum, which has no initializer to take the parameters from: "
          + "declare it with `Factory(…)`",
        at: type.start)
    }
    if type.isGeneric {
      throw use.error(
        "`@Provided` cannot be used on the generic type `\(type.name)`: declare a factory for each "
          + "type that is used, such as `#factory(\"\(type.name)OfInt\", \(type.name)<Int>.init(…))`",
        at: type.start)
    }
    if let outer = context.first(where: \.isGeneric) {
      throw use.error(
        "`@Provided` cannot be used inside of the generic type `\(outer.name)`: declare a factory for "
          + "each type that is used with `#factory(\"Name\", …)`",
        at: type.start)
    }
    // The extension is at the level of the file, and sees only what is private there.
    let isHidden = ([type] + context).dropLast().contains { $0.modifiers.contains("private") }
    if isHidden {
      throw use.error(
        "`@Provided` cannot be used on a private type in another type: make it `fileprivate`",
        at: type.start)
    }
    if type.isSuppressed {
      throw use.error(
        "`@Provided` cannot be used on a type that cannot be copied: a container keeps its products",
        at: type.start)
    }
    if let factory = type.members.factory {
      throw use.error(
        "`@Provided` adds a `factory` to `\(type.name)`, which has one: rename this one",
        at: factory)
    }
    if type.attributes.count(where: { $0.name == "Provided" }) > 1 {
      throw use.error("`@Provided` is written twice", at: type.start)
    }
    if !isNew {
      throw use.error(
        "`\(type.name)` has a factory already, perhaps that of its superclass: leave `@Provided` out, and "
          + "declare it in the catalog with `#factory(\(type.name).init(…))`",
        at: type.start)
    }
  }
}

extension TypeDeclaration {
  var isProvided: Bool { attributes.contains { $0.name == "Provided" } }

  /// How visible it says that it is.
  fileprivate var access: Access? {
    if modifiers.contains("public") || modifiers.contains("open") { return .public }
    if modifiers.contains("package") { return .package }
    return modifiers.isDisjoint(with: ["private", "fileprivate"]) ? nil : .fileprivate
  }
}

/// From where a declaration is visible, from the fewest places to the most.
private enum Access: Comparable {
  case `fileprivate`, `internal`, `package`, `public`
}

/// `@ProvidedInitializer`: marks the initializer that `@Provided` takes.
enum ProvidedInitializerMacro {
  static let name = "ProvidedInitializer"

  /// Returns the empty expansion of the mark, which has a meaning only in a type with `@Provided`.
  static func check(_ use: HostMessage.AttachedMacro) throws(MacroError) -> String {
    let type = use.lexicalContext?.first.flatMap { SourceText($0.source).typeDeclaration() }
    let problem: String? =
      if SourceText(use.declSyntax.source).members.initializers.isEmpty {
        "`@ProvidedInitializer` marks an initializer, and nothing else"
      } else if type?.keyword == "extension" {
        "an initializer in an extension cannot be taken: move it to the type"
      } else if type?.isProvided != true {
        "`@ProvidedInitializer` has no effect here: it marks one of several initializers of a type with "
          + "`@Provided`"
      } else {
        nil
      }
    if let problem {
      throw MacroError(problem, at: LocatedSource(use.attributeSyntax).position(0))
    }
    return ""
  }
}
