#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Memory of C's own functions. Swift's ask for an alignment, even for that which all memory has, 16 bytes:
// that takes 60 instructions more. To open a scope takes 2,000, and to make a plan of one service, which
// allocates this way six times, 60,000.

extension UnsafeMutableRawPointer {
  /// Allocates memory that `deallocatePlain()` deallocates.
  static func allocatePlain(byteCount: Int) -> UnsafeMutableRawPointer {
    // For no bytes, C allows `malloc` to return none.
    guard let memory = malloc(max(byteCount, 1)) else {
      preconditionFailure("there is no memory for \(byteCount) bytes")
    }
    return memory
  }

  /// Initializes words to one value, 32 in each step.
  ///
  /// A child's plan and container do so for each facet of its parent: of 1,000 services, a step of the
  /// compiler's own, 4 words, takes twice as many instructions, 1,100 of 59,000.
  func initializeWords(to word: UInt, count: Int) {
    typealias Words = SIMD32<UInt>
    let words = Words(repeating: word)
    var offset = 0
    for _ in 0..<count / Words.scalarCount {
      // Needs no alignment of the address.
      storeBytes(of: words, toByteOffset: offset, as: Words.self)
      offset += MemoryLayout<Words>.size
    }
    (self + offset).initializeMemory(
      as: UInt.self, repeating: word, count: count % Words.scalarCount)
  }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Allocates memory that `deallocatePlain()` deallocates; the pointee needs no larger alignment than a word.
  static func allocatePlain(capacity: Int) -> UnsafeMutablePointer {
    UnsafeMutableRawPointer.allocatePlain(byteCount: capacity * MemoryLayout<Pointee>.stride)
      .bindMemory(to: Pointee.self, capacity: capacity)
  }

  /// Deallocates memory of `allocatePlain`.
  func deallocatePlain() { free(self) }
}
