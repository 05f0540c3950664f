public import Synchronization

/// Which facet of a plan each numbered key stands for, as far as it was asked.
///
/// `@unchecked` because of the pointers. It is right: the outer row never changes its place; a chunk
/// is published once, by one atomic exchange, and stays until the table goes; an entry is an atomic
/// word. Nobody can read a table that is going, as whoever reads it holds the container, which holds
/// the plan's wiring, which holds the table.
@usableFromInline
final class KeyTable: @unchecked Sendable {
  @usableFromInline typealias Entry = Atomic<Int32>
  @usableFromInline typealias Chunk = Atomic<UnsafeMutablePointer<Entry>?>

  @usableFromInline static var chunkSize: Int { 256 }
  private static let chunkCount = KeyNumbers.limit / chunkSize

  /// Chunks come when a key of theirs is first asked for: a plan pays for the keys that its program
  /// has.
  @usableFromInline let chunks: UnsafeMutablePointer<Chunk>

  init() {
    chunks = .allocate(capacity: Self.chunkCount)
    for index in 0..<Self.chunkCount { (chunks + index).initialize(to: Chunk(nil)) }
  }

  deinit {
    for index in 0..<Self.chunkCount {
      if let chunk = chunks[index].load(ordering: .acquiring) { Self.free(chunk) }
    }
    chunks.deinitialize(count: Self.chunkCount)
    chunks.deallocate()
  }

  /// The facet of a key; -1 where nobody has asked for it yet.
  ///
  /// - Parameter number: a number that `KeyNumbers` gave, or 0, and so less than their limit.
  @inlinable
  func facet(of number: Int) -> Int {
    guard
      let chunk = chunks[number / Self.chunkSize].load(ordering: .acquiring)
    else { return -1 }
    // Nothing hangs on an entry but itself.
    return Int(chunk[number % Self.chunkSize].load(ordering: .relaxed)) - 1
  }

  /// Remembers the facet of a key: whoever asks finds the same one.
  func set(_ number: Int, _ facet: Int) {
    guard number > 0 else { return }
    let index = number / Self.chunkSize
    let chunk = chunks[index].load(ordering: .acquiring) ?? publishChunk(index)
    chunk[number % Self.chunkSize].store(Int32(facet + 1), ordering: .relaxed)
  }

  private func publishChunk(_ index: Int) -> UnsafeMutablePointer<Entry> {
    let fresh = UnsafeMutablePointer<Entry>.allocate(capacity: Self.chunkSize)
    for index in 0..<Self.chunkSize { (fresh + index).initialize(to: Entry(0)) }
    let (isPublished, other) = chunks[index].compareExchange(
      expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
    guard !isPublished, let other else { return fresh }
    // Another thread was first.
    Self.free(fresh)
    return other
  }

  private static func free(_ chunk: UnsafeMutablePointer<Entry>) {
    chunk.deinitialize(count: chunkSize)
    chunk.deallocate()
  }
}
