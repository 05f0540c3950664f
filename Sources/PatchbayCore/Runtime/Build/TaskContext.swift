import PatchbayDiagnostics

/// What the requests of a task depend on: the construction whose user code runs, and the current scope.
///
/// One task-local value holds both, as reading one takes 130 instructions, and setting one 500. A task
/// that a factory starts inherits it.
struct TaskContext: Sendable {
  @TaskLocal static var current = TaskContext()

  private let construction: Construction?
  /// The current scope, of any container.
  let scope: ServiceScope?

  init(_ construction: Construction? = nil, in scope: ServiceScope? = nil) {
    self.construction = construction
    self.scope = scope
  }

  /// Returns the same context, in another scope.
  func inside(_ scope: ServiceScope) -> TaskContext { TaskContext(construction, in: scope) }

  /// The construction whose user code runs; nil once it has ended.
  var running: Construction? { construction.flatMap { $0.isFinished ? nil : $0 } }

  /// Runs a part of a construction: services that user code resolves meanwhile are resolved on its
  /// behalf.
  func perform<Success>(
    _ body: () throws(DiagnosticsError) -> Success
  ) throws(DiagnosticsError) -> Success {
    // Task-local values rethrow an untyped error, and so the error is returned in a result.
    func result() -> Result<Success, DiagnosticsError> {
      do throws(DiagnosticsError) { return .success(try body()) } catch { return .failure(error) }
    }
    return try Self.$current.withValue(self, operation: result).get()
  }

  /// Does the same as ``perform(_:)``, for asynchronous work.
  func performAwaiting<Success: Sendable>(
    _ body: () async throws(DiagnosticsError) -> Success
  ) async throws(DiagnosticsError) -> Success {
    func result() async -> Result<Success, DiagnosticsError> {
      do throws(DiagnosticsError) {
        return .success(try await body())
      } catch { return .failure(error) }
    }
    return try await Self.$current.withValue(self, operation: result).get()
  }
}
