public import Synchronization

/// The facet of each numbered key of a plan that was requested so far.
final class KeyTable: Sendable {
  let chunks = KeyChunks(.allocate(capacity: chunkCount))

  private static let chunkCount = KeyNumbers.limit / KeyChunks.size
  /// Whether any chunk was allocated: looking for them takes 3,000 instructions, more than the rest of
  /// releasing a small plan.
  private let hasChunks = Atomic<Bool>(false)

  init() {
    // As in ``Cells``, the words are written several at a time.
    UnsafeMutableRawPointer(chunks.chunks).initializeMemory(
      as: UInt.self, repeating: UInt(bitPattern: KeyChunks.empty), count: Self.chunkCount)
  }

  deinit {
    if hasChunks.load(ordering: .relaxed) {
      let empty = KeyChunks.empty
      for index in 0..<Self.chunkCount {
        let chunk = chunks.chunks[index].load(ordering: .acquiring)
        if chunk != empty { KeyChunks.free(chunk) }
      }
    }
    // An atomic word needs no deinitialization, which takes 500 instructions.
    chunks.chunks.deallocate()
  }

  /// Stores the facet of a key; every caller computes the same one.
  func set(_ number: Int, _ facet: Int) {
    guard number > 0 else { return }
    let index = number / KeyChunks.size
    var chunk = chunks.chunks[index].load(ordering: .acquiring)
    if chunk == KeyChunks.empty { chunk = publishChunk(index) }
    chunk[number % KeyChunks.size].store(UInt32(facet), ordering: .relaxed)
  }

  private func publishChunk(_ index: Int) -> UnsafeMutablePointer<KeyChunks.Entry> {
    let fresh = KeyChunks.make()
    hasChunks.store(true, ordering: .relaxed)
    let (isPublished, other) = chunks.chunks[index].compareExchange(
      expected: KeyChunks.empty, desired: fresh, ordering: .acquiringAndReleasing)
    if isPublished { return fresh }
    // Another thread published a chunk first.
    KeyChunks.free(fresh)
    return other
  }
}

/// The storage of the table, in chunks that are allocated when one of their keys is first
/// requested: memory grows with the keys that the program uses.
///
/// `@unchecked` because of the pointers. Safe because the outer array never moves; a chunk is
/// published once, by one atomic exchange, and lives until the table is deallocated; and an entry
/// is an atomic word. No reader can exist while the table is deallocated: a reader retains the
/// container, which retains the plan's wiring, which retains the table.
@usableFromInline
struct KeyChunks: @unchecked Sendable {
  /// A facet; 0 if the key was not requested yet.
  @usableFromInline typealias Entry = Atomic<UInt32>
  @usableFromInline typealias Chunk = Atomic<UnsafeMutablePointer<Entry>>

  @inlinable static var size: Int { 512 }

  /// A shared empty chunk, so that lookups need no nil check.
  ///
  /// Unsafe because the compiler cannot see that it is never written: `set` replaces it by a new
  /// chunk.
  fileprivate nonisolated(unsafe) static let empty = make()

  @usableFromInline let chunks: UnsafeMutablePointer<Chunk>

  fileprivate init(_ chunks: UnsafeMutablePointer<Chunk>) { self.chunks = chunks }

  /// Returns the facet of a key; 0 if the key was not requested yet.
  ///
  /// - Parameter number: A number that `KeyNumbers` assigned, or 0, and so less than their limit.
  /// - Returns: The number of the facet.
  @inlinable
  func facet(of number: Int) -> Int {
    // Unsigned division and remainder take one instruction each.
    let number = UInt(bitPattern: number)
    let size = UInt(bitPattern: Self.size)
    let chunk = chunks[Int(bitPattern: number / size)].load(ordering: .acquiring)
    // An entry publishes no other memory, so relaxed ordering is enough.
    return Int(chunk[Int(bitPattern: number % size)].load(ordering: .relaxed))
  }

  fileprivate static func make() -> UnsafeMutablePointer<Entry> {
    let chunk = UnsafeMutablePointer<Entry>.allocateUnshared(capacity: size)
    for index in 0..<size { (chunk + index).initialize(to: Entry(0)) }
    return chunk
  }

  fileprivate static func free(_ chunk: UnsafeMutablePointer<Entry>) {
    chunk.deinitialize(count: size)
    chunk.deallocate()
  }
}
