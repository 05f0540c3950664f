package import PatchbayDiagnostics
import Synchronization

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
  /// What became of it; only in a container of a test.
  let record: OverrideRecord?

  init(
    _ service: BoundService,
    key: String,
    location: SwiftLocation,
    record: OverrideRecord?,
    _ effect: Effect
  ) {
    self.service = service
    self.key = key
    self.location = location
    self.record = record
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

/// What became of an override of a test's container, so that the test can report one without effect.
///
/// It outlives the override, and retains nothing of it.
package final class OverrideRecord: Sendable {
  /// The location where the service was overridden.
  package let location: SwiftLocation
  private let key: String
  /// The types of the service; the override is of one of them.
  private let types: [TypeName]
  private let type: Int
  /// The index of the service.
  let index: Int
  /// Whether the original was built before the override.
  private let isBuiltBefore: Bool
  // Each is set once, and publishes no other memory, so relaxed ordering is enough.
  /// Whether a caller received the replacement.
  private let isReceived = Atomic<Bool>(false)
  /// Whether a caller received the original as the type of the override, after the token was released.
  private let isMissed = Atomic<Bool>(false)
  /// The last other type as which a caller received the original; -1 for none.
  private let otherType = Atomic<Int>(-1)
  /// Whether it replaces the service by an instance.
  private let isInstance: Bool
  /// Whether it replaces a service that the container had begun to start or to run.
  private let isTooLate: Bool

  init(
    _ service: BoundService, key: String, of planned: PlannedService, location: SwiftLocation,
    isBuiltBefore: Bool, isInstance: Bool, isTooLate: Bool
  ) {
    self.location = location
    self.key = key
    types = planned.entry.contracts.types
    type = service.contract
    index = service.index
    self.isBuiltBefore = isBuiltBefore
    self.isInstance = isInstance
    self.isTooLate = isTooLate
  }

  /// Notes that a caller asked for the service as one of its types, and whether the override replaced it.
  func noteRequest(as contract: Int, isReplaced: Bool) {
    if isReplaced {
      isReceived.store(true, ordering: .relaxed)
    } else if contract != type {
      otherType.store(contract, ordering: .relaxed)
    } else {
      isMissed.store(true, ordering: .relaxed)
    }
  }

  /// A text that says that the override came too late or had no effect; nil if it had one, or if no caller was to
  /// receive the service at all.
  package var problem: String? {
    if isTooLate {
      return """
        the override of `\(key)` as `\(types[type])` came too late: the container had started the original
        help: override it before `start()` and without `starting: true`, or replace it in an overlay
        """
    }
    let other = otherType.load(ordering: .relaxed)
    let isMissed = isMissed.load(ordering: .relaxed)
    guard !isReceived.load(ordering: .relaxed), isBuiltBefore || isMissed || other >= 0 else {
      return nil
    }
    let override = "the override of `\(key)` as `\(types[type])` had no effect"
    if isBuiltBefore {
      return """
        \(override): the original was built before
        help: override a service before the first request for it and for what needs it
        """
    }
    var text = "\(override): callers received the original"
    if isMissed {
      text += """

        help: keep the token while the override is needed: `let token = try …` and \
        `defer { token.remove() }`
        """
    }
    if other >= 0 {
      // With a text for the key, the type is that of the instance.
      let advice =
        isInstance
        ? "with a text for the key, write `with: … as \(types[other])`" : "override it as that type"
      text += "\nhelp: callers receive `\(key)` as `\(types[other])`: \(advice)"
    }
    return text
  }
}
