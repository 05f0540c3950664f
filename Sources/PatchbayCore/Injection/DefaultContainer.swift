extension Container {
  /// The default container, for objects that cannot be passed a container.
  ///
  /// In a test with the trait `.services(…)`, and within `withServices`, it is the container of the
  /// test. Everywhere else it is the container of the process, which the closure passed to
  /// ``setDefault(_:)`` builds. It is built once, at its first use; concurrent callers wait for it.
  /// If the closure throws, the next caller tries again. Reading it is safe from any thread, and
  /// takes one lock.
  ///
  /// Passing the container to the objects that need it keeps them testable without any trait. The
  /// default container is for objects that a framework creates, such as the screens of a
  /// storyboard.
  ///
  /// - Throws: An error that says how to fix it if none was set, or if its own closure uses it;
  ///   otherwise the error of the closure.
  public static var `default`: Container {
    get throws { try DefaultContainer.current.container() }
  }

  /// Sets how the default container is built, and discards the one that was built before.
  ///
  /// ```swift
  /// Container.setDefault { try Container(loading: "Config/services.yaml", catalog: .app) }
  /// ```
  ///
  /// In a test with the trait `.services(…)`, and within `withServices`, this changes only the
  /// default container of the test. The discarded container is not stopped, as other objects may
  /// still use it.
  ///
  /// - Parameter make: Builds the container at its first use, on the thread that uses it. It must
  ///   not wait for another thread that uses the default container.
  public static func setDefault(_ make: @escaping @Sendable () throws -> Container) {
    DefaultContainer.current.replace(make)
  }
}

/// The reason why there is no default container.
package enum DefaultContainerError: Error, Sendable, CustomStringConvertible {
  /// `Container.setDefault` was not called.
  case notSet
  /// The closure passed to `Container.setDefault` uses the default container itself.
  case askedForByItsBuilder

  /// The error, and how to fix it.
  package var description: String {
    switch self {
    case .notSet:
      "there is no default container: call `Container.setDefault { … }` first, or in a test use the "
        + "trait `.services(…)`"
    case .askedForByItsBuilder:
      "the builder of the default container asks for the default container"
    }
  }
}

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
