extension Container {
  /// The container for those who want one that everybody can reach.
  ///
  /// In a test with the trait `.services(…)`, or within `withServices`, it is that container. Everywhere
  /// else, in a test without them too, it is the process's, which ``setDefault(_:)`` says how to build.
  /// It is built once, when it is first asked for; those who ask meanwhile wait. A failure is not kept:
  /// the next who asks tries again. Reading it is safe from any thread, and takes one lock.
  ///
  /// Handing the container to those who need it keeps them testable without any trait; this is for
  /// objects that are made by somebody else, such as the screens of a storyboard.
  ///
  /// - Throws: ``DefaultContainerError`` where none was set, or where its own builder asks; otherwise
  ///   what the builder throws.
  public static var `default`: Container {
    get throws { try DefaultContainer.current.container() }
  }

  /// Says how the default container is built, and replaces the one that was built before.
  ///
  /// ```swift
  /// Container.setDefault { try Container(loading: "Config/services.yaml", catalog: .app) }
  /// ```
  ///
  /// In a test with the trait `.services(…)`, and within `withServices`, the test's own default is
  /// replaced and nobody else's. A container that is replaced is not stopped: it belongs to those who
  /// hold it.
  ///
  /// - Parameter make: builds it, at its first use, on the thread that asks. It must not wait for
  ///   another thread that asks for the default container.
  public static func setDefault(_ make: @escaping @Sendable () throws -> Container) {
    DefaultContainer.current.replace(make)
  }
}

/// Why there is no default container.
public enum DefaultContainerError: Error, Sendable, CustomStringConvertible {
  /// `Container.setDefault` was not called.
  case notSet
  /// The builder given to `Container.setDefault` asks for the default container.
  case askedForByItsBuilder

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .notSet:
      "there is no default container: call `Container.setDefault { … }` first, or in a test use the "
        + "trait `.services(…)`"
    case .askedForByItsBuilder:
      "the builder of the default container asks for the default container"
    }
  }
}
