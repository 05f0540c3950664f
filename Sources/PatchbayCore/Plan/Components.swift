/// The strongly connected components of a graph, each after all that it points to.
///
/// Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), with a stack of its
/// own: a chain of 10,000 services must not need 10,000 calls.
func stronglyConnectedComponents<Targets: Sequence<Int>>(
  count: Int,
  targets: (Int) -> Targets
) -> [[Int]] {
  var components: [[Int]] = []
  var numbers = [Int](repeating: -1, count: count)
  var lowest = [Int](repeating: 0, count: count)
  var isOnStack = [Bool](repeating: false, count: count)
  var stack: [Int] = []
  var calls: [(node: Int, remaining: Targets.Iterator)] = []
  var next = 0

  func enter(_ node: Int) {
    numbers[node] = next
    lowest[node] = next
    next += 1
    stack.append(node)
    isOnStack[node] = true
    calls.append((node, targets(node).makeIterator()))
  }

  for root in 0..<count where numbers[root] < 0 {
    enter(root)
    // By its index: to ask for the last one copies its iterator.
    while !calls.isEmpty {
      let node = calls[calls.count - 1].node
      if let target = calls[calls.count - 1].remaining.next() {
        if numbers[target] < 0 {
          enter(target)
        } else if isOnStack[target] {
          lowest[node] = min(lowest[node], numbers[target])
        }
        continue
      }
      calls.removeLast()
      if let caller = calls.last?.node { lowest[caller] = min(lowest[caller], lowest[node]) }
      guard lowest[node] == numbers[node] else { continue }
      var component: [Int] = []
      while let member = stack.popLast() {
        isOnStack[member] = false
        component.append(member)
        if member == node { break }
      }
      components.append(component)
    }
  }
  return components
}
