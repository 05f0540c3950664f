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
