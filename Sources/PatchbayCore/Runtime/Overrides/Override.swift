import PatchbayDiagnostics

/// A replacement of a container's service, for the requests of one contract.
final class Override: Sendable {
  enum Effect: Sendable {
    /// Replaces the service, which is not even built.
    case instance(AnyBox)
    /// Receives the service, and returns its replacement.
    case callback(@Sendable (AnyBox) throws -> AnyBox)

    var isInstance: Bool { if case .instance = self { true } else { false } }
  }

  /// The callbacks that run in a task, each for its override.
  @TaskLocal private static var innermost: RunningCall<Override>?

  let service: BoundService
  /// The key under which it was added.
  let key: String
  /// The location where it was added.
  let location: SwiftLocation
  let effect: Effect
  /// Whether it had an effect; only in a container of a test.
  let receipt: OverrideReceipt?

  init(
    _ service: BoundService,
    key: String,
    location: SwiftLocation,
    receipt: OverrideReceipt?,
    _ effect: Effect
  ) {
    self.service = service
    self.key = key
    self.location = location
    self.receipt = receipt
    self.effect = effect
  }

  var instance: AnyBox? { if case .instance(let box) = effect { box } else { nil } }

  /// Returns the replacement of `box`.
  ///
  /// - Throws: `factory-failed` if the callback throws, and `reentrant-resolution` if it requests
  ///   the service that it replaces.
  func apply(
    to box: AnyBox, _ secrets: SecretTexts, path: () -> [Diagnostic.ResolutionStep]
  ) throws(DiagnosticsError) -> AnyBox {
    switch effect {
    case .instance(let box): return box
    case .callback(let callback):
      // An override that requests the service it replaces would never end.
      if Self.innermost?.subjects.contains(where: { $0 === self }) == true { throw reentrant() }
      let call = RunningCall(self, inside: Self.innermost)
      defer { call.end() }
      do {
        return try Self.$innermost.withValue(call) { try callback(box) }
      } catch let error as DiagnosticsError {
        // A request from inside the callback failed, and its error is more specific.
        throw error
      } catch {
        throw failed(error, secrets, path: path())
      }
    }
  }
}

extension Override {
  fileprivate func failed(
    _ error: any Error, _ secrets: SecretTexts, path: [Diagnostic.ResolutionStep]
  ) -> DiagnosticsError {
    Diagnostic(
      .factoryFailed, "the override of `\(key)` failed: \(secrets.conceal(error))",
      at: .swift(location), "overridden here"
    )
    .requested(by: path)
    .asError(from: error)
  }

  fileprivate func reentrant() -> DiagnosticsError {
    Diagnostic(
      .reentrantResolution, "the override of `\(key)` asks for `\(key)` while it runs",
      at: .swift(location), "overridden here"
    )
    .fix("use the original that the callback is handed")
    .asError()
  }
}
