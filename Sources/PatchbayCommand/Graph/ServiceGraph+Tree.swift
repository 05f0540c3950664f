import PatchbayCore
import PatchbayDiagnostics

extension ServiceGraph {
  /// Returns an indented list, in colours with lines: below each service its dependencies, and below those
  /// their own.
  ///
  /// ```text
  /// server: Server (root)
  ///   users → users: PostgresUserStore
  ///     pool → pool: ConnectionPool
  /// ```
  ///
  /// It begins with the ``entryPoints``; services that they do not reach follow. The dependencies
  /// of a service are listed where it first appears; later it is marked `(above)`. A subtree that
  /// is nested too deeply follows as a separate tree, and is marked `(below)`. The cost is linear in
  /// the size of the graph.
  func tree(_ presentation: Presentation) -> String {
    var drawing = TreeDrawing(self, presentation)
    for key in entryPoints { drawing.draw(key) }
    let needed = Set(edges.map(\.to))
    let rest = drawnNodes.map(\.key)
    // A cycle has no beginning, and begins at its first member.
    for key in rest where !needed.contains(key) { drawing.draw(key) }
    for key in rest { drawing.draw(key) }
    return drawing.lines.joined(separator: "\n")
  }
}

/// The lines of a tree that were drawn so far.
private struct TreeDrawing {
  /// The depth at which a tree is cut: beyond it, a chain of thousands would mostly be indentation.
  static let deepest = 24

  private let nodes: [String: ServiceGraph.Node]
  private let outgoing: [String: [ServiceGraph.Edge]]
  private let presentation: Presentation
  /// The keys that have a line.
  private var printed: Set<String> = []
  /// The keys whose dependencies have their lines.
  private var expanded: Set<String> = []
  private(set) var lines: [String] = []

  init(_ graph: ServiceGraph, _ presentation: Presentation) {
    self.presentation = presentation
    nodes = Dictionary(first: graph.nodes.map { ($0.key, $0) })
    outgoing = graph.outgoing
  }

  /// Draws a tree, and those that were cut from it; nothing for a key that was already drawn.
  mutating func draw(_ key: String) {
    guard !printed.contains(key) else { return }
    var cut: [String] = []
    draw(key, &cut)
    var position = 0
    while position < cut.count {
      draw(cut[position], &cut)
      position += 1
    }
  }

  private mutating func draw(_ key: String, _ cut: inout [String]) {
    // An explicit stack instead of recursion: the configuration determines the depth.
    var pending: [(key: String, edge: ServiceGraph.Edge?, branch: TreeBranch)] = [
      (key, nil, TreeBranch())
    ]
    while let (key, edge, branch) = pending.popLast() {
      let depth = branch.depth
      let needs = outgoing[key] ?? []
      let isNew = printed.insert(key).inserted
      var mark = ""
      if expanded.contains(key) {
        mark = " (above)"
      } else if !needs.isEmpty, !isNew && depth > 0 || depth == Self.deepest {
        mark = " (below)"
        if isNew { cut.append(key) }
      } else if !needs.isEmpty {
        expanded.insert(key)
        pending += needs.enumerated().reversed().map { index, need in
          (need.to, need, branch.next(isLast: index == needs.count - 1))
        }
      }
      addLine(key, edge, branch, isNew: isNew, mark)
    }
  }

  private mutating func addLine(
    _ key: String, _ edge: ServiceGraph.Edge?, _ branch: TreeBranch, isNew: Bool, _ mark: String
  ) {
    guard let node = nodes[key] else { return }
    let arrow = edge.map { "\($0.words) → " } ?? ""
    // A repeated line need not repeat the notes of its service.
    let notes = isNew ? node.notes(withScope: true) : []
    let suffix = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    lines.append(
      branch.line(
        "\(arrow)\(node.shownKey): \(node.shownType)\(suffix)\(mark)", in: presentation))
  }
}

/// The place of a line in a tree, whose lines are drawn where there are colours.
struct TreeBranch {
  private(set) var depth = 0
  private var isLast = true
  /// The lines of the branches that it is a part of.
  private var stems = ""

  /// Returns a branch of this one: the last, or one that others follow.
  func next(isLast: Bool) -> Self {
    var branch = Self()
    branch.depth = depth + 1
    branch.isLast = isLast
    branch.stems = depth == 0 ? "" : stems + (self.isLast ? "   " : "│  ")
    return branch
  }

  /// Returns the line of a text and a place; that of a tree's root is bold.
  func line(_ text: String, place: String = "", in presentation: Presentation) -> String {
    let begin =
      presentation.isColored && depth > 0
      ? stems + (isLast ? "└─ " : "├─ ") : String(repeating: "  ", count: depth)
    let shown = depth == 0 ? presentation.text(text, .heading) : text
    return begin + presentation.text(shown, place: place)
  }
}
