import PatchbayCore
import PatchbayDiagnostics

/// What the drawings of Graphviz and Mermaid have in common: names, frames, colours and arrows.
struct Drawing {
  /// The services in one scope; those without a frame are singletons.
  struct Frame {
    let scope: String?
    let nodes: [ServiceGraph.Node]
  }

  /// A tag that is drawn as a node, between the services that it is passed to and its members.
  struct Hub {
    let name: String
    let tag: String
  }

  /// An arrow between two names.
  struct Arrow {
    let from: String
    let to: String
    let text: String
    let kind: ServiceGraph.Edge.Kind
  }

  /// Colours on which black text can be read.
  private static let palette = [
    "#cfe6fb", "#d8f0cf", "#fde0c4", "#e8d8f6", "#fbd2dc", "#fdf2b6", "#cdedea", "#e3dfd6",
  ]
  /// With more arrows, their texts cover the drawing: one of 300 services is twice as tall, and half
  /// of it are texts.
  private static let mostTexts = 100

  let frames: [Frame]
  /// A name for each node that needs no escape.
  let names: [String: String]
  let hubs: [Hub]
  private(set) var arrows: [Arrow] = []
  /// The tags of which the drawing has services, with their colours, which repeat if there are many.
  let tagColors: [(tag: String, color: String)]

  /// Whether there are too many arrows for texts next to them.
  var isCrowded: Bool { arrows.count > Self.mostTexts }

  init(_ graph: ServiceGraph) {
    let nodes = graph.drawnNodes
    names = Dictionary(first: nodes.enumerated().map { ($1.key, "n\($0 + 1)") })
    frames = Self.frames(of: nodes)
    tagColors = nodes.flatMap { $0.tags.prefix(1) }.uniqued
      .enumerated().map { ($1, Self.palette[$0 % Self.palette.count]) }
    hubs = Self.hubs(of: graph)
    addArrows(of: graph)
  }

  private static func frames(of nodes: [ServiceGraph.Node]) -> [Frame] {
    // An inline service is drawn with the service that it is an argument of.
    var scopes: [String: String] = [:]
    for node in nodes { scopes[node.key] = node.owner.flatMap { scopes[$0] } ?? node.scope }
    let groups = Dictionary(grouping: nodes) { scopes[$0.key] ?? $0.scope }
    let singleton = ScopeName.singleton.description
    let framed = nodes.compactMap { scopes[$0.key] }.filter { $0 != singleton }.uniqued
    return [Frame(scope: nil, nodes: groups[singleton] ?? [])]
      + framed.map { Frame(scope: $0, nodes: groups[$0] ?? []) }
  }

  /// Returns the tags for which a node of their own saves arrows: several services are passed several
  /// members.
  private static func hubs(of graph: ServiceGraph) -> [Hub] {
    var tags: [String] = []
    var ends: [String: (from: Set<String>, to: Set<String>)] = [:]
    for edge in graph.edges {
      guard let tag = edge.tag else { continue }
      if ends[tag] == nil { tags.append(tag) }
      ends[tag, default: ([], [])].from.insert(edge.from + "\u{0}" + edge.words)
      ends[tag, default: ([], [])].to.insert(edge.to)
    }
    return tags.filter { tag in
      ends[tag].map { $0.from.count * $0.to.count > $0.from.count + $0.to.count } ?? false
    }
    .enumerated().map { Hub(name: "t\($0 + 1)", tag: $1) }
  }

  private mutating func addArrows(of graph: ServiceGraph) {
    let hubs = Dictionary(first: hubs.map { ($0.tag, $0.name) })
    var drawn: Set<String> = []
    for edge in graph.edges {
      guard let from = names[edge.from], let to = names[edge.to] else { continue }
      guard let hub = edge.tag.flatMap({ hubs[$0] }) else {
        arrows.append(Arrow(from: from, to: to, text: edge.words, kind: edge.kind))
        continue
      }
      if drawn.insert("\(from) \(edge.words)").inserted {
        arrows.append(Arrow(from: from, to: hub, text: edge.words, kind: edge.kind))
      }
      if drawn.insert("\(hub) \(to)").inserted {
        arrows.append(Arrow(from: hub, to: to, text: "", kind: .argument))
      }
    }
  }

  /// Returns the lines of text in a node: the scope is that of its frame.
  func label(of node: ServiceGraph.Node) -> [String] {
    let tags = node.tags.map { "tagged \(DisplayText.line($0))" }
    return [node.shownKey, node.shownType] + node.notes(withScope: false) + tags
  }
}
