import PatchbayCore
import PatchbayDiagnostics

/// What the drawings of Graphviz and Mermaid have in common: names, frames and colours.
struct Drawing {
  /// The services in one scope; those without a frame are singletons.
  struct Frame {
    let scope: String?
    let nodes: [ServiceGraph.Node]
  }

  /// Colours on which black text can be read.
  private static let palette = [
    "#cfe6fb", "#d8f0cf", "#fde0c4", "#e8d8f6", "#fbd2dc", "#fdf2b6", "#cdedea", "#e3dfd6",
  ]

  let frames: [Frame]
  /// A name for each node that needs no escape.
  let names: [String: String]
  /// The tags of which the drawing has services, with their colours, which repeat if there are many.
  let tagColors: [(tag: String, color: String)]
  private let omitted: [String: Int]

  init(_ graph: ServiceGraph) {
    let nodes = graph.drawnNodes
    omitted = graph.omitted
    names = Dictionary(
      nodes.enumerated().map { ($1.key, "n\($0 + 1)") }, uniquingKeysWith: { first, _ in first })
    // An inline service is drawn with the service that it is an argument of.
    var scopes: [String: String] = [:]
    for node in nodes {
      scopes[node.key] = node.owner.flatMap { scopes[$0] } ?? node.scope
    }
    let groups = Dictionary(grouping: nodes) { scopes[$0.key] ?? $0.scope }
    var order: Set<String> = []
    let framed = nodes.compactMap { scopes[$0.key] }
      .filter { $0 != ScopeName.singleton.description && order.insert($0).inserted }
    frames =
      [Frame(scope: nil, nodes: groups[ScopeName.singleton.description] ?? [])]
      + framed.map { Frame(scope: $0, nodes: groups[$0] ?? []) }
    var seen: Set<String> = []
    tagColors = nodes.flatMap { $0.tags.prefix(1) }.filter { seen.insert($0).inserted }
      .enumerated().map { ($1, Self.palette[$0 % Self.palette.count]) }
  }

  /// Returns the lines of text in a node: the scope is that of its frame.
  func label(of node: ServiceGraph.Node) -> [String] {
    let tags = node.tags.map { "tagged \(DisplayText.line($0))" }
    let more = omitted[node.key].map { ["\($0) more not drawn"] } ?? []
    return [node.shownKey, node.shownType] + node.notes(withScope: false) + tags + more
  }
}
