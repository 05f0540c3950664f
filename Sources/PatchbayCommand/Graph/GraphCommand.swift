import PatchbayCore
import PatchbayDiagnostics

extension Subcommand {
  /// `graph [KEY]`: the dependencies of services.
  static let graph = Subcommand(
    "graph",
    summary: "Draws the dependencies of services.",
    details: """
      With KEY, the key of a service, a decorator or an alias, only that and its dependencies are
      drawn; without it everything in the configuration, beginning at its roots. Nothing is built.
      What a factory asks of a resolver while it runs is not known: such a service is marked as
      opaque. No variable is read: an entry that one switches on or off is drawn.
      """,
    arguments: [
      CommandArgument(
        .service, isOptional: true,
        summary: "the service at which the drawing begins; the roots without it")
    ],
    options: [
      .format(
        GraphFormat.self,
        summary: """
          tree (an indented list), dot (for Graphviz), mermaid (for Markdown), or json (services \
          and dependencies of the model). The drawings have a frame around each scope and a colour \
          for each tag.
          """)
    ],
    examples: ["graph", "graph KEY", "graph KEY --format dot | dot -Tsvg >graph.svg"]
  ) { invocation in
    let index = ModelIndex(try invocation.model())
    var graph = index.model.graph
    if let key = invocation.value(of: "KEY") {
      let service = try invocation.service(key, in: index)
      graph =
        (service.isEnabled
          ? graph.subgraph(from: key) : graph.disabledEntry(service.service.key)) ?? graph
    }
    switch invocation.format(GraphFormat.self) {
    case .dot: invocation.output.result(graph.dot)
    case .mermaid: invocation.output.result(graph.mermaid)
    case .json:
      let keys = Set(graph.nodes.map(\.key) + graph.disabled.map(\.key))
      let services = index.model.nodes.filter { keys.contains($0.service.key) }
      invocation.output.result(
        index.model.json(of: [.services(services), .edges(graph.edges)]))
    case .tree:
      let isEmpty = graph.nodes.isEmpty && graph.disabled.isEmpty
      invocation.output.result(
        isEmpty ? "no services" : graph.tree(invocation.output.presentation))
    }
    return ExitCode.success
  }
}

private enum GraphFormat: String, CommandFormat { case tree, dot, mermaid, json }

extension ServiceGraph {
  /// The nodes that a drawing shows: of the parent's, only those that a node here depends on.
  var drawnNodes: [Node] {
    let wanted = Set(edges.map(\.to) + entryPoints)
    return nodes.filter { !$0.isInherited || wanted.contains($0.key) }
  }
}
