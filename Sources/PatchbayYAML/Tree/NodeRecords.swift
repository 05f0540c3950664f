/// The nodes of a document, a plain scalar in eight bytes, as four of five are, and any other in sixteen:
/// only numbers, so that freeing a tree is freeing an array.
///
/// Records are in document order: a collection's first child follows it, and a child's sibling
/// follows the child's subtree. A map's children are key, value, key, value.
struct NodeRecords: Sendable {
  /// One word for a narrow record, two for a wide one. The index of a record is that of its first word.
  /// Signed, because the standard library has the metadata of an array of `Int`: for another type it is
  /// made at the start of each program, in 11,000 instructions.
  private var words: [Int] = []

  private static let wide = 2

  /// The index that the next record will have.
  var end: Int { words.count }

  /// The number of records; counts them.
  var count: Int {
    var (count, index) = (0, 0)
    while index < end {
      index += header(of: index).isWide ? Self.wide : 1
      count += 1
    }
    return count
  }

  /// Reserves capacity for a text: configuration files have about a node every ten bytes.
  mutating func reserveCapacity(forBytes count: Int) { words.reserveCapacity(count / 8) }

  /// The same records without spare capacity: a document is kept as long as its plans.
  var fitted: NodeRecords {
    var fitted = NodeRecords()
    fitted.words = words.withUnsafeBufferPointer { Array($0) }
    return fitted
  }

  subscript(index: Int) -> NodeRecord {
    @inline(__always)
    get {
      let word = word(at: index)
      return NodeRecord.Header(word: word).isWide
        ? NodeRecord(word, self.word(at: index + 1)) : NodeRecord(narrow: word)
    }
  }

  /// Returns the header of a record, which takes fewer instructions than all of it.
  @inline(__always)
  func header(of index: Int) -> NodeRecord.Header { NodeRecord.Header(word: word(at: index)) }

  @inline(__always)
  private func word(at index: Int) -> UInt64 { UInt64(truncatingIfNeeded: words[index]) }

  @inline(__always)
  private mutating func append(_ word: UInt64) { words.append(Int(truncatingIfNeeded: word)) }

  /// Returns the index after a node's subtree, which is that of its next sibling if it has one.
  func end(of index: Int) -> Int {
    let header = header(of: index)
    guard header.isWide else { return index + 1 }
    switch header.kind {
    case .scalar, .alias: return index + Self.wide
    case .sequence, .mapping: return Int(self[index].first)
    }
  }

  /// Returns the index of a collection's first child.
  static func firstChild(of index: Int) -> Int { index + wide }

  /// Returns the number of records before one, where all are wide: as those of a program, whose texts are
  /// copies.
  static func position(amongWide index: Int) -> Int { index / wide }

  // Inlined for a narrow record: otherwise it takes 1 % of a load.
  @inline(__always)
  mutating func append(_ record: NodeRecord) {
    if let word = record.narrowWord { append(word) } else { appendWide(record) }
  }

  @inline(never)
  private mutating func appendWide(_ record: NodeRecord) {
    append(record.wideWords.first)
    append(record.wideWords.second)
  }

  /// Adds a flag to a record.
  mutating func insert(_ flag: NodeRecord.Flags, at index: Int) {
    var header = header(of: index)
    header.flags.insert(flag)
    words[index] = Int(truncatingIfNeeded: header.word) | words[index] & 0xFFFF_FFFF
  }

  /// Ends a collection after the last record.
  mutating func close(_ index: Int, upperBound: UInt32) {
    words[index + 1] = end << 32 | Int(upperBound)
  }
}
