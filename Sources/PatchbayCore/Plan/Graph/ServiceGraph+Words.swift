import PatchbayDiagnostics

extension ServiceGraph.Node {
  /// The notes of a drawing next to the key and the type, each safe to show on one line.
  var notes: [String] {
    var notes: [String] = []
    if isRoot { notes.append("root") }
    if isInherited { notes.append("of the parent") }
    if let decorates { notes.append("decorates \(decorates)") }
    if owner != nil { notes.append("inline") }
    if scope != "singleton", decorates == nil, owner == nil { notes.append("scope \(scope)") }
    if isEager { notes.append("eager") }
    if isAwaited { notes.append("awaited") }
    if !requestArguments.isEmpty {
      notes.append("asked with \(requestArguments.joined(separator: ", "))")
    }
    if let opacity { notes.append("opaque: \(opacity)") }
    if isLive { notes.append("live") }
    if deprecation != nil { notes.append("deprecated") }
    if !aliases.isEmpty { notes.append("also \(aliases.joined(separator: ", "))") }
    return notes.map { DisplayText.line($0) }
  }

  var shownKey: String { DisplayText.line(key) }
  var shownType: String { DisplayText.line(type) }
}

extension ServiceGraph.Edge {
  /// The text of a drawing at an edge: the name, and how the service is passed.
  var words: String {
    var notes: [String] = []
    if kind == .property { notes.append("property") }
    if kind == .deferred { notes.append("deferred") }
    if let tag { notes.append("tagged \(tag)") }
    if isAutowired { notes.append("autowired") }
    let text = notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
    return DisplayText.line(text)
  }
}

extension ServiceGraph {
  /// The nodes that a drawing shows: of the parent's, only those that a node here depends on.
  var drawnNodes: [Node] {
    let wanted = Set(edges.map(\.to) + entryPoints)
    return nodes.filter { !$0.isInherited || wanted.contains($0.key) }
  }
}

extension ServiceGraph: CustomStringConvertible {
  /// The ``tree``.
  public var description: String { tree }
}

extension ServiceGraph.Node: CustomStringConvertible {
  /// `users: PostgresUserStore (scope request)`
  public var description: String {
    let notes = notes
    let suffix = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return "\(shownKey): \(shownType)\(suffix)"
  }
}

extension ServiceGraph.Edge: CustomStringConvertible {
  /// `server: users → users`
  public var description: String {
    "\(DisplayText.line(from)): \(words) → \(DisplayText.line(to))"
  }
}
