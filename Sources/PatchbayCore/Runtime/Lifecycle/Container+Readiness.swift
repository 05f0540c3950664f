extension Container {
  /// Which services of this container have started; a program's readiness probe answers with it.
  ///
  /// It is a snapshot, and can be read from any thread at any time. It covers the services that
  /// ``start(hookTimeout:)`` builds or starts: not those of a parent, of scopes, or that a later
  /// request builds. Reading it builds nothing and takes time proportional to the number of services.
  public var readiness: Readiness {
    let (phase, progress) = root.progress
    var services: [Readiness.Service] = []
    for index in wiring.bindings.indices {
      guard wiring.bindings[index].scope.depth == 0, wiring.bindings[index].isStarted else {
        continue
      }
      var state = progress[index] ?? .waiting
      if state == .started, phase == .stopped { state = .stopped }
      services.append(Readiness.Service(key: wiring.bindings[index].key, state: state))
    }
    return Readiness(phase: phase, services: services)
  }
}
