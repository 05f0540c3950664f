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
      opaque. No variable is read: an entry that one switches on or off is drawn. The drawings for
      Graphviz and Markdown have a frame around each scope and a colour for each tag.
      """,
    arguments: [key],
    options: [format],
    examples: ["graph", "graph KEY", "graph KEY --format dot | dot -Tsvg >graph.svg"]
  ) { invocation in
    let index = ModelIndex(try invocation.model())
    var graph = index.model.graph
    if let key = invocation[key] {
      _ = try invocation.service(key, in: index)
      guard let part = graph.subgraph(from: key) else {
        let shown = DisplayText.line(key)
        throw UsageError("`\(shown)` is disabled: `show \(shown)` says where")
      }
      graph = part
    }
    invocation.output.result(
      try invocation[format].write((graph: graph, model: index.model), invocation))
    return ExitCode.success
  }

  private static let key = CommandArgument(
    optional: .service, summary: "the service at which the drawing begins; the roots without it")
  private static let format = CommandOption<Format<(graph: ServiceGraph, model: WiringModel)>>(
    formats: [
      Format("tree", "an indented list") { drawn, invocation in
        drawn.graph.nodes.isEmpty
          ? "no services" : drawn.graph.tree(invocation.output.presentation)
      },
      Format("dot", "for Graphviz") { drawn, _ in drawn.graph.dot },
      Format("mermaid", "for Markdown") { drawn, _ in drawn.graph.mermaid },
      Format("json", "services and dependencies of the model") { drawn, _ in
        let keys = Set(drawn.graph.nodes.map(\.key))
        let services = drawn.model.nodes.filter { keys.contains($0.service.key) }
        return drawn.model.json(of: [.services(services), .edges(drawn.graph.edges)])
      },
    ])
}

extension ServiceGraph {
  /// The nodes that a drawing shows: of the parent's, only those that a node here depends on.
  var drawnNodes: [Node] {
    let wanted = Set(edges.map(\.to) + entryPoints)
    return nodes.filter { !$0.isInherited || wanted.contains($0.key) }
  }
}
