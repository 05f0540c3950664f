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
