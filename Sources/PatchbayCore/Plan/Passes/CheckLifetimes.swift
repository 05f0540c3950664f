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

/// Warns of `eager` on a service that no container keeps: its instance would be discarded.
///
/// Requires the scopes to be assigned. A decorator has no `eager` of its own.
func checkEager(_ draft: inout PlanDraft) {
  for node in draft.nodes where node.definition.eager && !node.isDecorator && !node.isFaulty {
    switch node.scope {
    case .singleton, .named: break
    case .transient, .graph, .weak:
      let scope = node.definition.scope?.text
      draft.report(
        Diagnostic(
          .eagerWithoutEffect,
          "`\(node.key)` is eager, but no container keeps it, and so none builds it when it starts",
          at: node.definition.scopePlace,
          "\(scope.map { "`\($0)`" } ?? "this scope") keeps no instance"
        )
        .asWarning
        .fix("leave `eager` out, or make the service a singleton"))
    }
  }
}

/// Rejects hooks that no container would ever run.
///
/// A service that is not kept cannot be stopped, or started in order.
func checkHooks(_ draft: inout PlanDraft) {
  for node in draft.nodes {
    guard let entry = node.knownEntry, entry.start != nil || entry.stop != nil, !node.isFaulty,
      node.inherited == nil
    else { continue }
    switch node.scope {
    case .singleton, .named: break
    case .transient, .graph, .weak: draft.report(unreachableHook(node, entry))
    }
  }
}

private func unreachableHook(_ node: PlannedService, _ entry: CatalogEntry) -> Diagnostic {
  let hook =
    entry.start == nil ? "`onStop`" : entry.stop == nil ? "`onStart`" : "`onStart` and `onStop`"
  return Diagnostic(
    .unreachableHook,
    "no container keeps `\(node.key)`, and its factory has \(hook), which would never run",
    at: node.definition.scopePlace,
    node.owner == nil ? "not kept" : "built with its owner, and not kept"
  )
  .note(entry.declaration)
  .fix("make it a singleton, or take the hook away from the factory")
}

/// Rejects a `retry` of a service whose factory has no hook `onStart`. Requires `joinFactories`; later
/// passes can rely on a hook for each retry.
func checkRetries(_ draft: inout PlanDraft) {
  for node in draft.nodes where !node.isFaulty && node.inherited == nil {
    guard let place = node.definition.retryPlace, let entry = node.knownEntry, entry.start == nil
    else { continue }
    draft.report(retryWithoutHook(node, place, entry))
  }
}

private func retryWithoutHook(
  _ node: PlannedService, _ place: SourcePlace, _ entry: CatalogEntry
) -> Diagnostic {
  Diagnostic(
    .invalidRetry, "`\(node.key)` has a `retry`, and its factory has no `onStart`", at: place,
    "nothing to attempt again"
  )
  .note(entry.declaration)
  .note("only `onStart` is attempted again, never the factory")
  .fix("leave `retry` out, or add `.onStart` to the factory")
}
