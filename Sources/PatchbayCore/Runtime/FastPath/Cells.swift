public import Synchronization

/// What a container gives for each facet without looking any further: its instance, once that is there
/// and stays the same for as long as the container lives.
///
/// A cell is empty until a request has taken the slow path. It is emptied when an override comes to lie
/// over the service, and when the container stops: a request that finds a cell filled needs no other
/// check, and no lock.
final class Cells: Sendable {
  let row: CellRow
  private let count: Int

  /// - Parameter count: How many facets there are; their numbers begin with 1.
  init(count: Int) {
    self.count = count
    row = CellRow(.allocate(capacity: count + 1))
    for facet in 0...count { (row.cells + facet).initialize(to: CellRow.Cell(CellRow.empty)) }
  }

  deinit {
    row.cells.deinitialize(count: count + 1)
    row.cells.deallocate()
  }

  func fill(_ facet: Int, _ box: AnyBox) {
    store(UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque()), facet)
  }

  /// Fills a transient's cell; the caller keeps the producer for as long as the cells live.
  func fill(_ facet: Int, _ producer: AnyProducer) {
    store(UInt(bitPattern: Unmanaged.passUnretained(producer).toOpaque()) | 1, facet)
  }

  func isFilled(_ facet: Int) -> Bool { row.cells[facet].load(ordering: .relaxed) != CellRow.empty }

  func empty(_ facets: some Sequence<Int>) { for facet in facets { store(CellRow.empty, facet) } }

  func emptyAll() { empty(1..<count + 1) }

  private func store(_ word: UInt, _ facet: Int) {
    row.cells[facet].store(word, ordering: .releasing)
  }
}

/// The cells themselves, which a container has at hand: each way to them more is felt.
///
/// `@unchecked` because of the pointer. It is right: the row never changes its place, and goes with its
/// ``Cells``, which the container keeps; a cell is an atomic word; and what it has the address of is the
/// box of a singleton, which the store of the container or of a parent keeps until it goes, or the
/// producer of a transient, which the container keeps too; and whoever reads a cell holds the container
/// and so its parents. That it has the type of its facet is what a request proved before it filled the
/// cell.
@usableFromInline
struct CellRow: @unchecked Sendable {
  @usableFromInline typealias Cell = Atomic<UInt>

  /// What is in an empty cell. The lowest bit of an object's address is free, and tells a producer from
  /// a box: so one look says whether a cell holds a box, as mostly it does.
  @inlinable static var empty: UInt { 1 }

  /// The cell of each facet. The first is that of no facet, and never filled: what is not found needs no
  /// look of its own.
  @usableFromInline let cells: UnsafeMutablePointer<Cell>

  init(_ cells: UnsafeMutablePointer<Cell>) { self.cells = cells }
}

/// What was in a cell, to be looked at while the container is held.
@usableFromInline
struct CellContent<Value> {
  @usableFromInline let word: UInt

  @inlinable
  init(_ word: UInt) { self.word = word }

  /// Whether it is a box with what everybody gets.
  @inlinable var isInstance: Bool { word & 1 == 0 }

  /// Whether it is a ``Producer``.
  @inlinable var isProducer: Bool { !isInstance && word != CellRow.empty }

  /// Lends what is kept; only where ``isInstance`` says so.
  ///
  /// Nothing is retained but the value itself, where it is handed out.
  @inlinable
  @inline(__always)
  func read<Result>(_ body: (borrowing Value) throws -> Result) rethrows -> Result {
    // A word without the lowest bit was an object's address.
    let box = UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped
    return try Unmanaged<Box<Value>>.fromOpaque(box)._withUnsafeGuaranteedRef {
      try body($0.content)
    }
  }
}
