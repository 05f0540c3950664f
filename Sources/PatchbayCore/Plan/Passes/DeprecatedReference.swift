import PatchbayDiagnostics

extension PlanDraft {
  /// Warns of a reference to a deprecated service or alias.
  ///
  /// - Parameters:
  ///   - reference: The key as it is written.
  ///   - index: The service that it refers to.
  ///   - referrer: The key of the service that refers to it.
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
    if let text { report(deprecatedReference(reference, text, referrer)) }
  }
}

private func deprecatedReference(
  _ key: Located,
  _ text: Located,
  _ referrer: String
) -> Diagnostic {
  Diagnostic(
    .deprecatedReference,
    severity: .warning,
    "`\(referrer)` refers to `\(key.text)`, which is deprecated: \(text.text)",
    labels: [.init(key.place, "deprecated"), .init(text.place, "said here")]
  )
}
