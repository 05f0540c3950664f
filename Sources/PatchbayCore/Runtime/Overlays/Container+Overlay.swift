public import PatchbayDiagnostics

extension Container {
  /// Puts a replacement before a service, for as long as the token lives.
  ///
  /// ```swift
  /// let token = try container.overlay(.mailer) { original in Spy(original) }
  /// defer { token.remove() }
  /// ```
  ///
  /// Until then whoever asks for the key as this very type gets what the callback gives: requests, the
  /// arguments and properties of services that are built meanwhile, `Lazy` and `Provider`. What was
  /// built before or is built meanwhile keeps what it got. The container itself keeps, starts and
  /// stops the originals. Who asks for the service as another of its types is not concerned.
  ///
  /// Several overlays may lie over each other, and be taken off in any order: each is handed what those
  /// before it give. In a child container an overlay concerns the child alone.
  ///
  /// - Parameters:
  ///   - key: The service, with one of the types that it provides.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - replacement: Is handed the original and gives what is received in its place. It runs at each
  ///     request and each injection, on the thread that asks, several times at once where several
  ///     threads ask. No lock of the overlay is held meanwhile. What it throws reaches the caller as
  ///     the `underlying` error of a `factory-failed`; asking for its own key again is a
  ///     `reentrant-resolution`.
  /// - Returns: What keeps the overlay on.
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

  /// Puts an instance in the place of a service, for as long as the token lives.
  ///
  /// The original is not built for those who get the instance: so a test can stand in for what is
  /// marked `live`.
  ///
  /// ```swift
  /// let token = try container.overlay(.mailer, returning: RecordingMailer())
  /// ```
  ///
  /// - Parameters:
  ///   - key: The service, with one of the types that it provides.
  ///   - instance: What is received in its place.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: What keeps the overlay on.
  /// - Throws: As ``overlay(_:fileID:line:_:)-(ServiceKey<Service>,_,_,_)``.
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
