public import Synchronization

/// What a container gives for each facet without looking any further: its instance, once that is there
/// and stays the same for as long as the container lives.
///
/// A cell is empty until a request has gone the whole way. It is emptied when an overlay comes to lie
/// over the service, and when the container stops: a request that finds a cell filled needs no other
/// check, and no lock.
///
/// `@unchecked` because of the pointers. It is right: the row of cells never changes its place, a cell
/// is an atomic word, and what it points to is the box of a singleton, which the region of the
/// container or of a parent keeps until it goes, or the producer of a transient, which the container
/// keeps too; and whoever reads a cell holds the container and so its parents. That it has the type of
/// its facet is what a request proved before it filled the cell.
@usableFromInline
final class Cells: @unchecked Sendable {
  @usableFromInline typealias Cell = Atomic<UnsafeRawPointer?>

  @usableFromInline let cells: UnsafeMutablePointer<Cell>
  let count: Int

  init(count: Int) {
    self.count = count
    cells = .allocate(capacity: max(count, 1))
    for index in 0..<count { (cells + index).initialize(to: Cell(nil)) }
  }

  deinit {
    cells.deinitialize(count: count)
    cells.deallocate()
  }

  func fill(_ facet: Int, _ box: AnyBox) {
    cells[facet].store(
      UnsafeRawPointer(Unmanaged.passUnretained(box).toOpaque()), ordering: .releasing)
  }

  /// Fills a transient's cell; the caller keeps what it points to for as long as the cells live.
  func fill(_ facet: Int, _ fresh: FreshProduct) {
    // The lowest bit of an object's address is free, and says what kind this is.
    cells[facet].store(
      UnsafeRawPointer(Unmanaged.passUnretained(fresh).toOpaque()) + 1, ordering: .releasing)
  }

  func isFilled(_ facet: Int) -> Bool { cells[facet].load(ordering: .relaxed) != nil }

  func empty(_ facets: some Sequence<Int>) {
    for facet in facets { cells[facet].store(nil, ordering: .releasing) }
  }

  func emptyAll() { empty(0..<count) }
}

/// A box in a cell, to be looked at while the container is held.
@usableFromInline
struct CellContent<Value> {
  @usableFromInline let pointer: UnsafeRawPointer

  @inlinable
  init(_ pointer: UnsafeRawPointer) { self.pointer = pointer }

  /// Nothing is retained but the value itself, where it is handed out.
  @inlinable
  @inline(__always)
  func read<Result>(_ body: (borrowing Value) throws -> Result) rethrows -> Result {
    try Unmanaged<Box<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { try body($0.content) }
  }
}
