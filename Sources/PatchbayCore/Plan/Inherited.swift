/// A service of the parent's plan, as a child's plan sees it.
struct Inherited: Sendable {
  /// The index of the parent's binding.
  let index: Int
  /// How long the parent, or an ancestor of it, keeps the service.
  let scope: Scope
  /// The scope of the parent that it lives in, or that it keeps a service of; nil if it may be kept
  /// as long as the container.
  let boundTo: String?
  /// Whether it lives in that scope itself.
  let isScoped: Bool
  /// Whether resolving it in the parent requires `await` each time.
  let isAwaited: Bool

  /// - Parameters:
  ///   - index: The index of the parent's binding.
  ///   - bindings: The bindings of the parent, or of an ancestor that the parent looks it up in.
  ///   - held: The index among these.
  init(_ index: Int, _ bindings: [Binding], _ held: Int) {
    self.index = index
    let binding = bindings[held]
    let scope = binding.scope
    boundTo = binding.boundTo
    isAwaited = binding.inherited?.isAwaited ?? (binding.isAwaited && scope.depth == nil)
    if case .named = scope {
      // The parent looks it up in the scope that runs there.
      (self.scope, isScoped) = (.transient, true)
    } else {
      self.scope = binding.inherited?.scope ?? scope
      isScoped = binding.inherited?.isScoped ?? false
    }
  }
}

extension Wiring {
  /// The data of a tag's member that a child needs.
  struct Member: Sendable {
    let key: String
    let priority: Int
  }
}

extension Binding {
  /// The scope that a parent's service has there; nil for the container's own.
  var inheritedScopeName: String? {
    inherited.map { $0.isScoped ? boundTo ?? "" : $0.scope.name(in: []) }
  }
}

extension PlanDraft {
  /// Returns the node of a parent's service that the child sees under the same key; nil if the
  /// child defines the key itself.
  func inheritedNode(_ key: String) -> Int? {
    guard case .service(let index) = meanings[key], nodes[index].inherited != nil,
      nodes[index].key == key
    else { return nil }
    return index
  }
}
