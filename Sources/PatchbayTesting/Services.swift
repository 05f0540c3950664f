public import Patchbay
import Testing

/// Access to the container of the running test.
public enum Services {
  /// A container and the test that it was created for.
  struct Scope: Sendable {
    let container: Container
    /// The test whose traits made it; nil for one that ``withServices(_:environment:variables:overlays:catalog:settings:filePath:operation:)`` made.
    let owner: TestIdentity?
  }

  @TaskLocal static var scope: Scope?

  /// Runs an operation with a container as ``current`` and as the default one.
  nonisolated(nonsending) static func with<Result>(
    _ scope: Scope,
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await DefaultContainer.$local.withValue(DefaultContainer(scope.container)) {
      try await $scope.withValue(scope, operation: operation)
    }
  }

  /// Runs a synchronous operation with a container.
  static func with<Result>(_ scope: Scope, _ operation: () throws -> Result) rethrows -> Result {
    try DefaultContainer.$local.withValue(DefaultContainer(scope.container)) {
      try $scope.withValue(scope, operation: operation)
    }
  }

  /// The container of the running test, or of the surrounding `withServices`.
  ///
  /// It is a task-local value: child tasks inherit it, detached tasks and other threads do not, and
  /// concurrent tests never see each other's container.
  ///
  /// - Throws: An error that says how to fix it if there is none.
  public static var current: Container {
    get throws {
      guard let scope else { throw NoServices() }
      return scope.container
    }
  }
}

/// The error of ``Services/current`` where there is no container.
package struct NoServices: Error, CustomStringConvertible {
  /// The running test; nil outside of one, and in a detached task or another thread.
  let test: String?

  init() { test = Test.current.map { $0.displayName ?? $0.name } }

  /// The error, and how to fix it.
  package var description: String {
    guard let test else {
      return """
        there are no services here: a detached task or another thread must be handed the container \
        of its test, and code outside of a test calls `withServices`
        """
    }
    return """
      the test `\(test)` has no services: add the trait \
      `.services("Config/services.yaml", catalog: .app)` with your file and catalog to it or to its \
      suite, or call `withServices`
      """
  }
}
