import PatchbayDiagnostics
import Synchronization

/// How many of the instances that the program handed in were injected by calls of `inject`.
enum HandedInProgress: UInt8, AtomicRepresentable {
  case none
  /// Those that can be injected without `await`.
  case synchronous
  case all
}

// The program keeps the instances that it hands in, and may read a property of one that no service
// needs: the first call of `inject`, for any object, injects all of them.
extension ResolutionContext {
  /// Injects the instances that the program handed in to the container and its parents, unless an
  /// earlier call has done so.
  ///
  /// Inside a factory it does nothing: the factory may build what one of the instances needs.
  func injectHandedIn() throws(DiagnosticsError) {
    guard !hasRequester else { return }
    var next: Container? = container
    while let owner = next {
      if owner.handedInProgress.load(ordering: .acquiring) == .none {
        try owner.injectHandedIn()
      }
      next = owner.parent
    }
  }

  /// Does the same as ``injectHandedIn()``, for asynchronous callers.
  nonisolated(nonsending) func injectHandedInAwaiting() async throws(DiagnosticsError) {
    guard !hasRequester else { return }
    var next: Container? = container
    while let owner = next {
      if owner.handedInProgress.load(ordering: .acquiring) != .all {
        try await owner.injectHandedInAwaiting()
      }
      next = owner.parent
    }
  }
}

extension Container {
  /// Injects its instances, and leaves those that require `await` to `start()`.
  ///
  /// The progress is noted afterwards: a second thread that comes meanwhile waits for the instances that
  /// are under construction, instead of reading one that is not complete.
  fileprivate func injectHandedIn() throws(DiagnosticsError) {
    guard !root.isClosed else { return }
    let context = ResolutionContext(self, root)
    var isComplete = true
    for index in wiring.handedIn {
      do throws(DiagnosticsError) {
        _ = try context.instanceIgnoringOverrides(
          of: BoundService(index: index, contract: 0))
      } catch {
        guard error.diagnostics.allSatisfy({ $0.code == .needsAwait }) else { throw error }
        isComplete = false
      }
    }
    handedInProgress.store(isComplete ? .all : .synchronous, ordering: .releasing)
  }

  nonisolated(nonsending) fileprivate func injectHandedInAwaiting() async throws(DiagnosticsError) {
    guard !root.isClosed else { return }
    let context = ResolutionContext(self, root)
    for index in wiring.handedIn {
      _ = try await context.awaitedInstanceIgnoringOverrides(
        of: BoundService(index: index, contract: 0))
    }
    handedInProgress.store(.all, ordering: .releasing)
  }
}

extension Wiring {
  /// The instances that the program handed in and that are to be injected or notified; without those of
  /// scopes, which an open scope injects.
  fileprivate var handedIn: [Int] {
    bindings.indices.filter { index in
      bindings[index].entry.handedIn != nil && bindings[index].inherited == nil
        && !bindings[index].scope.isNamed
    }
  }
}
