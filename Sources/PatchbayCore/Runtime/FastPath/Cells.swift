public import CPatchbayRuntime
public import PatchbayDiagnostics
public import Synchronization

/// The cached answer of each facet: its instance, once it exists and cannot change for the rest of the
/// container's life, or what makes its instances, if there are many.
///
/// A cell is empty until a request has taken the slow path. It is emptied when an override of the
/// service is added, and when the container stops. A request that finds a filled cell needs no
/// other check, and no lock.
final class Cells: Sendable {
  let row: CellRow
  private let count: Int

  /// - Parameter count: The number of facets; their numbers begin with 1.
  init(count: Int) {
    self.count = count
    row = CellRow(.allocate(capacity: count + 1))
    // A cell is stored as its word, and the words are written several at a time: a child has a cell
    // for each facet of its parent.
    UnsafeMutableRawPointer(row.cells)
      .initializeMemory(as: UInt.self, repeating: CellRow.empty, count: count + 1)
  }

  deinit {
    // An atomic word needs no deinitialization.
    row.cells.deallocate()
  }

  func fill(_ facet: Int, _ box: AnyBox) {
    store(UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque()), facet)
  }

  /// Fills the cell of a service that a producer makes; the caller keeps the producer for as long as the
  /// cells live.
  func fill(_ facet: Int, _ producer: AnyProducer) {
    store(UInt(bitPattern: Unmanaged.passUnretained(producer).toOpaque()) | 1, facet)
  }

  func isFilled(_ facet: Int) -> Bool {
    row.cells[facet].load(ordering: .relaxed) != CellRow.empty
  }

  func empty(_ facets: some Sequence<Int>) { for facet in facets { store(CellRow.empty, facet) } }

  func emptyAll() { empty(1..<count + 1) }

  private func store(_ word: UInt, _ facet: Int) {
    row.cells[facet].store(word, ordering: .releasing)
  }
}

/// The storage of the cells. A container stores it directly, because every extra indirection is
/// measurable.
///
/// `@unchecked` because of the pointer. Safe because the storage never moves and is deallocated
/// with its ``Cells``, which the container retains; a cell is an atomic word; a cell's address is
/// that of a singleton's box, which the store of the container or of a parent keeps until it is
/// deallocated, or that of the producer of a transient or `graph` service, which the container keeps
/// too; and every reader of a cell retains the container, and so its parents. A request proved that
/// the content has the type of its facet before it filled the cell.
@usableFromInline
struct CellRow: @unchecked Sendable {
  @usableFromInline typealias Cell = Atomic<UInt>

  /// The word of an empty cell. The lowest bits of an object's address are free. The last one
  /// distinguishes a producer from a box: one comparison decides whether a cell holds a box, the most
  /// frequent case. The one before it is only set in an empty cell.
  @inlinable static var empty: UInt { 3 }

  /// The cell of each facet. The first cell belongs to no facet and is never filled, so that a
  /// failed lookup needs no branch of its own.
  @usableFromInline let cells: UnsafeMutablePointer<Cell>

  init(_ cells: UnsafeMutablePointer<Cell>) { self.cells = cells }
}

/// The content of a cell, which may be used while the container is retained.
@usableFromInline
struct CellContent<Value> {
  @usableFromInline let word: UInt

  @inlinable
  init(_ word: UInt) { self.word = word }

  /// Whether it is a box with the shared instance.
  @inlinable var isInstance: Bool { word & 1 == 0 }

  /// The box with the shared instance, if it has one.
  var box: AnyBox? { unmanagedBox?.takeUnretainedValue() }

  /// The same, without a reference to it.
  @inline(__always)
  var unmanagedBox: Unmanaged<AnyBox>? {
    // A word without the lowest bit is an object's address.
    isInstance ? UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) } : nil
  }

  /// Whether it is a ``Producer``.
  @inlinable var isProducer: Bool { word & 3 == 1 }

  /// Whether it is an instance or a ``Producer``, and so the answer to a request in any scope.
  @inlinable var isAnswer: Bool { word & 2 == 0 }

  /// Lends the value in the box; callable only if ``isInstance`` is true.
  ///
  /// Only the value itself is retained, when it is returned.
  @inlinable
  @inline(__always)
  func read<Result>(_ body: (borrowing Value) throws -> Result) rethrows -> Result {
    // A word without the lowest bit is an object's address.
    let box = UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped
    return try Unmanaged<Box<Value>>.fromOpaque(box)._withUnsafeGuaranteedRef {
      try body($0.content)
    }
  }

  /// Makes a new instance; callable only if ``isProducer`` is true.
  ///
  /// Retains no object that threads share.
  ///
  /// - Parameter source: The object whose cell has the content.
  /// - Returns: `nil` if requests are nested so deeply that the slow path has to check them.
  /// - Throws: `factory-failed`, as the slow path does.
  @inlinable
  func make(in source: some ServiceResolving) throws(DiagnosticsError) -> Value? {
    guard patchbay_enter() else { return nil }
    // The object in a cell lives as long as the container, which must not be released before.
    defer { withExtendedLifetime(source) { patchbay_leave() } }
    // It has the type of the cell's facet, as a request proved before it filled the cell.
    let producer = Unmanaged<Producer<Value>>.fromOpaque(
      UnsafeRawPointer(bitPattern: word &- 1).unsafelyUnwrapped)
    do { return try producer._withUnsafeGuaranteedRef { try $0.make(.none) } } catch {
      // Safe because the cell is that of a container.
      throw source._container.unsafelyUnwrapped._withUnsafeGuaranteedRef {
        $0.transientFailure(error)
      }
    }
  }
}
