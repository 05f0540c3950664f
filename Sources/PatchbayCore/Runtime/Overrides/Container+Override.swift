public import PatchbayDiagnostics

extension Container {
  /// Replaces a service as long as the returned token exists.
  ///
  /// ```swift
  /// let token = try container.override(.mailer) { original in Spy(original) }
  /// defer { token.remove() }
  /// ```
  ///
  /// Until then every request for the key as exactly this type receives the result of the closure:
  /// direct requests, the arguments and properties of services that are built meanwhile, `Lazy` and
  /// `Provider`. Services that were built before or are built meanwhile keep what they received.
  /// The container itself still keeps, starts and stops the original services. Requests for the
  /// service as another of its types are not affected.
  ///
  /// Several overrides of one key may exist at the same time, and be removed in any order: the
  /// closure of each receives the result of the earlier ones. An override of a child container
  /// affects only the child.
  ///
  /// - Parameters:
  ///   - key: The service, with one of the types that it provides.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - replacement: Receives the original and returns its replacement. It runs for each request
  ///     and each injection, on the thread of the request, and concurrently if several threads
  ///     request the service. The override holds no lock meanwhile. An error that it throws reaches
  ///     the caller as the `underlying` error of a `factory-failed`; resolving its own key again is
  ///     a `reentrant-resolution`.
  /// - Returns: A token that keeps the override in effect.
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

  /// Replaces a service by an instance as long as the returned token exists.
  ///
  /// The original is not built for requests that receive the instance, so a test can replace a
  /// service that is marked `live`.
  ///
  /// ```swift
  /// let token = try container.override(.mailer, with: RecordingMailer())
  /// ```
  ///
  /// - Parameters:
  ///   - key: The service, with one of the types that it provides.
  ///   - instance: The replacement.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: A token that keeps the override in effect.
  /// - Throws: Like ``override(_:fileID:line:_:)-(ServiceKey<Service>,_,_,_)``.
  public func override<Service: Sendable>(
    _ key: ServiceKey<Service>,
    with instance: Service,
    fileID: String = #fileID,
    line: Int = #line
  ) throws(DiagnosticsError) -> OverrideToken {
    try put(.instance(Box(instance)), before: key, SwiftLocation(fileID: fileID, line: line))
  }

  private func put<Service: Sendable>(
    _ effect: Override.Effect,
    before key: ServiceKey<Service>,
    _ location: SwiftLocation
  ) throws(DiagnosticsError) -> OverrideToken {
    let (index, type) = (
      try ResolutionContext(self, root).index(ofKey: key.name), TypeName(Service.self)
    )
    guard let contract = wiring.bindings[index].entry.contractIndex(of: type) else {
      throw overrideMismatch(key.name, type, location, wiring.bindings[index])
    }
    let service = BoundService(index: index, contract: contract)
    return OverrideToken(
      Override(service, as: Service.self, key: key.name, location: location, effect), in: overrides)
  }
}
