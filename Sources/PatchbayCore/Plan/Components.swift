/// Returns the strongly connected components of a graph, each after all that it points to.
///
/// Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), with an explicit
/// stack: a chain of 10,000 services must not need 10,000 nested calls.
///
/// - Parameter graph: The edges of each node.
/// - Returns: The nodes of each component.
func stronglyConnectedComponents(_ graph: Groups) -> Groups {
  var components = Groups(capacity: graph.count)
  var numbers = [Int](repeating: -1, count: graph.count)
  var lowest = [Int](repeating: 0, count: graph.count)
  var isOnStack = [Bool](repeating: false, count: graph.count)
  var stack: [Int] = []
  // The nodes on the current path, and the position of each one's next target among the graph's
  // numbers.
  var calls: [Int] = []
  var remaining = [Int](repeating: 0, count: graph.count)
  var next = 0

  func enter(_ node: Int) {
    numbers[node] = next
    lowest[node] = next
    next += 1
    stack.append(node)
    isOnStack[node] = true
    calls.append(node)
    remaining[node] = graph.range(of: node).lowerBound
  }

  for root in 0..<graph.count where numbers[root] < 0 {
    enter(root)
    while let node = calls.last {
      let position = remaining[node]
      if position < graph.range(of: node).upperBound {
        remaining[node] = position + 1
        let target = graph.numbers[position]
        if numbers[target] < 0 {
          enter(target)
        } else if isOnStack[target] {
          lowest[node] = min(lowest[node], numbers[target])
        }
        continue
      }
      calls.removeLast()
      if let caller = calls.last { lowest[caller] = min(lowest[caller], lowest[node]) }
      guard lowest[node] == numbers[node] else { continue }
      while let member = stack.popLast() {
        isOnStack[member] = false
        components.append(member)
        if member == node { break }
      }
      components.endGroup()
    }
  }
  return components
}
