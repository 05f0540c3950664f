import PatchbayDiagnostics

// Errors that only resolution can detect.

func noSuchService(_ key: String, _ plan: Plan) -> DiagnosticsError {
  let near = nearMisses(of: key, in: plan.wiring.names.names)
  let count = plan.wiring.names.count
  var notes = ["the container has \(count) key\(count == 1 ? "" : "s")"]
  if let removal = plan.said.set.removed[key] {
    notes.append("the layer `\(plan.said.set.layers[removal.layer])` removes `\(key)`")
  }
  return DiagnosticsError(
    Diagnostic(
      .noSuchService,
      "no service has the key `\(key)`",
      labels: near.first.flatMap { plan.wiring.index(ofKey: $0) }.map {
        [.init(plan.wiring.bindings[$0].place, "a similar key is defined here")]
      } ?? [],
      notes: notes,
      fixIts: didYouMean(key, near, at: nil)
    )
  )
}

func typeMismatch(_ key: String, asked: TypeName, _ binding: Binding) -> DiagnosticsError {
  let provided = quotedList(binding.entry.contracts.map { "\($0.type)" })
  return DiagnosticsError(
    Diagnostic(
      .typeMismatchAtResolve,
      "`\(key)` was asked for as `\(asked)`, but provides \(provided)",
      labels: [.init(binding.place, "built by the factory `\(binding.entry.name)`")],
      notes: ["the factory is declared at \(binding.entry.location)"],
      fixIts: [
        .init(
          "ask for one of these types, or add `.provides(\(asked.metatypeText)) { $0 }` to the factory"
        )
      ]
    )
  )
}

func notExactlyOne(_ type: TypeName, _ candidates: [Binding]) -> DiagnosticsError {
  if candidates.isEmpty {
    return DiagnosticsError(
      Diagnostic(
        .noSuchService,
        "no service provides `\(type)`",
        fixIts: [
          .init("define one, or add `.provides(\(type.metatypeText)) { $0 }` to its factory")
        ]
      )
    )
  }
  let count = numberInWords(candidates.count)
  return DiagnosticsError(
    Diagnostic(
      .ambiguousService,
      "\(count) services provide `\(type)`: \(quotedList(candidates.map(\.key)))",
      labels: candidates.map { .init($0.place, "`\($0.key)` provides it") },
      fixIts: [.init("ask for one of them by its key, or narrow the others with `provides`")]
    )
  )
}

func factoryFailed(
  _ binding: Binding,
  _ error: any Error,
  _ secrets: SecretTexts,
  path: [Diagnostic.ResolutionStep]
) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .factoryFailed,
      "the factory of `\(binding.key)` failed: \(secrets.conceal(error))",
      labels: [.init(binding.place, "built by the factory `\(binding.entry.name)`")],
      notes: ["the factory is declared at \(binding.entry.location)"],
      requestedBy: path.count > 1 ? path : []
    ),
    underlying: error
  )
}

func liveService(_ binding: Binding, path: [Diagnostic.ResolutionStep]) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .liveService,
      "`\(binding.key)` is live, and must not be built in a test",
      labels: [.init(binding.place, "built by the factory `\(binding.entry.name)`")],
      notes: ["`\(binding.entry.name)` is marked `.notInTests()` at \(binding.entry.location)"],
      fixIts: [
        .init(
          "use an overlay that gives it another type",
          suggestion: "\(binding.key): { type: <type> }"
        )
      ],
      requestedBy: path.count > 1 ? path : []
    )
  )
}

func scopedOutsideScope(_ binding: Binding, _ wiring: Wiring, path: [Int]) -> DiagnosticsError {
  let scope =
    if case .named(let index) = binding.scope { wiring.scopeNames[index] } else { "singleton" }
  let steps = path.map { wiring.bindings[$0] }.map {
    Diagnostic.ResolutionStep($0.key, $0.place)
  }
  return DiagnosticsError(
    Diagnostic(
      .scopedOutsideScope,
      "`\(binding.key)` lives in the scope `\(scope)`, and none is open here",
      labels: [.init(binding.place, "is built once per `\(scope)`")],
      requestedBy: steps.count > 1 ? steps : []
    )
  )
}

func reentrantResolution(_ ring: [Construction]) -> DiagnosticsError {
  let keys = ring.map(\.key)
  let labels = ring.enumerated().map { index, construction in
    let next = keys[(index + 1) % keys.count]
    return Diagnostic.Label(construction.place, "its factory asks for `\(next)` while it runs")
  }
  return DiagnosticsError(
    Diagnostic(
      .reentrantResolution,
      keys.count == 1
        ? "the factory of `\(keys[0])` asks for `\(keys[0])` while it runs"
        : "the factories of \(quotedList(keys)) wait for each other",
      labels: labels,
      fixIts: [.init("keep the `Provider` or `Lazy` and use it after the factory has returned")]
    )
  )
}

func nestedTooDeep(_ path: [Construction]) -> DiagnosticsError {
  let inner = path[path.count - 1]
  return DiagnosticsError(
    Diagnostic(
      .limitExceeded,
      "factories ask for services from inside each other, \(path.count) deep, at last for "
        + "`\(inner.key)`",
      labels: [.init(inner.place, "asked for by a factory that runs")],
      notes: ["the limit is \(Construction.nestingLimit), and less on a thread with a small stack"],
      fixIts: [.init("keep the `Provider` or `Lazy` and use it after the factory has returned")],
      requestedBy: path.map { .init($0.key, $0.place) }
    )
  )
}

/// Returns the error of a synchronous request for a service that must be awaited.
func needsAwait(
  _ binding: Binding,
  _ requesters: some Collection<Diagnostic.ResolutionStep>
) -> DiagnosticsError {
  let isOwn = binding.entry.isAwaited || binding.properties.contains { $0.property.isAwaited }
  let isKept = binding.scope.depth != nil && binding.scope != .weak
  return DiagnosticsError(
    Diagnostic(
      .needsAwait,
      isKept
        ? "`\(binding.key)` is not built yet, and to build it takes waiting"
        : "to build `\(binding.key)` takes waiting",
      labels: [
        .init(
          binding.place,
          isOwn
            ? "built by `\(binding.entry.name)`, which has to be awaited"
            : "is given what has to be awaited"
        )
      ],
      notes: ["`\(binding.entry.name)` is declared at \(binding.entry.location)"],
      fixIts: [
        .init(
          isKept
            ? "call `try await container.start()` first, which builds it, or ask with "
              + "`resolve(awaiting:)`"
            : "ask with `try await resolve(awaiting:)`"
        )
      ],
      requestedBy: requesters.isEmpty
        ? [] : Array(requesters) + [.init(binding.key, binding.place)]
    )
  )
}

func notSendable(_ binding: Binding) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .notSendable,
      "`\(binding.key)` is not `Sendable`, and can only be had by `make`",
      labels: [.init(binding.place, "built by the factory `\(binding.entry.name)`")],
      notes: ["the factory is declared at \(binding.entry.location)"],
      fixIts: [.init("ask for it with `make(\"\(binding.key)\", as: …)`")]
    )
  )
}

func keptService(_ binding: Binding) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .notSendable,
      "`\(binding.key)` is kept and may be shared, and `make` returns an instance for its caller alone",
      labels: [.init(binding.place, "not a transient")],
      fixIts: [.init("ask for it with `resolve`, or make it a transient")]
    )
  )
}

func containerShutDown() -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .containerShutDown,
      "the container that this dependency comes from is gone",
      fixIts: [.init("keep the container for as long as its services are used")]
    )
  )
}

func scopeClosed(_ name: String) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(.scopeClosed, "the scope `\(name)` is closed")
  )
}

func noSuchScope(_ name: String, _ declared: [String]) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .unknownScope,
      "no scope is named `\(name)`",
      notes: [
        declared.isEmpty
          ? "the configuration declares no scopes"
          : "the declared scopes are \(quotedList(declared))"
      ],
      fixIts: didYouMean(name, declared, at: nil)
    )
  )
}

func scopeInsideInner(_ name: String, _ inner: String) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .unknownScope,
      "the scope `\(name)` cannot be opened in `\(inner)`, which is declared inside it",
      fixIts: [.init("open `\(name)` first, or declare the two in the other order")]
    )
  )
}
