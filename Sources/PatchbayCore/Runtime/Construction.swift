import PatchbayDiagnostics
import Synchronization

/// One running creation, of shared services or of a transient: the node of the wait-for graph.
final class Construction: Sendable {
  /// How deep factories may ask for services from inside each other.
  ///
  /// Only what factories ask for themselves counts, through handles or a container of their own: the
  /// arguments of a plan nest without a limit. A small stack ends it earlier.
  static let nestingLimit = 1_000
  /// No thread is too small for this many levels.
  private static let safeNesting = 8

  @TaskLocal private static var running: Construction?

  /// The construction whose user code the current task or thread runs.
  ///
  /// A task that a factory starts keeps it for ever: once the creation is over it means nothing.
  static var current: Construction? { running.flatMap { $0.isFinished ? nil : $0 } }

  let key: String
  /// Where the service is defined.
  let place: SourcePlace
  /// The construction that asked for this one, where one did.
  let requester: Construction?
  private let depth: Int
  private let finished = Atomic<Bool>(false)

  /// - Throws: `limit-exceeded` where factories ask for services from inside each other too deep.
  init(_ binding: Binding, requester: Construction?) throws(DiagnosticsError) {
    key = binding.key
    place = binding.place
    self.requester = requester
    depth = (requester?.depth ?? 0) + 1
    let isTooDeep = depth > Self.nestingLimit || depth > Self.safeNesting && !hasStackSpace()
    if isTooDeep { throw nestedTooDeep(requesters + [self]) }
  }

  /// The constructions that lead to this one, outermost first.
  var requesters: [Construction] {
    var chain: [Construction] = []
    var next = requester
    while let construction = next {
      chain.append(construction)
      next = construction.requester
    }
    return chain.reversed()
  }

  var isFinished: Bool { finished.load(ordering: .acquiring) }
  func finish() { finished.store(true, ordering: .releasing) }

  /// Runs a part of the creation: whatever user code asks for meanwhile, it asks on its behalf.
  func perform<Success: Sendable>(
    _ body: () throws(DiagnosticsError) -> Success
  ) throws(DiagnosticsError) -> Success {
    // A task-local rethrows without a type, and so the error travels as a result.
    try Self.$running.withValue(self) { () -> Result<Success, DiagnosticsError> in
      do throws(DiagnosticsError) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }

  /// As ``perform(_:)``, for what has to be awaited.
  func performAwaiting<Success: Sendable>(
    _ body: () async throws(DiagnosticsError) -> Success
  ) async throws(DiagnosticsError) -> Success {
    try await Self.$running.withValue(self) { () async -> Result<Success, DiagnosticsError> in
      do throws(DiagnosticsError) {
        return .success(try await body())
      } catch { return .failure(error) }
    }.get()
  }
}
