public import Synchronization

/// Which facet of a plan each numbered key stands for, as far as it was asked.
final class KeyTable: Sendable {
  let chunks = KeyChunks(.allocate(capacity: chunkCount))

  private static let chunkCount = KeyNumbers.limit / KeyChunks.size

  init() {
    for index in 0..<Self.chunkCount {
      (chunks.chunks + index).initialize(to: KeyChunks.Chunk(KeyChunks.empty))
    }
  }

  deinit {
    for index in 0..<Self.chunkCount {
      let chunk = chunks.chunks[index].load(ordering: .acquiring)
      if chunk != KeyChunks.empty { KeyChunks.free(chunk) }
    }
    chunks.chunks.deinitialize(count: Self.chunkCount)
    chunks.chunks.deallocate()
  }

  /// Remembers the facet of a key: whoever asks finds the same one.
  func set(_ number: Int, _ facet: Int) {
    guard number > 0 else { return }
    let index = number / KeyChunks.size
    var chunk = chunks.chunks[index].load(ordering: .acquiring)
    if chunk == KeyChunks.empty { chunk = publishChunk(index) }
    chunk[number % KeyChunks.size].store(UInt32(facet), ordering: .relaxed)
  }

  private func publishChunk(_ index: Int) -> UnsafeMutablePointer<KeyChunks.Entry> {
    let fresh = KeyChunks.make()
    let (isPublished, other) = chunks.chunks[index].compareExchange(
      expected: KeyChunks.empty, desired: fresh, ordering: .acquiringAndReleasing)
    if isPublished { return fresh }
    // Another thread was first.
    KeyChunks.free(fresh)
    return other
  }
}

/// The table itself, in chunks that come when a key of theirs is first asked for: a plan pays for the
/// keys that its program has.
///
/// `@unchecked` because of the pointers. It is right: the outer row never changes its place; a chunk
/// is published once, by one atomic exchange, and stays until the table goes; an entry is an atomic
/// word. Nobody can read a table that is going, as whoever reads it holds the container, which holds
/// the plan's wiring, which holds the table.
@usableFromInline
struct KeyChunks: @unchecked Sendable {
  /// A facet; 0 where nobody has asked for the key yet.
  @usableFromInline typealias Entry = Atomic<UInt32>
  @usableFromInline typealias Chunk = Atomic<UnsafeMutablePointer<Entry>>

  @inlinable static var size: Int { 256 }

  /// Stands for all chunks that have not come yet: so no look has to ask whether one is there.
  ///
  /// Unsafe, as the compiler does not see that it is never written: `set` puts a chunk in its place.
  fileprivate nonisolated(unsafe) static let empty = make()

  @usableFromInline let chunks: UnsafeMutablePointer<Chunk>

  fileprivate init(_ chunks: UnsafeMutablePointer<Chunk>) { self.chunks = chunks }

  /// The facet of a key; 0 if the key was not requested yet.
  ///
  /// - Parameter number: A number that `KeyNumbers` assigned, or 0, and so less than their limit.
  /// - Returns: The number of the facet.
  @inlinable
  func facet(of number: Int) -> Int {
    // Without a sign, to divide and to take the rest are one instruction each.
    let number = UInt(bitPattern: number)
    let size = UInt(bitPattern: Self.size)
    let chunk = chunks[Int(bitPattern: number / size)].load(ordering: .acquiring)
    // Nothing hangs on an entry but itself.
    return Int(chunk[Int(bitPattern: number % size)].load(ordering: .relaxed))
  }

  fileprivate static func make() -> UnsafeMutablePointer<Entry> {
    let chunk = UnsafeMutablePointer<Entry>.allocate(capacity: size)
    for index in 0..<size { (chunk + index).initialize(to: Entry(0)) }
    return chunk
  }

  fileprivate static func free(_ chunk: UnsafeMutablePointer<Entry>) {
    chunk.deinitialize(count: size)
    chunk.deallocate()
  }
}
