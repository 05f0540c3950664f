import PatchbayDiagnostics

/// One event of the parser, copied out of C memory: plain numbers, nothing to free.
///
/// Texts are references: a scalar's into the source or the reader's copies, a tag's and an anchor's
/// into the reader's name tables. So an event costs no allocation.
struct YAMLEvent: Sendable, Equatable {
  enum Kind: UInt8, Sendable {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias, scalar, sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  enum Style: UInt8, Sendable {
    /// For events that have no style.
    case none
    case plain, singleQuoted, doubleQuoted, literal, folded
    case block, flow
  }

  var kind: Kind
  var style: Style = .none
  /// For a document's start or end: whether no `---` or `...` was written.
  var isImplicit = false
  /// The UTF-8 offsets in the whole text; a start event of a node begins at its tag or anchor.
  var lowerBound: Int { Int(lower) }
  var upperBound: Int { Int(upper) }
  // 32 bits each, so that an event takes 32 bytes.
  let lower: UInt32
  let upper: UInt32
  /// The text of a scalar; empty for any other event.
  var text = YAMLText.empty
  /// The tag in the reader's tag table, resolved (`!!str` is `tag:yaml.org,2002:str`).
  var tag: UInt32 = NameTable.none
  /// The anchor in the reader's anchor table; for an alias, the name that it refers to.
  var anchor: UInt32 = NameTable.none

  init(_ kind: Kind, from lowerBound: Int, to upperBound: Int) {
    self.kind = kind
    lower = UInt32(truncatingIfNeeded: lowerBound)
    upper = UInt32(truncatingIfNeeded: upperBound)
  }

  /// Whether a tag or an anchor was written.
  var hasProperties: Bool { tag != NameTable.none || anchor != NameTable.none }

  var range: Range<Int> { lowerBound..<upperBound }
}

/// The position of a scalar's text: in the source if it is written verbatim, else in a copy.
struct YAMLText: Sendable, Equatable {
  var offset: UInt32
  var length: UInt32
  /// Whether `offset` is one in the copies instead of the source.
  var isCopied: Bool

  static var empty: YAMLText { YAMLText(0, 0, isCopied: false) }

  init(_ offset: Int, _ length: Int, isCopied: Bool) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.length = UInt32(truncatingIfNeeded: length)
    self.isCopied = isCopied
  }
}

/// Assigns each distinct name a number, so that an event can contain it without an allocation; 0 means
/// no name.
struct NameTable: Sendable {
  static let none: UInt32 = 0

  /// All names, in the order of their first appearance.
  private(set) var names: [String] = []
  private var index = TextIndex()

  func name(_ number: UInt32) -> String? {
    number == Self.none ? nil : names[Int(number) - 1]
  }

  /// Returns the number of a name; names are compared by bytes, never as `String`.
  ///
  /// The escapes of a tag can spell what is not UTF-8, and such names are compared as they are repaired.
  mutating func number(of name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let bytes = UnsafeRawBufferPointer(name)
    let known = index.position(of: TextHash.hash(bytes)) { TextHash.areEqual(names[$0], bytes) }
    if let known { return UInt32(known + 1) }
    let text = String(decoding: name, as: UTF8.self)
    let hash = TextHash.hash(text)
    let repaired = index.position(of: hash) { names[$0].utf8.elementsEqual(text.utf8) }
    if let repaired { return UInt32(repaired + 1) }
    index.insert(names.count, hash: hash)
    names.append(text)
    return UInt32(names.count)
  }
}

/// Converts libyaml's marks, which count characters, to UTF-8 offsets.
///
/// libyaml counts every Unicode scalar as one (both of a CRLF too) from the first byte it received,
/// which follows a byte order mark. Marks hardly ever go back, so the cursor continues from the
/// last offset that it returned: all events of a text cost one pass. ASCII needs no conversion.
struct OffsetCursor: Sendable {
  private let start: Int
  private let isASCII: Bool
  private var character = 0
  private var offset: Int

  init(_ text: CheckedText) {
    start = text.contentStart
    isASCII = text.isASCII
    offset = text.contentStart
  }

  /// Returns the offset of a character counted from the start of the content, at most the end of
  /// the text.
  @inline(__always)
  mutating func offset(ofCharacter target: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    isASCII ? min(start + target, bytes.count) : walk(to: target, in: bytes)
  }

  private mutating func walk(to target: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    // Bounds: `offset` stays between `start` and `bytes.count`, which both loops check.
    while character < target, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      character += 1
    }
    while character > target, offset > start {
      offset -= 1
      while offset > start, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      character -= 1
    }
    return offset
  }
}

/// The error that stopped libyaml, with UTF-8 offsets.
struct YAMLProblem: Error, Sendable, Equatable {
  /// Whether memory ran out; then the text at the offset is not the cause.
  var isLackOfMemory = false
  /// libyaml's message.
  var message: String
  var offset: Int
  /// libyaml's description of what it was reading; nil if it provided none.
  var context: String?
  /// The offset where the context begins.
  var contextOffset: Int?

  static let lackOfMemory = Self(isLackOfMemory: true, message: "memory ran out", offset: 0)
}
