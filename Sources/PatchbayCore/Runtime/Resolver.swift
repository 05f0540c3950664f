import PatchbayDiagnostics

/// What a factory asks its container by, where it declares the parameter `.resolver`.
///
/// A resolver does not keep its container alive, and may be used from any thread. What it gives has
/// the lifetime that it would have as an argument: a resolver that a singleton keeps looks in the
/// container and in the task's current scope, never in the scope in which the singleton was first
/// asked for.
///
/// The plan cannot see what is asked for here: a cycle shows when it is run into, as
/// `reentrant-resolution`.
public struct Resolver: ServiceResolving {
  let handle: HandleContext

  /// - Throws: ``DiagnosticsError`` with `container-shut-down` where the container is gone.
  public var context: ResolutionContext {
    get throws(DiagnosticsError) { try handle.request(isInGraph: true) }
  }
}
