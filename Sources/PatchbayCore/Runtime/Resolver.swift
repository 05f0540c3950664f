import PatchbayDiagnostics

/// Lets a factory resolve services dynamically, if it declares the parameter `.resolver`.
///
/// A resolver does not retain its container, and may be used from any thread. The services that it
/// returns have the lifetime that they would have as arguments: a resolver that a singleton keeps
/// searches the container and the task's current scope, never the scope in which the singleton was
/// first requested.
///
/// The plan cannot check what is resolved here: a cycle is only detected when it occurs, as
/// `reentrant-resolution`.
public struct Resolver: ServiceResolving {
  let handle: HandleContext

  /// The context of a request.
  ///
  /// - Throws: ``DiagnosticsError`` with `container-shut-down` if the container no longer exists.
  public var context: ResolutionContext {
    get throws(DiagnosticsError) { try handle.request(isInGraph: true) }
  }
}
