/// A drawing of which service needs which, from the roots on the left to the right.
struct GraphPicture: Decodable {
  private struct Service: Decodable {
    let key: String
    let type: String
    let root: Bool
    let tags: [Tag]
  }

  private struct Tag: Decodable { let name: String }

  private struct Edge: Decodable {
    let from: String
    let to: String
    let kind: String
  }

  private let services: [Service]
  private let edges: [Edge]

  private static let (width, height, gap, row, margin) = (164, 46, 48, 60, 16)

  /// The text of the SVG file.
  func svg(_ description: String) -> String {
    let layout = Layout(keys: services.map(\.key), edges: edges.map { ($0.from, $0.to) })
    let rows = layout.columns.map(\.count).max() ?? 0
    var places: [String: (x: Int, y: Int)] = [:]
    for (column, keys) in layout.columns.enumerated() {
      for (index, key) in keys.enumerated() {
        places[key] = (
          Self.margin + column * (Self.width + Self.gap),
          // Centred on the longest column.
          Self.margin + index * Self.row + (rows - keys.count) * Self.row / 2
        )
      }
    }
    var svg = SVG(
      width: 2 * Self.margin + layout.columns.count * (Self.width + Self.gap) - Self.gap,
      height: 2 * Self.margin + rows * Self.row - (Self.row - Self.height))
    svg.add("rect", [("width", "100%"), ("height", "100%"), ("rx", "8"), ("fill", "#ffffff")])
    for (edge, path) in zip(edges, layout.paths) {
      draw(edge, path.compactMap { places[$0] }, into: &svg)
    }
    for service in services {
      if let place = places[service.key] { draw(service, place, into: &svg) }
    }
    return svg.text(description)
  }

  /// Draws an arrow through the free places of the columns between its ends.
  private func draw(_ edge: Edge, _ places: [(x: Int, y: Int)], into svg: inout SVG) {
    guard let start = places.first, let end = places.last else { return }
    let middle = Self.height / 2
    let bend = Self.gap / 2
    var (x, y) = (start.x + Self.width, start.y + middle)
    var path = "M\(x) \(y)"
    for place in places.dropFirst() {
      let next = (x: place.x, y: place.y + middle)
      let isLast = next == (end.x, end.y + middle)
      path +=
        " C\(x + bend) \(y) \(next.x - bend) \(next.y) \(isLast ? next.x - 6 : next.x) \(next.y)"
      (x, y) = (next.x + Self.width, next.y)
      if !isLast { path += " H\(x)" }
    }
    svg.add(
      "path",
      [
        ("d", path), ("fill", "none"), ("stroke", "#8c959f"),
        ("stroke-width", edge.kind == "decorated" ? "3" : "1.5"),
      ])
    svg.add(
      "path", [("d", "M\(end.x) \(end.y + middle) l-8 -4 v8 z"), ("fill", "#8c959f")])
  }

  private func draw(_ service: Service, _ place: (x: Int, y: Int), into svg: inout SVG) {
    svg.add(
      "rect",
      [
        ("x", "\(place.x)"), ("y", "\(place.y)"), ("width", "\(Self.width)"),
        ("height", "\(Self.height)"), ("rx", "6"),
        ("fill", service.tags.isEmpty ? "#f6f8fa" : "#cfe6fb"),
        ("stroke", service.root ? "#1f2328" : "#afb8c1"),
        ("stroke-width", service.root ? "2" : "1"),
      ])
    for (text, offset, weight) in [(service.key, 19, "bold"), (service.type, 36, "normal")] {
      svg.add(
        "text",
        [
          ("x", "\(place.x + Self.width / 2)"), ("y", "\(place.y + offset)"),
          ("text-anchor", "middle"), ("font-family", "system-ui, Helvetica, Arial, sans-serif"),
          ("font-size", "13"), ("font-weight", weight), ("fill", "#1f2328"),
        ], text)
    }
  }
}
