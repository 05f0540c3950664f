import PatchbayDiagnostics
import PatchbayYAML

/// The places of the parts of a scalar's text in its source.
struct TextPlaces {
  private let node: YAMLNode
  /// The offset in the source, where the text is there unchanged.
  private let offset: Int?
  /// For any other text.
  private let alignment: TextAlignment?

  init(_ node: YAMLNode) {
    self.node = node
    offset = node.textOffset
    alignment = offset == nil ? TextAlignment(node) : nil
  }

  /// The place of a part of the text, given by its UTF-8 offsets.
  ///
  /// What escapes or folded lines make of the part is no place that a message could show; then it is
  /// the whole scalar.
  func span(of range: Range<Int>) -> SourceSpan {
    let content = node.contentSpan
    // Plain unchanged text, the usual case.
    if range.count == node.textCount, content.range.count == range.count { return content }
    guard !range.isEmpty else { return content }
    WorkMeter.count(1)
    if let offset {
      return SourceSpan(content.file, offset + range.lowerBound..<offset + range.upperBound)
    }
    return alignment?.range(of: range).map { SourceSpan(content.file, $0) } ?? content
  }
}

/// Where each byte of a scalar's text comes from, for a text that escapes, folded or indented lines make
/// another than what the source says.
///
/// Found in one pass over both texts, and only when a place is asked for: the places of all references
/// in a text cost no more than its length.
final class TextAlignment {
  private let node: YAMLNode
  /// The offset in the source of each byte of the text, and behind the last; fewer where the two differ
  /// by a rule that is not known here.
  private lazy var offsets = AlignedOffsets(node).found

  init(_ node: YAMLNode) { self.node = node }

  /// The place of a part of the text; nil where the source writes it in another form.
  func range(of part: Range<Int>) -> Range<Int>? {
    guard part.upperBound < offsets.count else { return nil }
    let found = Int(offsets[part.lowerBound])..<Int(offsets[part.upperBound])
    return found.count == part.count ? found : nil
  }
}

/// Walks over a scalar's text and its source at once.
private struct AlignedOffsets {
  private enum Style { case plain, singleQuoted, doubleQuoted, block }

  private(set) var found: [UInt32] = []
  private let style: Style
  private let text: [UInt8]
  private let source: [UInt8]
  private let end: Int
  private var position: Int

  init(_ node: YAMLNode) {
    let content = node.contentSpan
    source = content.file.bytes
    text = node.withText { Array($0) }
    let range = content.range.clamped(to: 0..<source.count)
    switch range.isEmpty ? nil : source[range.lowerBound] {
    case UInt8(ascii: "\""): style = .doubleQuoted
    case UInt8(ascii: "'"): style = .singleQuoted
    case UInt8(ascii: "|"), UInt8(ascii: ">"): style = .block
    default: style = .plain
    }
    switch style {
    case .plain: (position, end) = (range.lowerBound, range.upperBound)
    case .singleQuoted, .doubleQuoted:
      (position, end) = (range.lowerBound + 1, range.upperBound - 1)
    case .block:
      // Behind the header, which may have a comment.
      position = source[range].firstIndex(where: Self.isBreak) ?? range.upperBound
      end = range.upperBound
    }
    found.reserveCapacity(text.count + 1)
    while found.count < text.count, position < end, step() {}
    found.append(UInt32(truncatingIfNeeded: position))
    WorkMeter.count(text.count + range.count)
  }

  /// Goes on by one character, escape or run of blanks; false where the texts do not agree.
  private mutating func step() -> Bool {
    let byte = source[position]
    if Self.isBlank(byte) || Self.isBreak(byte) { return blanks(from: position) }
    switch (style, byte) {
    case (.doubleQuoted, UInt8(ascii: "\\")): return escape()
    case (.singleQuoted, UInt8(ascii: "'")): return take(1, from: 2)
    default: return byte == text[found.count] && take(1, from: 1)
    }
  }

  /// An escape is one scalar, or before a line break nothing.
  private mutating func escape() -> Bool {
    guard position + 1 < end else { return false }
    let sign = source[position + 1]
    if Self.isBreak(sign) { return blanks(from: position + 1) }
    let first = text[found.count]
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    switch sign {
    case UInt8(ascii: "x"): return take(count, from: 4)
    case UInt8(ascii: "u"): return take(count, from: 6)
    case UInt8(ascii: "U"): return take(count, from: 10)
    default: return take(count, from: 2)
    }
  }

  /// Aligns blanks from `start`, which is after the backslash of an escaped line break. Blanks
  /// within a line are part of the text; blanks around line breaks are not.
  private mutating func blanks(from start: Int) -> Bool {
    var stop = start
    var breaks = 0
    while stop < end, Self.isBlank(source[stop]) || Self.isBreak(source[stop]) {
      let isSecondOfCRLF = source[stop] == 0x0A && stop > start && source[stop - 1] == 0x0D
      if Self.isBreak(source[stop]), !isSecondOfCRLF { breaks += 1 }
      stop += 1
    }
    if breaks == 0 {
      while position < stop, found.count < text.count {
        guard source[position] == text[found.count], take(1, from: 1) else { return false }
      }
      return true
    }
    if style == .block {
      // Indentation and chomping: all the blanks of the text that are here.
      let rest = text[found.count...]
      let count = rest.prefix { Self.isBlank($0) || Self.isBreak($0) }.count
      return take(count, from: stop - position)
    }
    // One line break is a space, and each further one a line break.
    let isEscaped = start > position
    return take(breaks > 1 || isEscaped ? breaks - 1 : 1, from: stop - position)
  }

  /// Aligns some bytes of the text with the next ones of the source.
  private mutating func take(_ count: Int, from width: Int) -> Bool {
    guard found.count + count <= text.count, position + width <= end else { return false }
    found.append(contentsOf: repeatElement(UInt32(truncatingIfNeeded: position), count: count))
    position += width
    return true
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
