import PatchbayCore

extension ServiceGraph {
  /// A drawing in the language of Graphviz: `dot -Tsvg`.
  ///
  /// Roots have a thick border, opaque services a dashed one, those of the parent a dotted one. A
  /// deferred service has a dashed arrow, a property an open one, and the service that a decorator
  /// wraps a thick one. Disabled entries are gray. All text is escaped. The cost is linear in the size of the graph.
  var dot: String {
    let nodes = drawnNodes
    let names = drawingNames(nodes)
    var lines = ["digraph services {", "  rankdir=LR", "  node [shape=box]"]
    for node in nodes {
      let label = ([node.shownKey, node.shownType] + node.notes).map(dotText).joined(
        separator: "\\n")
      lines.append("  \(names[node.key] ?? "") [label=\"\(label)\"\(node.dotStyle)]")
    }
    for (index, entry) in disabled.enumerated() {
      let label = ([entry.shownKey, entry.shownType] + entry.notes).map(dotText).joined(
        separator: "\\n")
      lines.append("  d\(index + 1) [label=\"\(label)\", color=gray, fontcolor=gray]")
    }
    for edge in edges {
      guard let from = names[edge.from], let to = names[edge.to] else { continue }
      lines.append("  \(from) -> \(to) [label=\"\(dotText(edge.words))\"\(edge.dotStyle)]")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}

/// Quotes a text: Graphviz interprets backslashes and entities in it.
private func dotText(_ text: String) -> String {
  text.reduce(into: "") { result, character in
    switch character {
    case "\\": result += "\\\\"
    case "\"": result += "\\\""
    case "&": result += "&amp;"
    default: result.append(character)
    }
  }
}

extension ServiceGraph.Node {
  fileprivate var dotStyle: String {
    let style = isInherited ? ", style=dotted" : isOpaque ? ", style=dashed" : ""
    return (isRoot ? ", penwidth=2" : "") + style
  }
}

extension ServiceGraph.Edge {
  fileprivate var dotStyle: String {
    switch kind {
    case .argument: ""
    case .property: ", arrowhead=empty"
    case .deferred: ", style=dashed"
    case .decorated: ", penwidth=2"
    }
  }
}
