/// The wiring of a plan as data and as a drawing: which service is given to which, and as what.
///
/// ```swift
/// let graph = try configuration.plan(for: .app).graph
/// print(graph.tree)                              // for people
/// print(graph.subgraph(from: "server")!.dot)      // for Graphviz
/// for node in graph.nodes where node.isOpaque { print("\(node.key) asks as it likes") }
/// ```
///
/// It says what the plan knows. A factory that takes a `Resolver` asks for whatever it likes when it
/// runs, and so does a class with `@Injected` properties: such a node is ``Node/isOpaque``. Values that a configuration gives are no part of it, and so
/// none of its texts can show a secret.
///
/// A graph is a value without any instance, and may be used from any thread.
public struct ServiceGraph: Sendable, Hashable {
  /// The services in the order of their definitions, each followed by those that stand inline in it;
  /// behind them those of the parent.
  public let nodes: [Node]
  /// The needs, by the order of ``nodes``, then of the factory's parameters, then of the properties.
  public let edges: [Edge]
  /// The keys of the nodes where a reading begins: the one that ``subgraph(from:)`` was asked for;
  /// otherwise the roots of the configuration, or without any the services that no other one needs.
  public let entryPoints: [String]

  /// The key of the node that each key gives: aliases followed, the outermost decorator first.
  let given: [String: String]

  init(nodes: [Node], edges: [Edge], entryPoints: [String], given: [String: String]) {
    self.nodes = nodes
    self.edges = edges
    self.entryPoints = entryPoints
    self.given = given
  }

  /// The node of a key; nil where none has it.
  ///
  /// A decorated key has a node of its own, behind those of its decorators. The cost is linear in the
  /// number of nodes.
  public func node(_ key: String) -> Node? { nodes.first { $0.key == key } }

  /// What a key leads to, itself included.
  ///
  /// The cost is linear in the size of the graph.
  ///
  /// - Parameter key: of a service, a decorator or an alias. A decorated key begins, as every request
  ///   does, at its outermost decorator.
  /// - Returns: the part of the graph; nil where nothing has the key.
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

  /// The needs of each node, in their order.
  var outgoing: [String: [Edge]] { Dictionary(grouping: edges, by: \.from) }
}
