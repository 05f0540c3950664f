import PatchbayDiagnostics

/// Rejects keeping or decorating a service that each request must create anew: one that takes
/// arguments from the request, or one that is not `Sendable`.
///
/// References to such services are rejected where arguments are bound.
func checkFreshServices(_ draft: inout PlanDraft) {
  for index in draft.nodes.indices { checkFreshService(index, &draft) }
}

private func checkFreshService(_ index: Int, _ draft: inout PlanDraft) {
  let node = draft.nodes[index]
  guard let entry = node.knownEntry, entry.isAlwaysFresh else { return }
  if node.isDecorator {
    let type = node.definition.type
    draft.report(
      entry.freshService(
        "`\(node.key)` cannot decorate a service", at: type?.place ?? node.definition.place,
        "cannot stand before a service"
      )
      .fix("decorate with another type"))
  } else if node.scope != .transient, let scope = node.definition.scope {
    draft.report(
      entry.freshService(
        "`\(node.key)` cannot have the scope `\(scope.text)`", at: scope.place,
        "only `transient` can be"
      )
      .fix(
        "make it a transient, or leave `scope` out",
        replacing: scope.place, with: "transient", isCertain: !draft.sharesText(index)))
  }
}

extension CatalogEntry {
  /// Returns the error of a reference to a service that only a program can request.
  func referenceToFreshService(
    _ key: String, at place: SourcePlace, _ use: ParameterUse, _ draft: PlanDraft
  ) -> Diagnostic {
    freshService(
      "\(use.subject(in: draft)) cannot be `\(key)`", at: place,
      "a service that only a program can ask for"
    )
    .fix(
      isSendable
        ? "take `.resolver` in the factory, and give the arguments when it asks for `\(key)`"
        : "let the program ask for it with `make`, or make its type `Sendable`")
  }

  fileprivate func freshService(
    _ fact: String, at place: SourcePlace, _ label: String
  ) -> Diagnostic {
    let reason =
      isSendable
      ? "each request gives it \(runtimeParameters.map(\.name).quoted())"
      : "`\(contracts[0].type)` is not `Sendable`, and each must stay with who asked for it"
    return Diagnostic(
      isSendable ? .runtimeArguments : .notSendable, "\(fact): \(reason)", at: place, label
    )
    .note("\(declaration): \(signatureText)")
  }
}
