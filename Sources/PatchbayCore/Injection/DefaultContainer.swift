/// The storage of the default container: one for the process, and one for each test whose traits
/// created a container.
package final class DefaultContainer: Sendable {
  /// The storage that replaces the process's in the current task.
  @TaskLocal package static var local: DefaultContainer?
  private static let process = DefaultContainer()
  static var current: DefaultContainer { local ?? process }

  private struct State {
    var make: (@Sendable () throws -> Container)?
    var container: Container?
    /// Counts the replacements, so that the result of a replaced builder is not kept.
    var generation = 0
  }

  /// The builders that run in a task, each for the storage that it builds for.
  @TaskLocal private static var building: RunningCall<DefaultContainer>?

  private let state: Locked<State>
  /// Held while a builder runs; other first callers wait here meanwhile. Lock order: this gate,
  /// then the state.
  private let gate = Locked(())

  private init() { state = Locked(State()) }

  package init(_ container: Container) { state = Locked(State(container: container)) }

  func replace(_ make: @escaping @Sendable () throws -> Container) {
    // The old container is released after the lock: its services' `deinit` may run any code.
    _ = state.withLock { state -> Container? in
      defer { state = State(make: make, generation: state.generation + 1) }
      return state.container
    }
  }

  func container() throws -> Container {
    if let container = state.withLock({ $0.container }) { return container }
    if Self.building?.subjects.contains(where: { $0 === self }) == true {
      throw DefaultContainerError.askedForByItsBuilder
    }
    // Released after the gate is left: the `deinit` of a service may ask for the default container.
    var replaced: [Container] = []
    defer { withExtendedLifetime(replaced) {} }
    return try gate.withLock { _ in
      while true {
        let (container, make, generation) = state.withLock {
          ($0.container, $0.make, $0.generation)
        }
        if let container { return container }
        guard let make else { throw DefaultContainerError.notSet }
        let fresh = try build(make)
        let isKept = state.withLock { state in
          guard state.generation == generation else { return false }
          state.container = fresh
          return true
        }
        // Otherwise the builder was replaced meanwhile, and no caller has seen its result.
        if isKept { return fresh }
        replaced.append(fresh)
      }
    }
  }

  private func build(_ make: @Sendable () throws -> Container) throws -> Container {
    let building = RunningCall(self, inside: Self.building)
    defer { building.end() }
    return try Self.$building.withValue(building, operation: make)
  }
}
