/// One node of the tree in 16 bytes, as ``NodeRecords`` reads it.
struct NodeRecord: Sendable {
  /// The offset of the node in the source, including its tag or anchor.
  var lowerBound: UInt32
  var upperBound: UInt32
  /// For a scalar, the offset of its text in the source or the copies; for an alias, the record
  /// that it refers to; for a collection, the record after its last descendant.
  var first: UInt32
  private(set) var header: Header

  /// Creates a node whose text or children are not known yet.
  init(_ kind: Kind, from lowerBound: UInt32, to upperBound: UInt32) {
    // A scalar without a text has it at its end.
    (self.lowerBound, self.upperBound, first) = (lowerBound, upperBound, upperBound)
    header = Header(kind)
  }

  var kind: Kind {
    get { header.kind }
    set { header.kind = newValue }
  }

  var flags: Flags {
    get { header.flags }
    set { header.flags = newValue }
  }

  /// The tag's number in the tree's table, 0 for none; at most ``Header/mostTags``.
  var tag: UInt32 {
    get { header.tag }
    set { header.tag = newValue }
  }

  /// What a record says besides offsets: its kind, its flags and its tag.
  struct Header: Sendable {
    /// The kind in two bits, the flags in eight, whether the record is wide in one, and the tag in the
    /// others; a narrow record has its length there.
    private var bits: UInt32

    init(_ kind: Kind) { bits = UInt32(kind.rawValue) }

    var kind: Kind {
      // Two bits are one of four kinds.
      get { Kind(rawValue: UInt8(truncatingIfNeeded: bits & 3))! }
      set { bits = bits & ~3 | UInt32(newValue.rawValue) }
    }

    var flags: Flags {
      get { Flags(rawValue: UInt8(truncatingIfNeeded: bits >> 2)) }
      set { bits = bits & ~0x3FC | UInt32(newValue.rawValue) << 2 }
    }

    var tag: UInt32 {
      get { isWide ? bits >> 11 : NameTable.none }
      set { bits = bits & 0x3FF | (newValue == NameTable.none ? 0 : Self.wide | newValue << 11) }
    }

    /// The largest number of a tag: more of them are no configuration.
    static let mostTags: UInt32 = 0x1F_FFFF

    // How ``NodeRecords`` stores it.

    private static let wide: UInt32 = 0x400

    var isWide: Bool { bits & Self.wide != 0 }

    /// The length of a narrow record.
    var length: UInt32 { bits >> 11 }

    /// Returns the header of a narrow record; nil if it has a tag or is no scalar, or is too long.
    @inline(__always)
    func narrow(length: UInt32) -> Header? {
      guard bits & ~0x3FC == 0, length <= Self.mostTags else { return nil }
      return Header(bits: bits | length << 11)
    }

    var word: UInt64 { UInt64(bits) << 32 }
    var asWide: Header { Header(bits: bits | Self.wide) }

    init(word: UInt64) { bits = UInt32(truncatingIfNeeded: word >> 32) }
    private init(bits: UInt32) { self.bits = bits }
  }

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

  /// Returns a scalar's text.
  ///
  /// - Parameters:
  ///   - source: The bytes that were parsed.
  ///   - copies: The texts that are not in the source.
  /// - Returns: The text, valid as long as both.
  func text(
    in source: UnsafeRawBufferPointer, _ copies: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    // `rebasing` checks each range, and `loadUnaligned` its bounds.
    if let range = rangeInSource { return UnsafeRawBufferPointer(rebasing: source[range]) }
    let start = Int(first)
    let length = copies.loadUnaligned(fromByteOffset: start - Self.lengthBytes, as: UInt32.self)
    return UnsafeRawBufferPointer(rebasing: copies[start..<start + Int(length)])
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

// The words that ``NodeRecords`` stores.
extension NodeRecord {
  /// The word of a scalar without a tag whose text is all of it, or all between quotes; nil for any other
  /// node, and for a very long one.
  @inline(__always)
  var narrowWord: UInt64? {
    guard first == startOfNarrow, let header = header.narrow(length: upperBound &- lowerBound)
    else {
      return nil
    }
    return header.word | UInt64(lowerBound)
  }

  var wideWords: (first: UInt64, second: UInt64) {
    (header.asWide.word | UInt64(lowerBound), UInt64(first) << 32 | UInt64(upperBound))
  }

  @inline(__always)
  init(narrow word: UInt64) {
    header = Header(word: word)
    lowerBound = UInt32(truncatingIfNeeded: word)
    upperBound = lowerBound &+ header.length
    first = 0
    first = startOfNarrow
  }

  @inline(__always)
  init(_ word: UInt64, _ second: UInt64) {
    header = Header(word: word)
    lowerBound = UInt32(truncatingIfNeeded: word)
    upperBound = UInt32(truncatingIfNeeded: second)
    first = UInt32(truncatingIfNeeded: second >> 32)
  }

  private var startOfNarrow: UInt32 { lowerBound &+ (flags.contains(.endsBeforeQuote) ? 1 : 0) }
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
