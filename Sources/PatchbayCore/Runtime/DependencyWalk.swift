import PatchbayDiagnostics

/// Visits the shared services that a binding needs, each after its own dependencies, and finally
/// the binding itself if it is shared.
///
/// The walk has an explicit stack: neither a chain of 10,000 services nor a thread with a small
/// stack overflows it. No gate is held between one group and the next.
struct DependencyWalk: Sendable {
  /// A binding on the path of a walk, and the index of its next dependency.
  struct Step: Sendable {
    let index: Int
    /// Where its dependencies are looked up: a shared service sees only services that live at least
    /// as long as itself.
    let store: InstanceStore
    var next = 0
  }

  /// The services that a store keeps of a group whose dependencies are ready.
  struct Creation: Sendable {
    let members: [Int]
    /// Whether building them requires `await`.
    let isAwaited: Bool
    let store: InstanceStore
    /// The bindings that need it, outermost first.
    let path: ArraySlice<Step>
    /// The index of an inherited service: the parent's shared services for it have to be ready.
    var inherited: Int?

    /// Returns the first member that does not exist, and the store that keeps it; nil if all exist.
    func missing(_ request: inout Request) -> (index: Int, home: InstanceStore)? {
      for member in members {
        if let home = store.home(of: member), !request.holds(member, in: home) {
          return (member, home)
        }
      }
      return nil
    }
  }

  private let container: Container
  private var wiring: Wiring { container.wiring }
  /// The bindings that were visited on the path to the target.
  private var seen: Set<Int> = []
  private let target: Int
  private var stack: [Step]
  /// For services that are built together, the first one that was visited: when the walk leaves it,
  /// the dependencies of all of them are ready.
  private var entrances: [Int: Int] = [:]

  init(to target: Int, from context: ResolutionContext) {
    container = context.container
    self.target = target
    let store = context.store.home(of: target) ?? context.store
    stack = [Step(index: target, store: store)]
  }

  /// Returns the next group that has to be built and is not; nil when all are ready.
  ///
  /// - Throws: `scoped-outside-scope`.
  mutating func next(_ request: inout Request) throws(DiagnosticsError) -> Creation? {
    while let step = stack.last {
      let (index, next) = (step.index, step.next)
      let binding = wiring.bindings[index]
      if case .named = binding.scope, step.store.home(of: index) == nil {
        throw binding.scopedOutsideScope(wiring, path: stack.map(\.index))
      }
      if next == 0, binding.isInCycle, entrances[binding.component] == nil {
        entrances[binding.component] = index
      }
      if next < binding.edges.count {
        stack[stack.count - 1].next += 1
        let edge = wiring.edges[binding.edges.lowerBound + next]
        if edge.timing == .deferred { continue }
        let need = edge.target
        if container.isHidden(need, from: binding, request) { continue }
        let home = step.store.home(of: need)
        if let home, request.holds(need, in: home) { continue }
        if need != target, seen.insert(need).inserted {
          stack.append(Step(index: need, store: home ?? step.store))
        }
        continue
      }
      stack.removeLast()
      if let inherited = binding.inherited {
        return Creation(
          members: [], isAwaited: binding.isAwaited, store: step.store, path: stack[...],
          inherited: inherited.index)
      }
      if !binding.isInCycle || entrances[binding.component] == index {
        // An overridden service was not visited, and its dependencies may not be ready.
        let members = wiring.components[binding.component].filter {
          step.store.home(of: $0) != nil
            && (request.overrides == nil || $0 == target || seen.contains($0))
        }
        return Creation(
          members: members, isAwaited: binding.isAwaited, store: step.store, path: stack[...])
      }
    }
    return nil
  }
}
