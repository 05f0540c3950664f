public import PatchbayDiagnostics

extension Container {
  /// Replaces a service as long as the returned token exists.
  ///
  /// ```swift
  /// let token = try container.overlay(.mailer) { original in Spy(original) }
  /// defer { token.remove() }
  /// ```
  ///
  /// Until then every request for the key as exactly this type receives the result of the closure:
  /// direct requests, the arguments and properties of services that are built meanwhile, `Lazy` and
  /// `Provider`. Services that were built before or are built meanwhile keep what they received.
  /// The container itself still keeps, starts and stops the original services. Requests for the
  /// service as another of its types are not affected.
  ///
  /// Several overlays of one key may exist at the same time, and be removed in any order: the
  /// closure of each receives the result of the earlier ones. An overlay of a child container
  /// affects only the child.
  ///
  /// - Parameters:
  ///   - key: The service, with one of the types that it provides.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - replacement: Receives the original and returns its replacement. It runs for each request
  ///     and each injection, on the thread of the request, and concurrently if several threads
  ///     request the service. The overlay holds no lock meanwhile. An error that it throws reaches
  ///     the caller as the `underlying` error of a `factory-failed`; resolving its own key again is
  ///     a `reentrant-resolution`.
  /// - Returns: A token that keeps the overlay in effect.
  /// - Throws: ``DiagnosticsError`` with `no-such-service` or `type-mismatch-at-resolve`.
  public func overlay<Service: Sendable>(
    _ key: ServiceKey<Service>,
    fileID: String = #fileID,
    line: Int = #line,
    _ replacement: @escaping @Sendable (Service) throws -> Service
  ) throws(DiagnosticsError) -> OverlayToken {
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
  /// let token = try container.overlay(.mailer, returning: RecordingMailer())
  /// ```
  ///
  /// - Parameters:
  ///   - key: The service, with one of the types that it provides.
  ///   - instance: The replacement.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: A token that keeps the overlay in effect.
  /// - Throws: Like ``overlay(_:fileID:line:_:)-(ServiceKey<Service>,_,_,_)``.
  public func overlay<Service: Sendable>(
    _ key: ServiceKey<Service>,
    returning instance: Service,
    fileID: String = #fileID,
    line: Int = #line
  ) throws(DiagnosticsError) -> OverlayToken {
    try put(.instance(Box(instance)), before: key, SwiftLocation(fileID: fileID, line: line))
  }

  private func put<Service: Sendable>(
    _ effect: Overlay.Effect,
    before key: ServiceKey<Service>,
    _ location: SwiftLocation
  ) throws(DiagnosticsError) -> OverlayToken {
    let (index, type) = (
      try RequestOrigin(self, root).index(ofKey: key.name), TypeName(Service.self)
    )
    guard let contract = wiring.bindings[index].entry.contractIndex(of: type) else {
      throw overlayMismatch(key.name, type, location, wiring.bindings[index])
    }
    let service = BoundService(index: index, contract: contract)
    return OverlayToken(
      Overlay(service, as: Service.self, key: key.name, location: location, effect), in: overlays)
  }
}
