public import PatchbayDiagnostics

// Errors that only resolution can detect.

extension PlannedService {
  /// Begins an error at the definition of the service.
  func diagnostic(_ code: DiagnosticCode, _ message: String, _ label: String? = nil) -> Diagnostic {
    Diagnostic(code, message, at: place, label ?? factoryLabel)
  }

  /// The label of the definition, where its factory explains the error.
  var factoryLabel: String { "built by the factory `\(entry.name)`" }
  /// The note about the place of the factory.
  var factoryNote: String { "the factory is declared at \(entry.location)" }
  /// The contracts that the service provides, in words.
  var provided: String { entry.contracts.types.map(\.description).quoted() }

  func typeMismatch(_ key: String, asked: TypeName) -> Diagnostic {
    diagnostic(
      .typeMismatchAtResolve, "`\(key)` was asked for as `\(asked)`, but provides \(provided)"
    )
    .note(factoryNote)
  }

  /// Returns the error that the caller receives for one that the factory threw.
  ///
  /// - Parameters:
  ///   - error: The error that the factory threw.
  ///   - plan: The plan of the service.
  ///   - path: The path of requests that leads to the service, itself included.
  /// - Returns: The error at the definition, with the coding path that a `DecodingError` has.
  func factoryFailed(
    _ error: any Error, in plan: Plan, path: @autoclosure () -> [Diagnostic.ResolutionStep]
  ) -> DiagnosticsError {
    // A request from inside the factory failed, and its error is more specific.
    if let error = error as? DiagnosticsError { return error.requested(by: path()) }
    let secrets = plan.wiring.secrets
    var (place, sentence) = ("", secrets.conceal(error))
    if let context = (error as? DecodingError)?.context, !context.debugDescription.isEmpty {
      let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
        .joined(separator: ".")
      place = path.isEmpty ? "" : " at `\(secrets.conceal(path))`"
      sentence = secrets.conceal(context.debugDescription)
    }
    return diagnostic(.factoryFailed, "the factory of `\(key)` failed\(place): \(sentence)")
      .note(factoryNote)
      .requested(by: path())
      .asError(from: error)
  }

  func liveService(path: [Diagnostic.ResolutionStep]) -> DiagnosticsError {
    diagnostic(.liveService, "`\(key)` is live, and must not be built in a test")
      .note("`\(entry.name)` is marked `.notInTests()` at \(entry.location)")
      .fix("use an overlay that gives it another type", suggestion: "\(key): { type: <type> }")
      .requested(by: path)
      .asError()
  }

  func scopedOutsideScope(_ wiring: Wiring, path: [Int]) -> DiagnosticsError {
    let scope = scope.name(in: wiring.scopeNames)
    return diagnostic(
      .scopedOutsideScope, "`\(key)` lives in the scope `\(scope)`, and none is open here",
      "is built once per `\(scope)`"
    )
    .fix(
      "open the scope around the request",
      suggestion: "try await container.withScope(\"\(scope)\") { scope in … }"
    )
    .requested(by: path.map { wiring.services[$0].step })
    .asError()
  }

  /// Returns the error of a synchronous request for a service that must be awaited.
  func needsAwait(_ requesters: some Collection<Diagnostic.ResolutionStep>) -> DiagnosticsError {
    let asked = SwiftText.member(ofKey: requesters.first?.key ?? key)
    return diagnostic(
      .needsAwait,
      scope.isPermanent
        ? "`\(key)` is not built yet, and building it requires `await`"
        : "building `\(key)` requires `await`",
      entry.isAwaited
        ? "built by `\(entry.name)`, which has to be awaited" : "is given what has to be awaited"
    )
    .note(entry.declaration)
    .fix(
      "await it with the request",
      suggestion: "try await \(scope.isNamed ? "scope" : "container").resolve(awaiting: \(asked))"
    )
    .requested(by: Array(requesters) + [step])
    .asError()
  }

  func notSendable() -> DiagnosticsError {
    diagnostic(.notSendable, "`\(key)` is not `Sendable`, and can only be obtained with `make`")
      .note(factoryNote)
      .fix(
        "ask for one that is yours alone",
        suggestion: "try container.make(\(SwiftText.member(ofKey: key)))"
      )
      .asError()
  }

  /// Returns the error of `make` for a service whose instances are shared.
  func notFresh() -> DiagnosticsError {
    diagnostic(
      .notSendable,
      "`\(key)` is kept and may be shared, and `make` returns an instance for its caller alone",
      "not a transient"
    )
    .asError()
  }
}

extension DiagnosticsError {
  /// Whether the same request succeeds where it may await.
  @usableFromInline
  var needsAwait: Bool { diagnostics.allSatisfy { $0.code == .needsAwait } }

  /// Returns the error with the path to the factory whose request found no service, if it has none yet.
  fileprivate func requested(by path: @autoclosure () -> [Diagnostic.ResolutionStep]) -> Self {
    let codes: Set<DiagnosticCode> = [.noSuchService, .typeMismatchAtResolve, .ambiguousService]
    guard diagnostics.contains(where: { codes.contains($0.code) && $0.requestedBy.isEmpty }) else {
      return self
    }
    let path = path()
    return changed(
      diagnostics.map {
        codes.contains($0.code) && $0.requestedBy.isEmpty ? $0.requested(by: path) : $0
      })
  }

  static func noSuchService(_ key: String, _ plan: Plan) -> DiagnosticsError {
    let wiring = plan.wiring
    if let flag = wiring.disabled[key] {
      return Diagnostic(
        .noSuchService, "the service `\(key)` is disabled", at: flag, "`\(key)` is disabled here"
      )
      .asError()
    }
    let keys = wiring.serviceKeys
    let near = nearMisses(of: key, in: keys)
    let removal = plan.kept.set.removed[key]
    return Diagnostic(.noSuchService, "no service has the key `\(key)`")
      .label(wiring.place(ofKey: near.first), "a similar key is defined here")
      .note("the container has \(keys.count.counted("key"))")
      .note(removal.map { "the layer `\(plan.kept.set.layers[$0.layer])` removes `\(key)`" })
      .didYouMean(key, among: near, at: nil)
      .asError()
  }

  /// Returns the error of a type that names one service, of a request or an override, and is provided by none or by
  /// several.
  static func notExactlyOne(
    _ type: TypeName, _ wiring: Wiring, overriddenAt place: SourcePlace?
  ) -> DiagnosticsError {
    let candidates = wiring.offers[type].map { wiring.services[$0] }
    if candidates.isEmpty {
      return Diagnostic(
        .noSuchService,
        "no service provides `\(type)`\(place == nil ? "" : ", which was to be overridden")"
      )
      .label(place, "overridden here")
      .asError()
    }
    let keys = candidates.map(\.key)
    return Diagnostic(
      .ambiguousService, "\(keys.count.inWords) services provide `\(type)`: \(keys.quoted())"
    )
    .label(place, "overridden here")
    .labels(candidates.map { .init($0.place, "`\($0.key)` provides it") })
    .asError()
  }

  static func reentrantResolution(_ waiting: [Construction]) -> DiagnosticsError {
    let nexts = waiting.dropFirst() + waiting.prefix(1)
    // The construction of a handle's service is a part of the handle's.
    let ring = zip(waiting, nexts).filter { construction, next in
      !construction.isOfHandle || construction === next || construction.key != next.key
    }.map(\.0)
    let keys = ring.map(\.key)
    let labels = zip(ring, keys.dropFirst() + keys.prefix(1)).map { construction, next in
      Diagnostic.Label(construction.planned.place, "its factory asks for `\(next)` while it runs")
    }
    return Diagnostic(
      .reentrantResolution,
      keys.count == 1
        ? "the factory of `\(keys[0])` asks for `\(keys[0])` while it runs"
        : "the factories of \(keys.quoted()) wait for each other",
      labels: labels
    )
    .fix(useAfterReturn)
    .asError()
  }

  static func nestedTooDeep(_ path: [Construction]) -> DiagnosticsError {
    let inner = path[path.count - 1]
    return Diagnostic(
      .limitExceeded,
      "factories ask for services from inside each other, \(path.count) deep, at last for "
        + "`\(inner.key)`",
      at: inner.planned.place, "asked for by a factory that runs"
    )
    .note("the limit is \(Construction.nestingLimit), and less on a thread with a small stack")
    .fix(useAfterReturn)
    .requested(by: path.map(\.planned.step))
    .asError()
  }

  private static let useAfterReturn =
    "keep the `Provider` or `Lazy` and use it after the factory has returned"

  static func containerGone() -> DiagnosticsError {
    Diagnostic(.containerShutDown, "the container that this dependency comes from is gone")
      .fix("keep the container for as long as its services are used")
      .asError()
  }

  static func scopeClosed(_ name: String, beforeAsking key: String? = nil) -> DiagnosticsError {
    Diagnostic(
      .scopeClosed,
      key.map { "`\($0)` was asked for after the scope `\(name)` was closed" }
        ?? "the scope `\(name)` is closed"
    ).asError()
  }

  static func noSuchScope(_ name: String, in container: Container) -> DiagnosticsError {
    let declared = container.wiring.scopeNames
    let diagnostic = Diagnostic.noSuchScope(name, among: declared)
    let parents = sequence(first: container, next: \.parent).dropFirst()
    guard !parents.contains(where: { $0.wiring.scopeNames.contains(name) }) else {
      return
        diagnostic
        .fix(
          "the parent declares it: open it by the parent, and requests to the child find it, too"
        )
        .asError()
    }
    return diagnostic.didYouMean(name, among: declared, at: nil).asError()
  }

  static func scopeInsideInner(_ name: String, _ inner: String) -> DiagnosticsError {
    Diagnostic(
      .unknownScope,
      "the scope `\(name)` cannot be opened in `\(inner)`, which is declared inside it"
    )
    .asError()
  }
}

extension DecodingError {
  /// What the error says of the place and the reason.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context): context
    case .keyNotFound(_, let context), .dataCorrupted(let context): context
    @unknown default: nil
    }
  }
}

/// Swift source that a message proposes.
enum SwiftText {
  /// The member of `ServiceKey` that a program declares for a key: `.userStore` for `user-store`.
  static func member(ofKey key: String) -> String {
    var name = ""
    var beginsWord = false
    for scalar in key.unicodeScalars {
      guard scalar.properties.isAlphabetic || "0"..."9" ~= scalar else {
        beginsWord = !name.isEmpty
        continue
      }
      name += beginsWord ? scalar.properties.uppercaseMapping : String(scalar)
      beginsWord = false
    }
    return ".\(name)"
  }
}

extension Diagnostic {
  /// Returns the error of a scope that a program opens.
  static func noSuchScope(_ name: String, among declared: [String]) -> Diagnostic {
    let isLifetime = ScopeName.builtIn.contains(name)
    return Diagnostic(
      .unknownScope,
      isLifetime
        ? "`\(name)` is a lifetime, and no scope that can be opened" : "no scope is named `\(name)`"
    )
    .note(
      declared.isEmpty
        ? "the configuration declares no scopes" : "the declared scopes are \(declared.quoted())")
  }
}
