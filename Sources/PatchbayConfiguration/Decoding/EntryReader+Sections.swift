import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryReader {
  /// Returns the declared scopes, and reports a second declaration, because it would leave their
  /// order open.
  mutating func scopes() -> [Located] {
    guard let first = document.scopes.first else { return [] }
    evaluator.subject = Evaluator.Subject(owner: .section("scopes"))
    for other in document.scopes.dropFirst() {
      report(
        Diagnostic(
          .duplicateKey,
          "`scopes` is declared \(other.layer == first.layer ? "twice" : "in two layers")",
          at: other.keyPlace, "second declaration"
        )
        .label(first.keyPlace, "first declaration")
        .note("scopes are declared once, outermost first"))
    }
    var known: [String: SourcePlace] = [:]
    let names = evaluator.namesField(first.value) ?? []
    return names.filter { name in
      let subject = "the scope `\(name.text)`"
      if ScopeName.builtIn.contains(name.text) {
        report(
          Diagnostic(
            .duplicateKey, "\(subject) is always there", at: name.place, "needs no declaration"))
      } else if let first = known[name.text] {
        report(
          Diagnostic(
            .duplicateKey, "\(subject) is declared twice", at: name.place, "second time"
          )
          .label(first, "first time"))
      } else {
        known[name.text] = name.place
        return true
      }
      return false
    }
  }

  /// Returns the roots of all layers, each once.
  mutating func roots() -> [Located] {
    evaluator.subject = Evaluator.Subject(owner: .section("roots"))
    let sections = document.roots
    return sections.flatMap { evaluator.namesField($0) ?? [] }.uniqued(by: \.text)
  }
}
