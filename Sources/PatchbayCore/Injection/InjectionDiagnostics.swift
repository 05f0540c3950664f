import PatchbayDiagnostics

func nothingToInject(
  _ point: InjectionPoint,
  _ contract: TypeName,
  _ plan: Plan
) -> DiagnosticsError {
  let wiring = plan.wiring
  let near = nearMisses(of: point.key, in: wiring.names.names)
  let offers = wiring.offers[contract].map { wiring.bindings[$0] }
  let asked = Diagnostic.Label(
    .swift(point.property.location), "asks for the key `\(point.key)` as `\(contract)`")
  var labels = [asked]
  if let index = near.first.flatMap({ wiring.index(ofKey: $0) }) {
    labels.append(.init(wiring.bindings[index].place, "a similar key is defined here"))
  }
  var fixIts = didYouMean(point.key, near, at: nil)
  if fixIts.isEmpty, !offers.isEmpty, offers.count <= 3 {
    let keys = offers.map(\.key)
    fixIts = [
      .init(
        "\(quotedList(keys)) provide\(keys.count == 1 ? "s" : "") it: name the key",
        suggestion: "@Injected(\"\(keys[0])\")")
    ]
  }
  return DiagnosticsError(
    Diagnostic(
      .noSuchService,
      "`\(point.description)` cannot be filled: no service has the key `\(point.key)`",
      labels: labels,
      fixIts: fixIts
    )
  )
}

func nothingFits(
  _ point: InjectionPoint,
  _ contract: TypeName,
  _ binding: Binding
) -> DiagnosticsError {
  let provided = quotedList(binding.entry.contracts.map { "\($0.type)" })
  return DiagnosticsError(
    Diagnostic(
      .typeMismatchAtResolve,
      "`\(point.description)` cannot be filled: `\(point.key)` is no `\(contract)`, but provides "
        + provided,
      labels: [
        .init(
          .swift(point.property.location), "asks for the key `\(point.key)` as `\(contract)`"),
        .init(binding.place, "built by the factory `\(binding.entry.name)`"),
      ],
      notes: ["the factory is declared at \(binding.entry.location)"],
      fixIts: [
        .init(
          "declare one of these types, or add `.provides(\(contract.metatypeText)) { $0 }` to the "
            + "factory"
        )
      ]
    )
  )
}

func keptTooLong(_ point: InjectionPoint, _ scope: String, _ binding: Binding) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .captiveDependency,
      "`\(point.description)` would keep one `\(binding.key)`, but `\(binding.key)` lives in the scope "
        + "`\(scope)`",
      labels: [
        .init(.swift(point.property.location), "a `Lazy` keeps what it was first given"),
        .init(binding.place, "`\(binding.key)` is built once per `\(scope)`"),
      ],
      fixIts: [.init("declare a `Provider`, which asks for the current scope's at each use")]
    )
  )
}

func notifiedElsewhere(_ object: Any, _ binding: Binding? = nil) -> DiagnosticsError {
  let type = TypeName(type(of: object))
  let advice =
    switch binding {
    case nil: "fill it on its actor"
    case let binding? where binding.entry.handedIn != nil:
      "call `try await container.start()` first, or ask with `try await resolve(awaiting:)`"
    default: "build it by a factory on the main actor: `Factory(main: …)`"
    }
  return DiagnosticsError(
    Diagnostic(
      .needsAwait,
      "\(type.withArticle) is notified on its actor after injection, and this is not its actor",
      labels: binding.map {
        [.init($0.place, "built by the factory `\($0.entry.name)`")]
      } ?? [],
      notes: ["`\(type)` conforms to `InjectionObserver` on an actor"],
      fixIts: [.init(advice)]
    )
  )
}
