import PatchbayDiagnostics

// A start leaves out what an instance replaces: a test that overrides a client must not run the real one.
extension Container {
  /// Keeps the overrides in effect that replace started services by an instance for all that receive them, and
  /// returns what the start leaves out: these services, and what they decorate.
  func omitOverridden() -> Set<Int> {
    let replaced = overrides.holdInstances { service in
      wrapped(by: service.index).contains { isStartedHere($0) } && isReceivedOnly(as: service)
    }
    let omitted = Set(replaced.flatMap(wrapped))
    if !omitted.isEmpty { root.lifecycle.withLock { $0.needed.omitted = omitted } }
    return omitted
  }

  private func isStartedHere(_ index: Int) -> Bool {
    let planned = wiring.services[index]
    return planned.inherited == nil && planned.scope.depth == 0 && planned.isStarted
  }

  /// Returns a service and what it decorates, directly or through other decorators.
  private func wrapped(by index: Int) -> [Int] {
    Array(sequence(first: index) { self.wiring.services[$0].inner })
  }

  /// Returns whether all services that receive another one receive it as one type.
  private func isReceivedOnly(as service: BoundService) -> Bool {
    wiring.services.allSatisfy { planned in
      (Array(planned.arguments) + planned.properties.map(\.argument)).allSatisfy { argument in
        argument.references.allSatisfy {
          $0.index != service.index || $0.contract == service.contract
        }
      }
    }
  }

  /// Returns whether a start has begun that starts or runs a service, or what it decorates.
  func hasBegunToStart(_ index: Int) -> Bool {
    root.lifecycle.withLock { lifecycle in
      guard let lifecycle, lifecycle.start != nil else { return false }
      return wrapped(by: index).contains {
        isStartedHere($0) && wiring.services[$0].entry.isEntryPoint
          && !lifecycle.omitted.contains($0)
      }
    }
  }
}
