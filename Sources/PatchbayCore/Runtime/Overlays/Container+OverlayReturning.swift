public import PatchbayDiagnostics

extension Container {
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
  ///   - key: the service, with one of the types that it provides.
  ///   - instance: what is received in its place.
  ///   - fileID: where the overlay is put on, for messages.
  ///   - line: where the overlay is put on, for messages.
  /// - Returns: what keeps the overlay on.
  /// - Throws: as ``overlay(_:fileID:line:_:)-(ServiceKey<Service>,_,_,_)``.
  public func overlay<Service: Sendable>(
    _ key: ServiceKey<Service>,
    returning instance: Service,
    fileID: String = #fileID,
    line: Int = #line
  ) throws(DiagnosticsError) -> OverlayToken {
    try overlay(key.name, as: Service.self, returning: instance, fileID: fileID, line: line)
  }

  /// Puts an instance in the place of the service of a key, as the type that is named.
  ///
  /// - Parameters:
  ///   - key: the key, as configurations write it.
  ///   - type: a contract that the service's factory provides.
  ///   - instance: what is received in its place.
  ///   - fileID: where the overlay is put on, for messages.
  ///   - line: where the overlay is put on, for messages.
  /// - Returns: what keeps the overlay on.
  /// - Throws: ``DiagnosticsError`` with `no-such-service` or `type-mismatch-at-resolve`.
  public func overlay<Service: Sendable>(
    _ key: String,
    as type: Service.Type,
    returning instance: Service,
    fileID: String = #fileID,
    line: Int = #line
  ) throws(DiagnosticsError) -> OverlayToken {
    try put(
      .instance(Box(instance)), before: key, as: type, SwiftLocation(fileID: fileID, line: line))
  }

  /// Puts an instance in the place of the one service that provides a type.
  ///
  /// - Parameters:
  ///   - contract: the type, matched exactly.
  ///   - instance: what is received in its place.
  ///   - fileID: where the overlay is put on, for messages.
  ///   - line: where the overlay is put on, for messages.
  /// - Returns: what keeps the overlay on.
  /// - Throws: ``DiagnosticsError`` with `no-such-service` or `ambiguous-service`.
  public func overlay<Service: Sendable>(
    _ contract: Service.Type,
    returning instance: Service,
    fileID: String = #fileID,
    line: Int = #line
  ) throws(DiagnosticsError) -> OverlayToken {
    try overlay(
      try RequestOrigin(self, root).onlyKey(of: TypeName(contract)), as: contract,
      returning: instance, fileID: fileID,
      line: line)
  }
}
