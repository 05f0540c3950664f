import PatchbayDiagnostics

/// Rejects keeping or decorating a service that each request must create anew: one that takes
/// arguments from the request, or one that is not `Sendable`.
///
/// References to such services are rejected where arguments are bound.
func checkFreshServices(_ draft: inout PlanDraft) {
  for (index, node) in draft.nodes.enumerated() {
    guard let entry = node.entry, entry.isAlwaysFresh else { continue }
    if node.isDecorator {
      draft.report(freshDecorator(node.definition, entry))
    } else if node.scope != .transient, let scope = node.definition.scope {
      draft.report(
        keptFreshService(scope, node.definition, entry, isShared: draft.sharesText(index)))
    }
  }
}

private func keptFreshService(
  _ scope: Located,
  _ definition: Definition,
  _ entry: CatalogEntry,
  isShared: Bool
) -> Diagnostic {
  Diagnostic(
    entry.freshCode,
    "`\(definition.key)` cannot have the scope `\(scope.text)`: \(entry.freshReason)",
    labels: [.init(scope.place, "only `transient` can be")],
    notes: [entry.freshNote],
    fixIts: [
      .init(
        "make it a transient, or leave `scope` out",
        edits: scope.place.span.map { [.init($0, "transient")] } ?? [],
        isCertain: !isShared
      )
    ]
  )
}

private func freshDecorator(_ definition: Definition, _ entry: CatalogEntry) -> Diagnostic {
  Diagnostic(
    entry.freshCode,
    "`\(definition.key)` cannot decorate a service: \(entry.freshReason)",
    labels: [.init(definition.type?.place ?? definition.place, "cannot stand before a service")],
    notes: [entry.freshNote],
    fixIts: [.init("decorate with another type")]
  )
}

/// Returns the error of a reference to a service that only a program can request.
func referenceToFreshService(
  _ key: String,
  _ entry: CatalogEntry,
  _ place: SourcePlace,
  _ use: ParameterUse,
  _ draft: PlanDraft
) -> Diagnostic {
  let advice =
    entry.isSendable
    ? "take `.resolver` in the factory, and give the arguments when it asks for `\(key)`"
    : "let the program ask for it with `make`, or make its type `Sendable`"
  return Diagnostic(
    entry.freshCode,
    "\(use.subject(in: draft)) cannot be `\(key)`: \(entry.freshReason)",
    labels: [.init(place, "a service that only a program can ask for")],
    notes: [entry.freshNote],
    fixIts: [.init(advice)]
  )
}

extension CatalogEntry {
  fileprivate var freshCode: DiagnosticCode { isSendable ? .runtimeArguments : .notSendable }

  fileprivate var freshReason: String {
    isSendable
      ? "each request gives it \(quotedList(runtimeParameters.map(\.name)))"
      : "`\(contracts[0].type)` is not `Sendable`, and each must stay with who asked for it"
  }

  fileprivate var freshNote: String { "`\(name)` is declared at \(location): \(signatureText)" }
}

/// Returns the error of an argument in a definition that only a request can pass.
func writtenRuntimeArgument(
  _ argument: Argument,
  _ use: ParameterUse,
  _ draft: PlanDraft
) -> Diagnostic {
  Diagnostic(
    .runtimeArguments,
    "\(use.subject(in: draft)) is given by each request, and not by a configuration",
    labels: [.init(argument.namePlace, "cannot be given here")],
    notes: [
      "\(use.declaredName) is declared with `.argument` at \(use.entry.location)"
    ],
    fixIts: [
      .init("remove it here, or declare the parameter with `.value` or `.service` in the factory")
    ]
  )
}
