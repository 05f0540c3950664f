import PatchbayDiagnostics

/// What waits for what when services start and when they stop: one computation for both.
///
/// Given `worker` with a `Provider` of the scoped `handler`, which takes `pool`, and `queue`, which takes a
/// `Resolver`: `worker` starts after `pool` and stops before it, although no start builds `handler`; `queue` waits at the
/// start for all that does not lead to a resolver.
///
/// A dependency orders by its strength: an argument, a property and `after` always; a `Lazy` or a `Provider` unless
/// that closes a cycle; what is resolved dynamically, by a `Resolver` or ``Injected`` properties, only where these two
/// order nothing. None of them builds anything.
struct LifecycleOrder: Sendable {
  private let services: [PlannedService]
  private let edges: [Edge]
  /// The cycle that each service is in, by its number; empty if no dependency is deferred.
  private let cycles: [Int]

  /// Creates the order of a plan's services, or of a draft's when its passes are over.
  init(_ services: [PlannedService], _ edges: [Edge]) {
    (self.services, self.edges) = (services, edges)
    guard edges.contains(where: { $0.timing == .deferred }) else {
      cycles = []
      return
    }
    var targets = Groups(capacity: edges.count)
    for service in services {
      for edge in edges[service.edges] { targets.append(edge.target) }
      for target in service.after { targets.append(target) }
      targets.endGroup()
    }
    cycles = stronglyConnectedComponents(targets).groups(ofNumbersTo: services.count)
  }

  /// Returns the services that a service directly waits for at the start, and that wait for it at the stop.
  func predecessors(of index: Int) -> [Int] {
    let service = services[index]
    return edges[service.edges].filter { edge in
      edge.timing != .deferred || cycles[index] != cycles[edge.target]
    }.map(\.target) + service.after
  }

  /// Returns the nearest services of a set that a service waits for, directly or through others, and whether it may
  /// resolve services of a store of a depth dynamically, itself or one of these others.
  func nearest(
    to start: Int, in depth: Int, where isMember: (Int) -> Bool
  ) -> (members: [Int], isOpaque: Bool) {
    // As most clients, which need no other service.
    if predecessors(of: start).isEmpty { return ([], isOpaqueItself(start, in: depth)) }
    var (members, isOpaque): ([Int], Bool) = ([], false)
    let path = [start].reached { $0 == start || !isMember($0) ? predecessors(of: $0) : [] }
    for index in path {
      if index != start, isMember(index) {
        members.append(index)
      } else if isOpaqueItself(index, in: depth) {
        isOpaque = true
      }
    }
    return (members, isOpaque)
  }

  /// Whether its factory can resolve services of a store that no parameter declares: not those of a scope, if the
  /// container keeps it. Those of a parent start with that.
  private func isOpaqueItself(_ index: Int, in depth: Int) -> Bool {
    let service = services[index]
    return service.inherited == nil && (service.scope.depth ?? depth) >= depth
      && service.knownEntry?.opacity != nil
  }

  /// Whether a service has to be stopped before others that it needs or starts after, directly or not.
  func stopsBeforeOthers(_ index: Int) -> Bool {
    guard services[index].entry.isStopped else { return false }
    return [index].reached(by: predecessors).contains {
      $0 != index && services[$0].entry.isStopped
    }
  }
}

extension [Int] {
  /// Returns services and all that follows from them, each once; `next` returns what follows directly from one.
  func reached(by next: (Int) -> [Int]) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    var pending = self
    while let index = pending.popLast() {
      guard seen.insert(index).inserted else { continue }
      found.append(index)
      pending += next(index)
    }
    return found
  }
}

// The order of starts.
extension LifecycleOrder {
  /// The group of all services of a start that do not lead to one which resolves dynamically, and so can start before it.
  static let allOthers = -1
  /// The same, as a start report shows it.
  static let allOthersText = "all others"

  /// Returns what each service of a start waits for: others of the start, in their order, and ``allOthers``, which waits
  /// for its members.
  func waits(ofStarting order: [Int], in depth: Int) -> [Int: [Int]] {
    var places = [Int](filledWith: -1, count: services.count)
    for (place, index) in order.enumerated() { places[index] = place }
    var waits: [Int: [Int]] = [:]
    var opaque: [Int] = []
    for index in order {
      let (members, isOpaque) = nearest(to: index, in: depth) { places[$0] >= 0 }
      if !members.isEmpty { waits[index] = members.inStableOrder { places[$0] < places[$1] } }
      if isOpaque { opaque.append(index) }
    }
    guard !opaque.isEmpty else { return waits }
    var waiting: [Int: [Int]] = [:]
    for index in order {
      for need in waits[index] ?? [] { waiting[need, default: []].append(index) }
    }
    let after = Set(opaque.reached { waiting[$0] ?? [] })
    let others = order.filter { !after.contains($0) }
    guard !others.isEmpty else { return waits }
    waits[Self.allOthers] = others
    for index in opaque { waits[index, default: []].append(Self.allOthers) }
    return waits
  }
}

// The order of stops.
extension LifecycleOrder {
  /// Orders the built services: each before those that it waited for, and otherwise in reverse order of construction.
  ///
  /// Errors are reported in this order, and it decides where properties close a cycle.
  func stopOrder(of built: [Int]) -> [Int] {
    let isLeft = marks(of: built)
    var isSeen = marks(of: [])
    var order: [Int] = []
    for first in built where !isSeen[first] {
      isSeen[first] = true
      // Each with what it needs that was not visited, so that each need is read once.
      func step(_ index: Int) -> (index: Int, needs: [Int]) {
        (index, predecessors(of: index).reversed())
      }
      var stack = [step(first)]
      while let index = stack.last?.index {
        if let need = stack[stack.count - 1].needs.popLast() {
          if isSeen[need] { continue }
          isSeen[need] = true
          stack.append(step(need))
        } else {
          if isLeft[index] { order.append(index) }
          stack.removeLast()
        }
      }
    }
    return order.reversed()
  }

  /// Returns what each of the built services waits for at the stop, which are in the order of their construction:
  /// the others that waited for it at the start, and those that were built later and resolve dynamically.
  ///
  /// What a factory resolves dynamically has no edge, so the reverse order of construction is all that protects it.
  /// Two that both run wait for each other neither at the start nor here: ten workers with a `Resolver` end their jobs
  /// at the same time.
  func waits(ofStopping built: [Int], in depth: Int) -> [Int: [Int]] {
    let isBuilt = marks(of: built)
    var waits: [Int: [Int]] = [:]
    var (groups, all, thoseThatDoNotRun) = (0, LaterServices(), LaterServices())
    for index in built.reversed() {
      let (members, isOpaque) = nearest(to: index, in: depth) { isBuilt[$0] }
      for member in members { waits[member, default: []].append(index) }
      let runs = isOpaque && services[index].entry.run != nil
      if let group = runs ? thoseThatDoNotRun.group(&groups, &waits) : all.group(&groups, &waits) {
        waits[index, default: []].append(group)
      }
      guard isOpaque else { continue }
      all.added.append(index)
      if !runs { thoseThatDoNotRun.added.append(index) }
    }
    return waits
  }

  /// Returns, for each service, whether it is one of these.
  private func marks(of indices: [Int]) -> [Bool] {
    var marks = [Bool](filledWith: false, count: services.count)
    for index in indices { marks[index] = true }
    return marks
  }
}

/// The opaque services that were built after the one that is looked at, as a group that another one can wait for. It is
/// made when one does: of a thousand workers, most are waited for by none.
private struct LaterServices {
  /// Those that are in no group yet.
  var added: [Int] = []
  private var last: Int?

  mutating func group(_ groups: inout Int, _ waits: inout [Int: [Int]]) -> Int? {
    if added.isEmpty { return last }
    groups -= 1
    waits[groups] = added + (last.map { [$0] } ?? [])
    (added, last) = ([], groups)
    return groups
  }
}
