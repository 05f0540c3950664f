import PatchbayDiagnostics

extension PlanDraft {
  /// Checks that a lifetime fits what its service is: a container cannot keep, nor a decorator be, a service that each
  /// request must create anew, and runs no hook of one that it does not keep.
  ///
  /// Requires `bindArguments`, which rejects references to services that each request must create anew; later passes
  /// can rely on an `onStart` or `ready` for each `retry`.
  mutating func checkLifetimes() {
    for index in nodes.indices {
      let node = nodes[index]
      guard let entry = node.knownEntry, node.inherited == nil else { continue }
      if entry.isAlwaysFresh, let error = keptFreshService(index, entry) {
        report(error)
      }
      guard !node.isFaulty else { continue }
      if !node.scope.isPermanent, entry.start != nil || entry.stop != nil {
        report(unreachableHook(node, entry))
      } else if node.scope != .singleton, entry.run != nil {
        report(unreachableRun(node, entry))
      }
      if let place = node.definition.retryPlace, !entry.hasAttempts {
        report(retryWithoutHook(node, place, entry))
      }
      if let place = node.definition.endsPlace, entry.run == nil {
        report(endsWithoutRun(node, place, entry))
      }
      // A decorator has no `eager` of its own.
      if !node.scope.isPermanent, node.isEager, !node.isDecorator {
        report(eagerWithoutEffect(node))
      }
    }
  }

  /// Returns the error of a service that each request must create anew, because it takes arguments from the request or
  /// is not `Sendable`, where it would be kept or decorate another one.
  private func keptFreshService(_ index: Int, _ entry: CatalogEntry) -> Diagnostic? {
    let node = nodes[index]
    if node.isDecorator {
      return entry.freshService(
        "`\(node.key)` cannot decorate a service",
        at: node.definition.type?.place ?? node.definition.place, "is not allowed before a service")
    }
    guard node.scope != .transient, let scope = node.definition.scope else { return nil }
    return entry.freshService(
      "`\(node.key)` cannot have the scope `\(scope.text)`", at: scope.place,
      "only `transient` can be"
    )
    .fix(
      "make it a transient", replacing: scope.place, with: "transient",
      isCertain: !sharesText(index))
  }
}

extension CatalogEntry {
  /// Returns the error of a reference to a service that only a program can request.
  func referenceToFreshService(
    _ key: String, at place: SourcePlace, _ use: ParameterUse, _ draft: PlanDraft
  ) -> Diagnostic {
    freshService(
      "\(use.subject(in: draft)) cannot be `\(key)`", at: place,
      "a service that only a program can ask for")
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

/// Returns the warning of `eager` on a service that no container keeps: its instance would be discarded.
private func eagerWithoutEffect(_ node: PlannedService) -> Diagnostic {
  let scope = node.definition.scope?.text
  return Diagnostic(
    .eagerWithoutEffect,
    "`\(node.key)` is eager, but no container keeps it, and so none builds it when it starts",
    at: node.definition.scopePlace,
    "\(scope.map { "`\($0)`" } ?? "this scope") keeps no instance"
  )
  .asWarning
}

/// Returns the error of hooks that no container would ever run: a service that is not kept cannot be stopped, or
/// started in order.
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
}

/// Returns the error of a run that no container would ever begin: it begins those of the services that it alone keeps.
private func unreachableRun(_ node: PlannedService, _ entry: CatalogEntry) -> Diagnostic {
  Diagnostic(
    .unreachableHook,
    "`\(node.key)` is not a singleton, and its factory has `onRun`, which only a singleton can have",
    at: node.definition.scopePlace,
    node.owner == nil ? "has no run of its own" : "built with its owner, and not kept"
  )
  .note(entry.declaration)
}

/// Returns the error of an `ends` of a service whose factory has no run.
private func endsWithoutRun(
  _ node: PlannedService, _ place: SourcePlace, _ entry: CatalogEntry
) -> Diagnostic {
  Diagnostic(
    .invalidEnds, "`\(node.key)` has `ends`, and its factory has no `onRun`", at: place,
    "nothing that could end"
  )
  .note(entry.declaration)
}

/// Returns the error of a `retry` of a service whose factory has nothing to attempt again.
private func retryWithoutHook(
  _ node: PlannedService, _ place: SourcePlace, _ entry: CatalogEntry
) -> Diagnostic {
  let runs = entry.run != nil
  return Diagnostic(
    .invalidRetry,
    "`\(node.key)` has a `retry`, and its factory has no \(runs ? "`ready` and no " : "")`onStart`",
    at: place, "nothing to attempt again"
  )
  .note(entry.declaration)
  .note(
    runs
      ? "a run is begun once: only `ready` and `onStart` are attempted again"
      : "only `onStart` is attempted again, never the factory"
  )
}
