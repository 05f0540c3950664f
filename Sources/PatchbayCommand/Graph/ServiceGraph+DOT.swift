import PatchbayCore
import PatchbayDiagnostics

extension ServiceGraph {
  /// A drawing in the language of Graphviz: `dot -Tsvg`.
  ///
  /// Roots have a thick border, opaque services a dashed one, those of the parent a dotted one. A
  /// deferred service has a dashed arrow, a property an open one, and the service that a decorator
  /// wraps a thick one. Each scope but `singleton` has a frame, and each tag a colour: a service has
  /// that of its first one. All text is escaped. The cost is linear in the size of the graph.
  var dot: String {
    let drawing = Drawing(self)
    let names = drawing.names
    let colors = Dictionary(first: drawing.tagColors.map { ($0.tag, $0.color) })
    var lines = [
      "digraph services {", "  rankdir=LR", "  nodesep=0.12",
      "  node [shape=box, height=0.3, margin=\"0.08,0.04\", fontname=Helvetica, fontsize=11]",
      "  edge [fontname=Helvetica, fontsize=9\(drawing.isCrowded ? ", color=gray40" : "")]",
    ]
    for (index, frame) in drawing.frames.enumerated() {
      let indent = frame.scope == nil ? "  " : "    "
      if let scope = frame.scope {
        let label = dotText("scope \(DisplayText.line(scope))")
        lines.append("  subgraph cluster_\(index) {")
        lines.append("    label=\"\(label)\"; fontname=Helvetica; fontsize=10; style=rounded")
      }
      for node in frame.nodes {
        let label = drawing.label(of: node).map(dotText).joined(separator: "\\n")
        let style = node.dotStyle(filled: node.tags.first.flatMap { colors[$0] })
        lines.append("\(indent)\(names[node.key] ?? "") [label=\"\(label)\"\(style)]")
      }
      if frame.scope != nil { lines.append("  }") }
    }
    for hub in drawing.hubs {
      let label = dotText("tag \(DisplayText.line(hub.tag))")
      lines.append("  \(hub.name) [label=\"\(label)\", shape=ellipse]")
    }
    // A viewer shows a tooltip where the pointer is.
    let text = drawing.isCrowded ? "tooltip" : "label"
    for arrow in drawing.arrows {
      let label = "\(text)=\"\(dotText(arrow.text))\""
      lines.append("  \(arrow.from) -> \(arrow.to) [\(label)\(arrow.dotStyle)]")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}

/// Quotes a text: Graphviz interprets backslashes and entities in it.
private func dotText(_ text: String) -> String {
  text.replacingScalars { scalar in
    switch scalar {
    case "\\", "\"": "\\\(scalar)"
    case "&": "&amp;"
    default: nil
    }
  }
}

extension ServiceGraph.Node {
  /// Returns the attributes of the node, whose first tag may have a colour.
  fileprivate func dotStyle(filled color: String?) -> String {
    let border = isInherited ? "dotted" : isOpaque ? "dashed" : nil
    let styles = [color.map { _ in "filled" }, border].compactMap(\.self)
    return (isRoot ? ", penwidth=2" : "")
      + (styles.isEmpty ? "" : ", style=\"\(styles.joined(separator: ","))\"")
      + (color.map { ", fillcolor=\"\($0)\"" } ?? "")
  }
}

extension Drawing.Arrow {
  fileprivate var dotStyle: String {
    switch kind {
    case .argument: ""
    case .property: ", arrowhead=empty"
    case .deferred: ", style=dashed"
    case .decorated: ", penwidth=2"
    }
  }
}
