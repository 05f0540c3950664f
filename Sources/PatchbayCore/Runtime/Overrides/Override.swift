import PatchbayDiagnostics
import Synchronization

/// What stands before a service of a container, for the requests of one contract.
final class Override: Sendable {
  enum Effect: Sendable {
    /// Given in the service's place, which is not even built.
    case instance(AnyBox)
    /// Given the service, and gives what is received in its place.
    case callback(@Sendable (AnyBox) throws -> AnyBox)
  }

  let service: BoundService
  /// The key under which it was put on.
  let key: String
  /// Where it was put on.
  let location: SwiftLocation
  let effect: Effect
  /// Gives what is received without its type.
  let erase: @Sendable (AnyBox) -> any Sendable

  init<Service: Sendable>(
    _ service: BoundService,
    as type: Service.Type,
    key: String,
    location: SwiftLocation,
    _ effect: Effect
  ) {
    self.service = service
    self.key = key
    self.location = location
    self.effect = effect
    erase = { $0.content(as: type) }
  }

  var instance: AnyBox? { if case .instance(let box) = effect { box } else { nil } }

  /// Gives what is received in place of `box`.
  ///
  /// - Throws: `factory-failed` where the callback throws, and `reentrant-resolution` where it comes
  ///   back to itself.
  func apply(
    to box: AnyBox,
    _ secrets: SecretTexts,
    path: () -> [Diagnostic.ResolutionStep]
  ) throws(DiagnosticsError) -> AnyBox {
    switch effect {
    case .instance(let box): return box
    case .callback(let callback):
      let run = try OverrideRun(of: self)
      do {
        return try run.perform { try callback(box) }
      } catch let error as DiagnosticsError {
        // A request from inside the callback failed, and says why better than we could.
        throw error
      } catch {
        throw overrideFailed(self, error, secrets, path: path())
      }
    }
  }
}

/// One running callback: an override that asks for what it stands before would never end.
final class OverrideRun: Sendable {
  @TaskLocal private static var innermost: OverrideRun?

  private let override: Override
  private let outer: OverrideRun?
  /// A task that a callback starts keeps the run for ever: once it is over it means nothing.
  private let finished = Atomic<Bool>(false)

  init(of override: Override) throws(DiagnosticsError) {
    self.override = override
    outer = Self.innermost
    var run = outer
    while let running = run {
      let isOver = running.finished.load(ordering: .acquiring)
      if running.override === override, !isOver { throw reentrantOverride(override) }
      run = running.outer
    }
  }

  func perform(_ callback: () throws -> AnyBox) throws -> AnyBox {
    defer { finished.store(true, ordering: .releasing) }
    return try Self.$innermost.withValue(self, operation: callback)
  }
}
