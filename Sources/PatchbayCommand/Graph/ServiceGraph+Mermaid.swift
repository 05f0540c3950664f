import PatchbayCore
import PatchbayDiagnostics

extension ServiceGraph {
  /// A drawing in the language of Mermaid, which many Markdown viewers render.
  ///
  /// Roots have a thick border, opaque services a dashed one, those of the parent a dotted one. A
  /// deferred service has a dotted arrow, and the service that a decorator wraps a thick one.
  /// Each scope but `singleton` has a frame, and each tag a colour: a service has that of its first
  /// one. All text is escaped. The cost is linear in the size of the graph; Mermaid itself renders only a
  /// few hundred arrows, so draw the part of one key.
  var mermaid: String {
    let drawing = Drawing(self)
    let names = drawing.names
    let nodes = drawing.frames.flatMap(\.nodes)
    var lines = ["flowchart LR"]
    for (index, frame) in drawing.frames.enumerated() {
      let indent = frame.scope == nil ? "  " : "    "
      if let scope = frame.scope {
        lines.append("  subgraph s\(index)[\"\(mermaidText("scope \(DisplayText.line(scope))"))\"]")
      }
      for node in frame.nodes {
        let label = drawing.label(of: node).map(mermaidText).joined(separator: "<br/>")
        lines.append("\(indent)\(names[node.key] ?? "")[\"\(label)\"]")
      }
      if frame.scope != nil { lines.append("  end") }
    }
    for hub in drawing.hubs {
      lines.append("  \(hub.name)([\"\(mermaidText("tag \(DisplayText.line(hub.tag))"))\"])")
    }
    for arrow in drawing.arrows {
      let text = arrow.text.isEmpty ? "" : "|\"\(mermaidText(arrow.text))\"|"
      lines.append("  \(arrow.from) \(arrow.mermaidArrow)\(text) \(arrow.to)")
    }
    let styles: [(name: String, style: String, applies: (Node) -> Bool)] = [
      ("root", "stroke-width:3px", { $0.isRoot }),
      ("opaque", "stroke-dasharray:6 4", { $0.isOpaque && !$0.isInherited }),
      ("parent", "stroke-dasharray:2 3", { $0.isInherited }),
    ]
    for (name, style, applies) in styles {
      let styled = nodes.filter(applies).compactMap { names[$0.key] }
      if styled.isEmpty { continue }
      lines.append("  classDef \(name) \(style)")
      lines.append("  class \(styled.joined(separator: ",")) \(name)")
    }
    for (index, (tag, color)) in drawing.tagColors.enumerated() {
      let tagged = nodes.filter { $0.tags.first == tag }.compactMap { names[$0.key] }
      lines.append("  classDef tag\(index + 1) fill:\(color),color:#000")
      lines.append("  class \(tagged.joined(separator: ",")) tag\(index + 1)")
    }
    return lines.joined(separator: "\n")
  }
}

/// Quotes a text: every character but letters, digits and harmless punctuation is written as its
/// number, because Mermaid interprets quotes, markup, links and directives.
private func mermaidText(_ text: String) -> String {
  text.replacingScalars { scalar in
    let isHarmless =
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || " _-.,:()[]?!/+=".unicodeScalars.contains(scalar)
    return isHarmless ? nil : "#\(scalar.value);"
  }
}

extension Drawing.Arrow {
  fileprivate var mermaidArrow: String {
    switch kind {
    case .argument, .property: "-->"
    case .deferred: "-.->"
    case .decorated: "==>"
    }
  }
}
