/// `@ProvidedInitializer`: marks the initializer that `@Provided` takes.
enum ProvidedInitializerMacro {
  static let name = "ProvidedInitializer"

  /// Returns the empty expansion of the mark, which has a meaning only in a type with `@Provided`.
  static func check(_ use: HostMessage.AttachedMacro) throws(MacroError) -> String {
    let type = use.lexicalContext?.first.flatMap { SourceText($0.source).typeDeclaration() }
    guard type?.isProvided == true else {
      throw MacroError(
        "`@ProvidedInitializer` has no effect here: it marks one of several initializers of a type with "
          + "`@Provided`",
        at: LocatedSource(use.attributeSyntax).position(0))
    }
    return ""
  }
}
