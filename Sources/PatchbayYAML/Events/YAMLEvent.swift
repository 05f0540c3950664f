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
