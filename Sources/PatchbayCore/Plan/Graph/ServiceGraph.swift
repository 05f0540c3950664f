/// The wiring of a plan as data and as a drawing: the dependencies of each service.
///
/// ```swift
/// let graph = try configuration.plan(for: .app).graph
/// print(graph.tree)                              // as text
/// print(graph.subgraph(from: "server")!.dot)      // for Graphviz
/// for node in graph.nodes where node.isOpaque { print("\(node.key) resolves dynamically") }
/// ```
///
/// It contains what the plan knows. A factory that takes a `Resolver` resolves services dynamically
/// when it runs, and so does a class with `@Injected` properties: such a node is ``Node/isOpaque``.
/// The values of a configuration are not part of it, so that none of its texts can reveal a secret.
///
/// A graph is a value without any instance, and may be used from any thread.
public struct ServiceGraph: Sendable, Hashable {
  /// The services in the order of their definitions, each followed by its inline services; the
  /// parent's come last.
  public let nodes: [Node]
  /// The dependencies, by the order of ``nodes``, then of the factory's parameters, then of the
  /// properties.
  public let edges: [Edge]
  /// The keys of the nodes at which drawings begin: the argument of ``subgraph(from:)``; otherwise
  /// the roots of the configuration, or without any the services that no other one needs.
  public let entryPoints: [String]

  /// The key of the node that each key resolves to: aliases followed, the outermost decorator
  /// first.
  let given: [String: String]

  init(nodes: [Node], edges: [Edge], entryPoints: [String], given: [String: String]) {
    self.nodes = nodes
    self.edges = edges
    self.entryPoints = entryPoints
    self.given = given
  }

  /// Returns the node of a key; nil if there is none.
  ///
  /// A decorated key has a separate node, after those of its decorators. The cost is linear in the
  /// number of nodes.
  public func node(_ key: String) -> Node? { nodes.first { $0.key == key } }

  /// Returns the services that a key depends on, directly or indirectly, and itself.
  ///
  /// The cost is linear in the size of the graph.
  ///
  /// - Parameter key: The key of a service, a decorator or an alias. A decorated key begins, as
  ///   every request does, at its outermost decorator.
  /// - Returns: The part of the graph; nil if there is no such key.
  public func subgraph(from key: String) -> ServiceGraph? {
    let known = Set(nodes.map(\.key))
    guard let start = given[key] ?? (known.contains(key) ? key : nil) else { return nil }
    let outgoing = outgoing
    var reached: Set<String> = [start]
    var pending = [start]
    while let next = pending.popLast() {
      for edge in outgoing[next] ?? [] where reached.insert(edge.to).inserted {
        pending.append(edge.to)
      }
    }
    return ServiceGraph(
      nodes: nodes.filter { reached.contains($0.key) },
      edges: edges.filter { reached.contains($0.from) },
      entryPoints: [start],
      given: given.filter { reached.contains($0.value) }
    )
  }

  /// The dependencies of each node, in order.
  var outgoing: [String: [Edge]] { Dictionary(grouping: edges, by: \.from) }
}

extension Plan {
  /// The wiring as data and as a drawing.
  ///
  /// Computed at each access: the cost is linear in the number of definitions and references.
  public var graph: ServiceGraph { GraphBuilder(self).graph }
}
