package import PatchbayDiagnostics

/// The wiring of a plan as data: the dependencies of each service.
///
/// The command `graph` of `PatchbayCommand` draws it.
///
/// It contains what the plan knows. A factory that takes a `Resolver` resolves services dynamically
/// when it runs, and so does a class with `@Injected` properties: such a node is ``Node/isOpaque``.
/// The values of a configuration are not part of it, so that none of its texts can reveal a secret.
///
/// A graph is a value without any instance, and may be used from any thread.
package struct ServiceGraph: Sendable, Hashable {
  /// The services in the order of their definitions, each followed by its inline services; the
  /// parent's come last.
  package let nodes: [Node]
  /// The dependencies, by the order of ``nodes``, then of the factory's parameters, then of the
  /// properties.
  package let edges: [Edge]
  /// The keys of the nodes at which drawings begin: the argument of ``subgraph(from:)``; otherwise
  /// the roots of the configuration, or without any the services that no other one needs, and those that start or run.
  package let entryPoints: [String]

  /// The key of the node that each key resolves to: aliases followed, the outermost decorator
  /// first.
  let resolvedKeys: [String: String]

  /// Returns the node of a key; nil if there is none.
  ///
  /// A decorated key has a separate node, after those of its decorators. The cost is linear in the
  /// number of nodes.
  package func node(_ key: String) -> Node? { nodes.first { $0.key == key } }

  /// Returns the services that a key depends on, directly or indirectly, and itself.
  ///
  /// The cost is linear in the size of the graph.
  ///
  /// - Parameter key: The key of a service, a decorator or an alias. A decorated key begins, as
  ///   every request does, at its outermost decorator.
  /// - Returns: The part of the graph; nil if there is no such key.
  package func subgraph(from key: String) -> ServiceGraph? {
    let known = Set(nodes.map(\.key))
    guard let start = resolvedKeys[key] ?? (known.contains(key) ? key : nil) else { return nil }
    let outgoing = outgoing
    var kept: Set<String> = [start]
    var pending = [start]
    while let key = pending.popLast() {
      for edge in outgoing[key] ?? [] where kept.insert(edge.to).inserted {
        pending.append(edge.to)
      }
    }
    return ServiceGraph(
      nodes: nodes.filter { kept.contains($0.key) }, edges: edges.filter { kept.contains($0.from) },
      entryPoints: [start], resolvedKeys: resolvedKeys.filter { kept.contains($0.value) })
  }

  /// The dependencies of each node, in order.
  package var outgoing: [String: [Edge]] { Dictionary(grouping: edges, by: \.from) }
}

extension ServiceGraph {
  /// A service, or a decorator.
  package struct Node: Sendable, Hashable {
    /// The unique key of the node; for an inline service, derived from its position.
    package let key: String
    /// The type name in the factory catalog; for a closure or instance that the program passed
    /// itself, the ``product``.
    package let type: String
    /// The Swift type that the factory makes, as Swift writes it.
    package let product: String
    /// The place where the key is defined.
    package let place: SourcePlace
    /// `singleton`, `transient`, `graph`, `weak`, or a declared scope. A decorator has the scope of
    /// its target, and an inline service is `transient`.
    package let scope: String
    /// The tags, in the order of the definition.
    package let tags: [String]
    /// The aliases of the service, in order.
    package let aliases: [String]
    /// For a decorator, the key that it decorates.
    package let decorates: String?
    /// For an inline service, the key of the service that it is an argument of.
    package let owner: String?
    /// The arguments that each request passes to its factory, as Swift declares them:
    /// `name: String`.
    package let requestArguments: [String]
    /// The deprecation message for those who refer to it, if it is deprecated.
    package let deprecation: String?
    /// Whether the configuration declares it as a root.
    package let isRoot: Bool
    /// Whether it is built when its container starts, even if no service needs it.
    package let isEager: Bool
    /// What a container does for it besides building it.
    package let hooks: Hooks
    /// Whether building it requires `await`, for itself or for a service that is built with it.
    package let isAwaited: Bool
    /// Whether a test must not build it.
    package let isLive: Bool
    /// The reason why it is opaque.
    let opacity: String?
    /// Whether it belongs to the parent, whose own graph contains its dependencies.
    package let isInherited: Bool

    /// Whether it may resolve services that no edge shows: its factory takes a `Resolver`, or its
    /// class has `@Injected` properties.
    package var isOpaque: Bool { opacity != nil }
  }
}

/// What a container does for a service besides building it.
package struct Hooks: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let start = Self(rawValue: 1)
  static let run = Self(rawValue: 2)
  static let stop = Self(rawValue: 4)

  /// Their names, in the order of a service's life.
  package var names: [String] {
    [(Self.start, "start"), (.run, "run"), (.stop, "stop")].filter { contains($0.0) }.map(\.1)
  }
}

extension ServiceGraph.Node {
  /// The notes that describe it next to the key and the type, each safe to show on one line.
  private var notes: [String] { notes(withScope: true) }

  /// Returns the notes, with or without the scope.
  package func notes(withScope: Bool) -> [String] {
    var notes: [String] = []
    if isRoot { notes.append("root") }
    if isInherited { notes.append("of the parent") }
    if let decorates { notes.append("decorates \(decorates)") }
    if owner != nil { notes.append("inline") }
    if withScope, scope != "singleton", decorates == nil, owner == nil {
      notes.append("scope \(scope)")
    }
    notes += startNotes
    if isAwaited { notes.append("awaited") }
    if !requestArguments.isEmpty {
      notes.append("asked with \(requestArguments.joined(separator: ", "))")
    }
    if let opacity { notes.append("opaque: \(opacity)") }
    if isLive { notes.append("live") }
    if deprecation != nil { notes.append("deprecated") }
    if !aliases.isEmpty { notes.append("also \(aliases.joined(separator: ", "))") }
    return notes.map { DisplayText.line($0) }
  }

  /// What builds it without a request, in words.
  package var startNotes: [String] {
    [isEager ? "eager" : nil, starts ? "starts" : nil, runs ? "runs" : nil].compactMap(\.self)
  }

  /// Whether its container calls an `onStart` hook of it.
  package var starts: Bool { !isInherited && hooks.contains(.start) }
  /// Whether its container has it run.
  package var runs: Bool { !isInherited && hooks.contains(.run) }
  /// Whether its container uses it without a request: it starts or runs it.
  package var isEntryPoint: Bool { starts || runs }

  /// The key, safe to show on one line.
  package var shownKey: String { DisplayText.line(key) }
  /// The type name, safe to show on one line.
  package var shownType: String { DisplayText.line(type) }
}

extension ServiceGraph.Node: CustomStringConvertible {
  /// `users: PostgresUserStore (scope request)`
  package var description: String {
    let notes = notes
    let suffix = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return "\(shownKey): \(shownType)\(suffix)"
  }
}

extension ServiceGraph {
  /// A dependency of one service on another.
  package struct Edge: Sendable, Hashable {
    /// The key of the dependent node.
    package let from: String
    /// The key of the node it depends on: for a decorated key, the outermost decorator.
    package let to: String
    /// The factory's name of the parameter or property.
    package let name: String
    /// How the service is passed: as an argument, as a property, later, or as the service it
    /// decorates.
    package let kind: Kind
    /// The tag that selected the service, if it was selected by `!tagged`.
    package let tag: String?
    /// Whether nothing is written, and the service was found by type alone.
    package let isAutowired: Bool
    /// The place where it is written.
    package let place: SourcePlace

    /// How a service is passed to its dependent.
    package enum Kind: Sendable, Hashable, CaseIterable {
      /// Passed when the factory is called.
      case argument
      /// Passed to a setter after the factory was called.
      case property
      /// Resolved on demand, by a `Lazy` or a `Provider`.
      case deferred
      /// The service that a decorator wraps.
      case decorated
    }
  }
}

extension ServiceGraph.Edge {
  /// The name, and how the service is passed.
  package var words: String {
    var notes: [String] = []
    if kind == .property { notes.append("property") }
    if kind == .deferred { notes.append("deferred") }
    if let tag { notes.append("tagged \(tag)") }
    if isAutowired { notes.append("autowired") }
    let text = notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
    return DisplayText.line(text)
  }
}

extension ServiceGraph.Edge: CustomStringConvertible {
  /// `server: users → users`
  package var description: String {
    "\(DisplayText.line(from)): \(words) → \(DisplayText.line(to))"
  }
}
