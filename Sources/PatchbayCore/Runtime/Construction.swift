import PatchbayDiagnostics
import Synchronization

/// One running creation of a shared service: the node of the wait-for graph.
final class Construction: Sendable {
  /// The construction whose factory the current task or thread runs.
  @TaskLocal static var current: Construction?

  let key: String
  /// Where the service is defined.
  let place: SourcePlace
  private let finished = Atomic<Bool>(false)

  init(_ binding: Binding) {
    key = binding.key
    place = binding.place
  }

  var isFinished: Bool { finished.load(ordering: .acquiring) }
  func finish() { finished.store(true, ordering: .releasing) }
}
