import PatchbayDiagnostics

extension DiagnosticsError {
  /// Returns the error of a start with the path of requests from an entry point to the service that
  /// was started.
  ///
  /// A start builds the services that others need on their own, so that nothing else says for which
  /// of them the failed one is.
  func started(for path: [Diagnostic.ResolutionStep]) -> DiagnosticsError {
    let diagnostics = diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      if diagnostic.requestedBy.isEmpty {
        return diagnostic.requested(by: path)
      }
      // The path of a construction begins with the service that was started.
      if diagnostic.requestedBy.first == path.last {
        diagnostic.requestedBy = path.dropLast() + diagnostic.requestedBy
      }
      return diagnostic
    }
    return changed(diagnostics)
  }
}

extension Wiring {
  /// Returns the shortest path from a service that no other one needs to a service, both included.
  func path(to target: Int) -> [Diagnostic.ResolutionStep] {
    var users: [Int: [Int]] = [:]
    for index in bindings.indices {
      for edge in edges[bindings[index].edges] where edge.target != index {
        users[edge.target, default: []].append(index)
      }
    }
    // From the target to its users, so that the first one without users is the nearest.
    var next: [Int: Int] = [target: target]
    var queue = [target]
    var position = 0
    while position < queue.count {
      let index = queue[position]
      position += 1
      guard let own = users[index] else { return steps(from: index, next) }
      for user in own where next[user] == nil {
        next[user] = index
        queue.append(user)
      }
    }
    // All of them are in cycles.
    return steps(from: target, next)
  }

  private func steps(from first: Int, _ next: [Int: Int]) -> [Diagnostic.ResolutionStep] {
    var path = [first]
    while let last = path.last, let following = next[last], following != last {
      path.append(following)
    }
    return path.map { .init(bindings[$0].key, bindings[$0].place) }
  }
}
