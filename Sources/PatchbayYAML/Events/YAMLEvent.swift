/// One event of the parser, copied out of C: plain numbers, nothing to free.
///
/// Texts are references: a scalar's into the source or the reader's copies, a tag's and an anchor's
/// into the reader's name tables. So an event costs no allocation.
struct YAMLEvent: Sendable, Equatable {
  enum Kind: UInt8, Sendable {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias, scalar, sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  enum Style: UInt8, Sendable {
    /// Events that have no style.
    case none
    case plain, singleQuoted, doubleQuoted, literal, folded
    case block, flow
  }

  var kind: Kind
  var style: Style = .none
  /// Of a document's start or end: whether no `---` or `...` was written.
  var isImplicit = false
  /// The UTF-8 offsets in the whole text; a start event of a node begins at its tag or anchor.
  var lowerBound: Int
  var upperBound: Int
  /// Of a scalar; empty for all else.
  var text = YAMLText.empty
  /// The tag in the reader's tag table, resolved (`!!str` is `tag:yaml.org,2002:str`).
  var tag: UInt32 = NameTable.none
  /// The anchor in the reader's anchor table; of an alias, the name it asks for.
  var anchor: UInt32 = NameTable.none

  init(_ kind: Kind, from lowerBound: Int, to upperBound: Int) {
    self.kind = kind
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// Whether a tag or an anchor was written.
  var hasProperties: Bool { tag != NameTable.none || anchor != NameTable.none }

  var range: Range<Int> { lowerBound..<upperBound }
}

/// Where a scalar's text stands: in the source where it is written verbatim, else in a copy.
struct YAMLText: Sendable, Equatable {
  var offset: UInt32
  var length: UInt32
  /// Whether `offset` counts in the copies and not in the source.
  var isCopied: Bool

  static var empty: YAMLText { YAMLText(0, 0, isCopied: false) }

  init(_ offset: Int, _ length: Int, isCopied: Bool) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.length = UInt32(truncatingIfNeeded: length)
    self.isCopied = isCopied
  }
}
