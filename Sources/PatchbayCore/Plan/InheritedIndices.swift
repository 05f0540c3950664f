/// The child's nodes of services that it inherits, by the services' indices in the parent.
///
/// In order, and searched by halves: a child has few of them, and a dictionary of one takes 800
/// instructions more.
struct InheritedIndices: Sendable {
  private var indices: [(parent: Int, own: Int)] = []

  init(_ nodes: [PlanDraft.Node]) {
    for (index, node) in nodes.enumerated() {
      if let inherited = node.inherited { indices.append((inherited.index, index)) }
    }
    if indices.count > 1 { indices.sort { $0.parent < $1.parent } }
  }

  var isEmpty: Bool { indices.isEmpty }

  /// Returns the child's node of a service of the parent; nil if it has none.
  subscript(parent: Int) -> Int? {
    var range = indices.startIndex..<indices.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let (found, own) = indices[middle]
      if found == parent { return own }
      range = found < parent ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
