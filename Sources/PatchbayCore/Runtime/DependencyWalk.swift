import PatchbayDiagnostics

/// Finds the shared services that a binding needs, each after its own needs, and at last the binding
/// itself where it is shared.
///
/// A walk with a stack of its own: neither a chain of 10,000 services nor a thread with a small
/// stack is a danger. No gate is held on the way from one component to the next.
struct DependencyWalk: Sendable {
  /// A binding on the way of a walk over what has to be there, and which of its needs is next.
  struct Step: Sendable {
    let index: Int
    /// Where its needs are looked for: a shared service sees what lives at least as long as itself.
    let store: InstanceStore
    var next = 0
  }

  /// What a store keeps of a component whose needs are there.
  struct Creation: Sendable {
    let members: [Int]
    /// Whether to build them takes waiting.
    let isAwaited: Bool
    let store: InstanceStore
    /// The bindings that need it, outermost first.
    let path: ArraySlice<Step>
    /// Where it is a service of the parent: all that the parent shares of it has to be there.
    var inherited: Int?
  }

  private let container: Container
  private var wiring: Wiring { container.wiring }
  /// What was met on the way to the target.
  private var seen: Set<Int> = []
  private let target: Int
  private var stack: [Step]
  /// Of several that are built together, the one that was met first: when the walk leaves it, all
  /// that any of them needs is there.
  private var entrances: [Int: Int] = [:]

  init(to target: Int, from context: ResolutionContext) {
    container = context.container
    self.target = target
    let store = context.store.home(of: target) ?? context.store
    stack = [Step(index: target, store: store)]
  }

  /// The next component that has to be there, unless it is; nil when all are.
  ///
  /// - Throws: `scoped-outside-scope`.
  mutating func next(_ request: inout Request) throws(DiagnosticsError) -> Creation? {
    while let step = stack.last {
      let (index, next) = (step.index, step.next)
      let binding = wiring.bindings[index]
      if case .named = binding.scope, step.store.home(of: index) == nil {
        throw scopedOutsideScope(binding, wiring, path: stack.map(\.index))
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
        if let slot = home?.slot(need), request.product(slot) != nil { continue }
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
        // What an override hides was not walked to, and its needs may not be there.
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
