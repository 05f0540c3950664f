extension ServiceGraph {
  /// What a drawing of a part shows.
  package struct Selection: Sendable {
    /// The keys at which it begins: of services, decorators or aliases; nil for the entry points, or
    /// if `target` is set, for whatever leads there.
    package var starts: [String]?
    /// The node to which all that is drawn leads.
    package var target: String?
    /// The most dependencies between the beginning and a service; without `starts`, and with a
    /// `target`, those between a service and the target.
    package var depth: Int?

    package init() {}
  }

  /// Returns the part of the graph that a selection of existing keys keeps; itself if nothing is
  /// selected. Its entry points are the starts, or what nothing else of it needs.
  ///
  /// The cost is linear in the size of the graph.
  package func part(_ selection: Selection) -> ServiceGraph {
    guard selection.starts != nil || selection.target != nil || selection.depth != nil else {
      return self
    }
    let starts = selection.starts.map { keys in keys.map { given[$0] ?? $0 } }
    var kept: Set<String>
    if starts == nil, let target = selection.target {
      kept = reached([target], Dictionary(grouping: edges, by: \.to), \.from, selection.depth)
    } else {
      kept = reached(starts ?? entryPoints, outgoing, \.to, selection.depth)
      if let target = selection.target {
        kept.formIntersection(
          reached([target], Dictionary(grouping: edges, by: \.to), \.from, nil))
      }
    }
    let edges = edges.filter { kept.contains($0.from) && kept.contains($0.to) }
    let needed = Set(edges.map(\.to))
    let begins =
      (starts ?? (selection.target == nil ? entryPoints : nil))?.filter { kept.contains($0) }
      ?? nodes.map(\.key).filter { kept.contains($0) && !needed.contains($0) }
    return ServiceGraph(
      nodes: nodes.filter { kept.contains($0.key) }, edges: edges, entryPoints: begins,
      given: given.filter { kept.contains($0.value) },
      omitted: selection.depth == nil ? [:] : omitted(kept, towards: selection.target),
      omitsDependents: selection.target != nil)
  }

  /// Returns the nodes that are at most `depth` steps away from some.
  private func reached(
    _ starts: [String], _ neighbours: [String: [Edge]], _ end: (Edge) -> String, _ depth: Int?
  ) -> Set<String> {
    var reached = Set(starts)
    var ring = starts
    var step = 0
    while !ring.isEmpty, depth.map({ step < $0 }) ?? true {
      var next: [String] = []
      for key in ring {
        for edge in neighbours[key] ?? [] where reached.insert(end(edge)).inserted {
          next.append(end(edge))
        }
      }
      ring = next
      step += 1
    }
    return reached
  }

  /// Returns the numbers of services that a limit of the depth leaves out next to each kept one.
  private func omitted(_ kept: Set<String>, towards target: String?) -> [String: Int] {
    var omitted: [String: Set<String>] = [:]
    for edge in edges {
      if target == nil, kept.contains(edge.from), !kept.contains(edge.to) {
        omitted[edge.from, default: []].insert(edge.to)
      } else if target != nil, kept.contains(edge.to), !kept.contains(edge.from) {
        omitted[edge.to, default: []].insert(edge.from)
      }
    }
    return omitted.mapValues { $0.count }
  }
}
