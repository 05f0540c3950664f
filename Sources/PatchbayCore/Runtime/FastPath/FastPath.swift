#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Resolution without a lock, a dictionary or a check: the unsafe code that reads instances without
/// retaining what keeps them.
///
/// `Container.resolve` and `with` look up the **facet** of a request, a number for a service as one
/// of its contracts (``KeyTable`` by typed key, ``NameTable`` by text, ``TypeTable`` by type), and
/// read its **cell** (``Cells``). The cell of a singleton has the address of its box. The cell of a
/// transient has the address of a ``Producer``, which calls the factories of the transient and of
/// its transient dependencies. An empty cell leads to the slow path, `resolveSlowly`, which answers every request and
/// fills the cell. The cell of a service that scopes keep stays empty: a scope has instances of its own.
///
/// There are two ways to build a service. What is built once, and everything at its first request, is built by the
/// ``Builder``. A transient or `graph` service is made by a ``Producer`` from its second request on, if it takes only
/// values, singletons that exist, and others of its kind (`isProducible` of the plan, ``ProducerTree``). A producer
/// makes what the builder would: nothing is answered after a stop, under an override, or before a product is injected
/// and notified, and its factories request on behalf of the construction that asked.
///
/// These invariants always hold:
/// - **Only the slow path fills cells**, under the lock of ``Overrides``, and only with the result
///   that every request would get: the instance that the root store keeps, or a producer whose
///   parts have no override.
/// - **A cell's word has the type of its facet.** The slow path proved it by the contract; nothing
///   on the fast path checks it again.
/// - **The object in a cell outlives every reader.** A reader retains the container; the container
///   keeps its stores, and so the boxes, and its producers; a place of a store's row never receives a second
///   instance (``InstanceStore/keep(_:_:)``).
/// - **An override, and stopping, empty the cells** after the change is in the table. A request
///   that read the cell just before is answered as if it came before the change.
/// - **A producer reads only words that were complete before its address was published**: cells are
///   stored with releasing and loaded with acquiring order.
/// - **Nothing else depends on it.** With the switch off, every request takes the slow path, with
///   the same result.
package enum FastPath {
  /// Whether requests may fill cells; `false` if the variable `PATCHBAY_FAST_PATH` is `off`, so
  /// that the tests of the runtime also run on the slow path alone.
  package static let isOn = getenv("PATCHBAY_FAST_PATH").map { String(cString: $0) } != "off"
}
