import Synchronization

/// One running creation of a shared service: the node of the wait-for graph.
final class Construction: Sendable {
  /// The construction whose factory the current task or thread runs.
  @TaskLocal static var current: Construction?

  let key: String
  private let finished = Atomic<Bool>(false)

  init(key: String) { self.key = key }

  var isFinished: Bool { finished.load(ordering: .acquiring) }
  func finish() { finished.store(true, ordering: .releasing) }
}
