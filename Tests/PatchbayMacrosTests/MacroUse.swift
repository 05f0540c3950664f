import PatchbayMacroExpansion

/// The uses of macros, as the compiler sends them.
enum MacroUse {
  /// Returns the factory that `@Provided` expands to, or the mistakes that it reports with the conformance.
  static func provided(_ declaration: String, attribute: String = "@Provided") -> Answer {
    var use = HostMessage.AttachedMacro(
      "ProvidedMacro", .init(attribute, fileName: "attribute"),
      .init(declaration, fileName: "declaration"))
    use.extendedTypeSyntax = HostMessage.Syntax("Extended", fileName: "type")
    use.conformanceListSyntax = HostMessage.Syntax("FactoryDeclaring", fileName: "list")
    use.macroRole = "extension"
    var answer = Answer(.expandAttachedMacro(use))
    guard answer.expansion != nil else { return answer }
    use.macroRole = "member"
    answer.expansion = Answer(.expandAttachedMacro(use)).expansion
    return answer
  }

  /// Returns what `#factory(…)` expands to.
  static func factory(_ source: String) -> Answer {
    let syntax = HostMessage.Syntax(source, fileName: "declaration")
    return Answer(.expandFreestandingMacro(.init("FactoryMacro", syntax)))
  }

  struct Answer {
    fileprivate(set) var expansion: String?
    private(set) var diagnostics: [PluginMessage.Diagnostic] = []

    init(_ message: HostMessage) {
      let handler = MessageHandler()
      guard case .expandMacroResult(let expansion, let diagnostics) = handler.answer(to: message)
      else { return }
      (self.expansion, self.diagnostics) = (expansion, diagnostics)
    }

    /// The parameters of the factory, as the expansion declares them.
    var inputs: [String] {
      (expansion ?? "").split(separator: "\n").map { $0.drop { $0 == " " } }
        .compactMap { line in
          guard let match = line.wholeMatch(of: /\._?[a-z]+\("(.*?)"(?:, default: (.*))?\),?/)
          else {
            return nil
          }
          return [match.1, match.2].compactMap { $0.map(String.init) }.joined(separator: " ")
        }
    }

    /// Returns whether there is either an expansion or an error, and each error is in one of the sources.
    func isWellFormed(within length: Int) -> Bool {
      let places = diagnostics.flatMap { [$0.position] + $0.notes.map(\.position) }
      return (expansion == nil) == !diagnostics.isEmpty
        && places.allSatisfy { (0...length).contains($0.offset) }
    }
  }
}
