/// One node of a tree, in 16 bytes: only numbers, so that freeing a tree is freeing an array.
///
/// The records of a document are in its order: a collection's first child follows it, and a child's
/// sibling follows the child's subtree. A map's children are key, value, key, value.
struct NodeRecord: Sendable {
  /// The offset of the node in the source, including its tag or anchor.
  var lowerBound: UInt32
  var upperBound: UInt32
  /// For a scalar, the offset of its text in the source or the copies; for an alias, the record
  /// that it refers to; for a collection, the record after its last descendant.
  var first: UInt32
  var kind: Kind
  var flags = Flags(rawValue: 0)
  private var shortTag: UInt16 = 0

  /// Creates a node whose text or children are not known yet.
  init(_ kind: Kind, from lowerBound: UInt32, to upperBound: UInt32) {
    // A scalar without a text has it at its end.
    (self.lowerBound, self.upperBound, first) = (lowerBound, upperBound, upperBound)
    self.kind = kind
  }

  /// The tag's number in the tree's table, 0 for none; at most ``mostTags``.
  var tag: UInt32 {
    get { UInt32(shortTag) }
    set { shortTag = UInt16(truncatingIfNeeded: newValue) }
  }

  /// The largest number of a tag: more of them are no configuration.
  static let mostTags = UInt32(UInt16.max)

  enum Kind: UInt8, Sendable {
    case scalar, alias, sequence, mapping
  }

  /// No `OptionSet`: a program looks up each requirement of that at its start, 1,000 instructions for one.
  struct Flags: Sendable {
    var rawValue: UInt8
    /// A tag or an anchor precedes the content.
    static let hasProperties = Flags(rawValue: 1)
    /// For a key: the entry is excluded from the map, because an error of it was reported.
    static let isDropped = Flags(rawValue: 2)
    /// For a key: a merge key, `<<`.
    static let isMergeKey = Flags(rawValue: 4)
    /// For a map: it has a merge key.
    static let hasMergeKey = Flags(rawValue: 16)

    // For a scalar:

    /// Written in quotes, as a block or with a tag for text.
    static let isQuoted = Flags(rawValue: 8)
    /// The text is in the copies, after its length.
    static let isCopied = Flags(rawValue: 16)
    /// The text ends before a quote, which ends the node.
    static let endsBeforeQuote = Flags(rawValue: 32)
    /// A key that is the name of a credential.
    static let isCredential = Flags(rawValue: 128)

    func contains(_ member: Flags) -> Bool { rawValue & member.rawValue == member.rawValue }

    mutating func insert(_ member: Flags) { rawValue |= member.rawValue }
  }

  var range: Range<Int> { Int(lowerBound)..<Int(upperBound) }

  /// Calls a closure with the bytes of a scalar's text.
  ///
  /// - Parameters:
  ///   - source: The bytes that were parsed.
  ///   - copies: The texts that are not in the source.
  ///   - body: Uses the text, which is valid during the call.
  /// - Returns: What the closure returns.
  @inline(__always)
  func withText<Result>(
    in source: UnsafeRawBufferPointer, _ copies: [UInt8],
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    // `rebasing` checks each range, and `loadUnaligned` its bounds.
    if let range = rangeInSource { return body(UnsafeRawBufferPointer(rebasing: source[range])) }
    return copies.withUnsafeBytes { copies in
      let start = Int(first)
      let length = copies.loadUnaligned(fromByteOffset: start - Self.lengthBytes, as: UInt32.self)
      return body(UnsafeRawBufferPointer(rebasing: copies[start..<start + Int(length)]))
    }
  }

  /// The range of a scalar's text in the source; nil for one that is copied.
  @inline(__always)
  var rangeInSource: Range<Int>? {
    let flags = flags
    guard !flags.contains(.isCopied) else { return nil }
    return Int(first)..<Int(upperBound) - (flags.contains(.endsBeforeQuote) ? 1 : 0)
  }

  /// The bytes of the length before each copied text.
  static let lengthBytes = MemoryLayout<UInt32>.size
}

extension [NodeRecord] {
  /// Returns the index after a node's subtree, which is that of its next sibling if it has one.
  func end(of index: Int) -> Int {
    switch self[index].kind {
    case .scalar, .alias: index + 1
    case .sequence, .mapping: Int(self[index].first)
    }
  }

  /// The same records without spare capacity: a document is kept as long as its plans.
  var fitted: [NodeRecord] { withUnsafeBufferPointer { Array($0) } }

  /// Ends a collection after the last record.
  mutating func close(_ index: Int, upperBound: UInt32) {
    self[index].first = UInt32(truncatingIfNeeded: count)
    self[index].upperBound = upperBound
  }
}

extension [UInt8] {
  /// Appends a scalar's text after its length, and returns the offset of the text.
  mutating func append(copy text: some Collection<UInt8>) -> Int {
    Swift.withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.count)) { append(contentsOf: $0) }
    let offset = count
    append(contentsOf: text)
    return offset
  }
}
