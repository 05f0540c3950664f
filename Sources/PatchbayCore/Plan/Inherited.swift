import PatchbayDiagnostics

/// A service of the parent's plan, as a child's plan sees it.
///
/// A child's plan has a binding for each service of its parent that any request can ask for in the child.
/// It has no arguments and no definition, because the parent builds the service.
final class Inherited: Sendable {
  /// The index of the parent's binding.
  let index: Int
  /// How long the parent, or an ancestor of it, keeps the service.
  let scope: Scope
  /// The scope of the parent that it lives in, or that it keeps a service of; nil if it may be kept
  /// as long as the container.
  let boundTo: String?
  /// Whether it lives in that scope itself.
  let isScoped: Bool

  /// - Parameters:
  ///   - index: The index of the parent's binding.
  ///   - bindings: The bindings of the parent.
  init(_ index: Int, _ bindings: [PlannedService]) {
    let binding = bindings[index]
    self.index = index
    boundTo = binding.boundTo
    if case .named = binding.scope {
      // The parent looks it up in the scope that runs there.
      (scope, isScoped) = (.transient, true)
    } else {
      scope = binding.inherited?.scope ?? binding.scope
      isScoped = binding.inherited?.isScoped ?? false
    }
  }
}

extension Wiring {
  /// Returns the index in the parent of an inherited service; nil for the plan's own.
  func parentIndex(of index: Int) -> Int? { bindings[index].inherited?.index }

  /// Returns the index here of a service of the parent; nil if no request can ask for it here.
  func index(ofParent index: Int) -> Int? {
    bindings.indices.first { parentIndex(of: $0) == index }
  }
}
