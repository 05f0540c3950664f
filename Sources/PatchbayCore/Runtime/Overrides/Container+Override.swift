public import PatchbayDiagnostics

extension Container {
  /// Overrides a service for as long as the token lives.
  ///
  /// ```swift
  /// let token = try container.override(.mailer) { original in Spy(original) }
  /// defer { token.remove() }
  /// ```
  ///
  /// Until then, every caller that asks for the key as this type receives what the callback returns:
  /// requests, the arguments and properties of services that are built meanwhile, `Lazy` and `Provider`.
  /// Services that were built before keep what they received. The container keeps, starts and stops the
  /// originals. Callers that ask for the service as another of its types receive the original: override
  /// it as the type by which the others receive it, usually `any` protocol. A token that is not kept,
  /// as in `_ = try container.override(…)`, ends the override at once. A test with the traits or
  /// functions of `PatchbayTesting` warns of an override that had no effect for one of these reasons.
  ///
  /// A service can be overridden several times, and the overrides removed in any order: each callback
  /// receives what the override before it returns. An override in a child container affects that child
  /// only.
  ///
  /// - Parameters:
  ///   - key: The service, with one of the types that it provides.
  ///   - fileID: Where the service is overridden, for messages.
  ///   - line: Where the service is overridden, for messages.
  ///   - replacement: Receives the original and returns its replacement. It runs for each request and
  ///     each injection, on the thread that asks, and concurrently where several threads ask. No lock is
  ///     held meanwhile. An error that it throws reaches the caller as the `underlying` error of a
  ///     `factory-failed`; asking for its own key is a `reentrant-resolution`.
  /// - Returns: The token that keeps the override in effect.
  /// - Throws: ``DiagnosticsError`` with `no-such-service` or `type-mismatch-at-resolve`.
  public func override<Service: Sendable>(
    _ key: ServiceKey<Service>,
    fileID: String = #fileID,
    line: Int = #line,
    _ replacement: @escaping @Sendable (Service) throws -> Service
  ) throws(DiagnosticsError) -> OverrideToken {
    try put(
      .callback { Box(try replacement($0.content())) }, before: key,
      SwiftLocation(fileID: fileID, line: line))
  }

  /// Overrides a service with an instance for as long as the token lives.
  ///
  /// The original is not built for callers that receive the instance, so that a test can replace a
  /// service that must not be built in tests. As for
  /// ``override(_:fileID:line:_:)-(ServiceKey<Service>,_,_,_)``, the token has to be kept, the type of the
  /// key has to be that by which callers receive the service, and what was built before keeps the original.
  ///
  /// ```swift
  /// let token = try container.override(.mailer, with: RecordingMailer())
  /// defer { token.remove() }
  /// ```
  ///
  /// If all services receive the original by this type, a start that begins while the token is kept leaves it out, with
  /// its decorators: it is neither built nor started nor run, and the override stays in effect until the stop. What only
  /// the original needs is started; an overlay leaves that out, too. A test reports an override that comes too late.
  ///
  /// With a text for the key, the type is that of the instance: `override("mailer", with: mailer as any Mailer)`.
  ///
  /// - Parameters:
  ///   - key: The service, with one of the types that it provides.
  ///   - instance: What callers receive in its place.
  ///   - fileID: Where the service is overridden, for messages.
  ///   - line: Where the service is overridden, for messages.
  /// - Returns: The token that keeps the override in effect.
  /// - Throws: ``DiagnosticsError`` with `no-such-service` or `type-mismatch-at-resolve`.
  public func override<Service: Sendable>(
    _ key: ServiceKey<Service>,
    with instance: Service,
    fileID: String = #fileID,
    line: Int = #line
  ) throws(DiagnosticsError) -> OverrideToken {
    try put(.instance(Box(instance)), before: key, SwiftLocation(fileID: fileID, line: line))
  }

  /// Overrides the only service that provides a type, for as long as the token lives.
  ///
  /// ```swift
  /// let token = try container.override((any Mailer).self) { original in Spy(original) }
  /// defer { token.remove() }
  /// ```
  ///
  /// As ``override(_:fileID:line:_:)-(ServiceKey<Service>,_,_,_)`` with the key of that service. The type is
  /// matched exactly, and is the one as which callers receive the replacement.
  ///
  /// - Parameters:
  ///   - contract: The type: `SMTPMailer.self` and `(any Mailer).self` are two contracts.
  ///   - fileID: Where the service is overridden, for messages.
  ///   - line: Where the service is overridden, for messages.
  ///   - replacement: Receives the original and returns its replacement, for each request and each
  ///     injection, on the thread that asks.
  /// - Returns: The token that keeps the override in effect.
  /// - Throws: ``DiagnosticsError`` with `no-such-service` if no service provides the type, and
  ///   `ambiguous-service` with the services that provide it if there are several.
  @_disfavoredOverload
  public func override<Service: Sendable>(
    _ contract: Service.Type,
    fileID: String = #fileID,
    line: Int = #line,
    _ replacement: @escaping @Sendable (Service) throws -> Service
  ) throws(DiagnosticsError) -> OverrideToken {
    let key = try onlyKey(of: contract, at: SwiftLocation(fileID: fileID, line: line))
    return try override(key, fileID: fileID, line: line, replacement)
  }

  /// Overrides the only service that provides a type with an instance, for as long as the token lives.
  ///
  /// ```swift
  /// let token = try container.override((any Mailer).self, with: RecordingMailer())
  /// defer { token.remove() }
  /// ```
  ///
  /// As ``override(_:with:fileID:line:)-(ServiceKey<Service>,_,_,_)`` with the key of that service.
  ///
  /// - Parameters:
  ///   - contract: The type: `SMTPMailer.self` and `(any Mailer).self` are two contracts.
  ///   - instance: What callers receive in place of the service.
  ///   - fileID: Where the service is overridden, for messages.
  ///   - line: Where the service is overridden, for messages.
  /// - Returns: The token that keeps the override in effect.
  /// - Throws: ``DiagnosticsError`` with `no-such-service` if no service provides the type, and
  ///   `ambiguous-service` with the services that provide it if there are several.
  @_disfavoredOverload
  public func override<Service: Sendable>(
    _ contract: Service.Type,
    with instance: Service,
    fileID: String = #fileID,
    line: Int = #line
  ) throws(DiagnosticsError) -> OverrideToken {
    let key = try onlyKey(of: contract, at: SwiftLocation(fileID: fileID, line: line))
    return try override(key, with: instance, fileID: fileID, line: line)
  }

  /// Returns the key of the only service that provides a type.
  private func onlyKey<Service>(
    of contract: Service.Type, at location: SwiftLocation
  ) throws(DiagnosticsError) -> ServiceKey<Service> {
    let context = ResolutionContext(self, root)
    return ServiceKey(
      unnumbered: try context.onlyKey(of: TypeName(contract), overriddenAt: location))
  }

  private func put<Service: Sendable>(
    _ effect: Override.Effect, before key: ServiceKey<Service>, _ location: SwiftLocation
  ) throws(DiagnosticsError) -> OverrideToken {
    let (index, type) = (
      try ResolutionContext(self, root).index(ofKey: key.name), TypeName(Service.self)
    )
    guard let contract = wiring.services[index].entry.contractIndex(of: type) else {
      throw wiring.services[index].overrideMismatch(key.name, type, location)
    }
    let service = BoundService(index: index, contract: contract)
    let receipt =
      isForTesting
      ? OverrideReceipt(
        of: index, "the override of `\(key.name)` as `\(type)`", at: location,
        isMissed: keepsWhatReceived(index), isTooLate: effect.isInstance && hasBegunToStart(index))
      : nil
    let token = OverrideToken(
      Override(service, key: key.name, location: location, receipt: receipt, effect),
      in: overrides)
    let overridden = ContainerObserver.Overridden(key: key.name)
    root.activity?.post { $0.overridden?(overridden) }
    return token
  }

  /// Returns whether the container keeps a service, or one that received it.
  private func keepsWhatReceived(_ index: Int) -> Bool {
    wiring.services.indices.contains {
      ($0 == index || !wiring.services[$0].uses(of: index).isEmpty) && root.has($0)
    }
  }

  /// Those of the overrides in a test's container, its parents and its children.
  package var overrideReceipts: [OverrideReceipt] { overrides.receipts }
}

/// An override of a service, in effect until the token is removed or released.
///
/// A token may be held and removed on any thread. It does not keep its container alive.
public final class OverrideToken: Sendable {
  private let override: Override
  private let overrides: Overrides

  init(_ override: Override, in overrides: Overrides) {
    self.override = override
    self.overrides = overrides
    overrides.add(override)
  }

  /// Removes the override; a second call does nothing.
  ///
  /// Requests that begin afterwards do not see it. A callback that is running on another thread
  /// finishes.
  public func remove() { overrides.change { $0.remove(override) } }

  deinit { overrides.change { $0.end(override) } }
}

extension PlannedService {
  fileprivate func overrideMismatch(
    _ key: String, _ asked: TypeName, _ location: SwiftLocation
  ) -> DiagnosticsError {
    Diagnostic(
      .typeMismatchAtResolve, "`\(key)` is overridden as `\(asked)`, but provides \(provided)",
      at: .swift(location), "overridden here"
    )
    .label(place, factoryLabel)
    .note(factoryNote)
    .asError()
  }
}
