import PatchbayCore
import PatchbayDiagnostics

extension Subcommand {
  /// `graph [KEY]`: the dependencies of services.
  static let graph = Subcommand(
    "graph",
    summary: "Draws the dependencies of services.",
    details: """
      With KEY, the key of a service, a decorator or an alias, only that and its dependencies are
      drawn; without it everything in the configuration, beginning at its roots. With --to, only what
      leads to that service. Nothing is built. What a factory asks of a resolver while it runs is not
      known: such a service is marked as opaque. No variable is read: an entry that one switches on
      or off is drawn.
      """,
    arguments: [
      CommandArgument(
        .service, isOptional: true,
        summary: "the service at which the drawing begins; the roots without it")
    ],
    options: [
      CommandOption("--to", value: .service, summary: "draw only what leads to this service"),
      CommandOption("--tag", value: .tag, summary: "begin at the services with this tag"),
      CommandOption(
        "--depth", value: .number,
        summary: "stop after this many steps from the start; with --to alone, from its service"
      ),
      .format(
        GraphFormat.self,
        summary: """
          tree (an indented list), dot (for Graphviz), mermaid (for Markdown), or json (services \
          and dependencies of the model). The drawings have a frame around each scope and a colour \
          for each tag.
          """),
    ],
    exitCodes: [ExitCode.differs: "nothing leads to the service of --to"],
    examples: [
      "graph", "graph KEY --depth 1", "graph --to KEY --format dot | dot -Tsvg >graph.svg",
    ]
  ) { invocation in
    var selection = ServiceGraph.Selection()
    selection.depth = invocation.value(of: "--depth").flatMap { Int($0) }
    let index = ModelIndex(try invocation.model())
    var graph = index.model.graph
    if let key = invocation.value(of: "KEY") {
      if invocation.has("--tag") { throw UsageError("KEY and `--tag` exclude each other") }
      let node = try invocation.service(key, in: index)
      if !node.isEnabled, let entry = graph.disabledEntry(node.service.key) { graph = entry }
      selection.starts = [key]
    }
    if let tag = invocation.value(of: "--tag") {
      selection.starts = try index.model.tag(tag).members
    }
    if let key = invocation.value(of: "--to") {
      selection.target = try invocation.service(key, in: index).service.key
    }
    if !graph.nodes.isEmpty { graph = graph.part(selection) }
    let format = invocation.format(GraphFormat.self)
    let isMissing = graph.isEmpty && selection.target != nil
    if isMissing {
      let target = "`\(DisplayText.line(selection.target ?? ""))`"
      let answer =
        invocation.value(of: "KEY").map { "`\(DisplayText.line($0))` does not lead to \(target)" }
        ?? "no service with the tag leads to \(target)"
      if format == .tree {
        invocation.output.result(answer)
        return ExitCode.differs
      }
      // A program is given an empty drawing.
      invocation.output.problem(answer)
    }
    switch format {
    case .dot: invocation.output.result(graph.dot)
    case .mermaid: invocation.output.result(graph.mermaid)
    case .json:
      let keys = Set(graph.nodes.map(\.key) + graph.disabled.map(\.key))
      let services = index.model.nodes.filter { keys.contains($0.service.key) }
      invocation.output.result(
        index.model.json(of: [.services(services), .edges(graph.edges)]))
    case .tree:
      invocation.output.result(
        graph.isEmpty ? "no services" : graph.tree(invocation.output.presentation))
    }
    return isMissing ? ExitCode.differs : ExitCode.success
  }
}

private enum GraphFormat: String, CommandFormat { case tree, dot, mermaid, json }

extension ServiceGraph {
  /// Whether a drawing shows nothing.
  fileprivate var isEmpty: Bool { nodes.isEmpty && disabled.isEmpty }

  /// The nodes that a drawing shows: of the parent's, only those that a node here depends on.
  var drawnNodes: [Node] {
    let wanted = Set(edges.map(\.to) + entryPoints)
    return nodes.filter { !$0.isInherited || wanted.contains($0.key) }
  }
}
