import Patchbay
import PatchbayDiagnostics

extension Subcommand {
  /// `graph [KEY]`: the dependencies of services.
  static let graph = Subcommand(
    "graph",
    summary: "Draws which service is given to which.",
    details: """
      With KEY, of a service, a decorator or an alias, only what that leads to is drawn; without it
      all that the configuration says, from its roots on. Nothing is built. What a factory asks of a
      resolver while it runs is not known: such a service is marked as opaque. No variable is looked
      at: an entry that one switches on or off is drawn.
      """,
    arguments: ["[KEY]"],
    options: [
      CommandOption(
        "--format", value: "FORMAT", choices: ["text", "dot", "mermaid"],
        summary: "text (an indented list), dot (for Graphviz), or mermaid (for Markdown)")
    ]
  ) { invocation in
    let model = try invocation.model()
    var graph = model.graph
    if let key = invocation.arguments.first {
      guard let part = graph.subgraph(from: key) ?? graph.disabledEntry(key) else {
        let services = model.nodes.map(\.service).filter { $0.owner == nil }
        throw UsageError.unknownKey(
          key, among: services.flatMap { [$0.key] + $0.aliases }, model.environment)
      }
      graph = part
    }
    switch invocation.value(of: "--format") {
    case "dot": invocation.output.result(graph.dot)
    case "mermaid": invocation.output.result(graph.mermaid)
    default: invocation.output.result(graph.isEmpty ? "no services" : graph.tree)
    }
    return ExitCode.success
  }
}

extension ServiceGraph {
  /// Whether a drawing shows nothing.
  fileprivate var isEmpty: Bool { nodes.isEmpty && disabled.isEmpty }

  /// The nodes that a drawing shows: of the parent's, only those that a node here depends on.
  var drawnNodes: [Node] {
    let wanted = Set(edges.map(\.to) + entryPoints)
    return nodes.filter { !$0.isInherited || wanted.contains($0.key) }
  }

  /// Returns a name for each node of a drawing that needs no escape.
  func drawingNames(_ nodes: [Node]) -> [String: String] {
    Dictionary(
      nodes.enumerated().map { ($1.key, "n\($0 + 1)") }, uniquingKeysWith: { first, _ in first })
  }
}
