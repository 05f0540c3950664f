import PatchbayDiagnostics

extension PlanDraft {
  /// Warns of a reference to a deprecated service or alias.
  mutating func reportDeprecation(of reference: Located, _ index: Int, by referrer: String) {
    // Nearly all references name a service that is not deprecated, by its own key.
    if aliases.isEmpty, nodes[index].inherited == nil, nodes[index].definition.deprecated == nil {
      return
    }
    let alias = aliases[reference.text]
    let text =
      if nodes[index].inherited != nil, alias == nil {
        parent?.wiring.deprecations[reference.text]
      } else {
        nodes[index].key == reference.text
          ? nodes[index].definition.deprecated : alias?.deprecated
      }
    guard let text else { return }
    report(
      Diagnostic(
        .deprecatedReference,
        "`\(referrer)` refers to `\(reference.text)`, which is deprecated: \(text.text)",
        at: reference.place, "deprecated"
      )
      .asWarning
      .label(text.place, "said here"))
  }
}
