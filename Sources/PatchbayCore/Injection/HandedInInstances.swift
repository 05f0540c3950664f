package import PatchbayDiagnostics
import Synchronization

/// An injected property of an instance that a program hands in, and the service that it asks for.
package struct InstanceProperty {
  package let name: String
  /// Where the property is declared.
  package let location: SwiftLocation
  package let key: String
  package let isOptional: Bool
}

extension CatalogEntry {
  /// Returns the same factory with the unset injected properties of the instance that it returns,
  /// if there are any.
  ///
  /// The instance exists before the plan is made, and so the plan includes its properties: they are
  /// checked and set like those that a factory declares, and may close cycles.
  ///
  /// - Parameter instance: The instance that the factory's closure always returns.
  /// - Returns: The factory, and the properties that the definition sets.
  package func injecting(
    _ instance: any Sendable
  ) -> (entry: CatalogEntry, properties: [InstanceProperty]) {
    guard type(of: instance) is AnyObject.Type else { return (self, []) }
    let isObserver = type(of: instance) is any InjectionObserver.Type
    guard type(of: instance) is any Injectable.Type else {
      return (isObserver ? changing { $0.extras.handedIn = HandedIn(instance) } : self, [])
    }
    let points = InjectionPoint.all(of: instance as AnyObject)
    // The factory's closure retains the object: it can be handed out before its properties are set.
    var entry = changing {
      $0.identity = .constant
      $0.isPlanned = !points.contains { $0.takesContainer }
      if isObserver || points.contains(where: { !$0.property.isSet }) {
        $0.extras.handedIn = HandedIn(instance)
      }
    }
    var properties: [InstanceProperty] = []
    for point in points where !point.property.isSet && point.takesService {
      let signature = point.signature
      // A name that a subclass uses again is set as in a product: when it is built.
      guard !entry.properties.contains(where: { $0.signature.name == signature.name }) else {
        continue
      }
      entry = entry.adding(
        Property(signature: signature) { box, supplied in
          point.fill(supplied)
          return box
        })
      properties.append(
        InstanceProperty(
          name: signature.name, location: point.property.location, key: point.key,
          isOptional: signature.kind == .optionalService))
    }
    return (entry, properties)
  }
}

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
        try ResolutionContext(owner, owner.root).injectOwnHandedIn()
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
        try await ResolutionContext(owner, owner.root).injectOwnHandedInAwaiting()
      }
      next = owner.parent
    }
  }

  /// Injects the instances of the container itself, and leaves those that require `await` to `start()`.
  ///
  /// The progress is noted afterwards: a second thread that comes meanwhile waits for the instances that
  /// are under construction, instead of reading one that is not complete.
  private func injectOwnHandedIn() throws(DiagnosticsError) {
    guard !store.isClosed else { return }
    var isComplete = true
    for index in wiring.handedIn {
      do throws(DiagnosticsError) {
        _ = try instanceIgnoringOverrides(of: BoundService(index: index))
      } catch {
        guard error.needsAwait else { throw error }
        isComplete = false
      }
    }
    container.handedInProgress.store(isComplete ? .all : .synchronous, ordering: .releasing)
  }

  nonisolated(nonsending) private func injectOwnHandedInAwaiting() async throws(DiagnosticsError) {
    guard !store.isClosed else { return }
    for index in wiring.handedIn {
      _ = try await awaitedInstanceIgnoringOverrides(of: BoundService(index: index))
    }
    container.handedInProgress.store(.all, ordering: .releasing)
  }
}
