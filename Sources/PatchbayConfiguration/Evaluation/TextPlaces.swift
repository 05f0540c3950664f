import PatchbayDiagnostics
import PatchbayYAML

extension YAMLNode {
  /// Returns the place of a part of a scalar's text, given by its UTF-8 offsets, with the alignment
  /// of a text that the source does not contain unchanged.
  ///
  /// If escapes or folded lines change the part, it has no place that a message could show, and the
  /// result is the whole scalar.
  func span(of range: Range<Int>, _ alignment: TextAlignment?) -> SourceSpan {
    let content = contentSpan
    // Unchanged plain text, the usual case.
    if range.count == textCount, content.range.count == range.count { return content }
    guard !range.isEmpty else { return content }
    WorkMeter.count(1)
    if let offset = textOffset {
      return SourceSpan(content.file, offset + range.lowerBound..<offset + range.upperBound)
    }
    return alignment?.range(of: range).map { SourceSpan(content.file, $0) } ?? content
  }
}

/// The offset in the source of each byte of a scalar's text, for a text that differs from its
/// source because of escapes, or folded or indented lines.
///
/// The offsets are computed in one pass over both texts, and only if a place is needed: the places
/// of all references in a text together take linear time.
final class TextAlignment {
  private let node: YAMLNode
  /// The offset of each byte of the text, and the one after the last; fewer if the texts differ by
  /// a rule that the alignment does not support.
  private lazy var offsets = AlignedOffsets(node).found

  init(_ node: YAMLNode) { self.node = node }

  /// Returns the place of a part of the text; nil if its source differs.
  func range(of part: Range<Int>) -> Range<Int>? {
    guard part.upperBound < offsets.count else { return nil }
    let found = Int(offsets[part.lowerBound])..<Int(offsets[part.upperBound])
    return found.count == part.count ? found : nil
  }
}

/// Aligns a scalar's text with its source.
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
      // After the header, which may have a comment.
      position = source[range].firstIndex(where: Self.isBreak) ?? range.upperBound
      end = range.upperBound
    }
    found.reserveCapacity(text.count + 1)
    while found.count < text.count, position < end, step() {}
    found.append(UInt32(truncatingIfNeeded: position))
    WorkMeter.count(text.count + range.count)
  }

  /// Aligns one character, escape or run of blanks; returns `false` if the texts do not match.
  private mutating func step() -> Bool {
    let byte = source[position]
    if byte.isBlank || Self.isBreak(byte) { return blanks(from: position) }
    switch (style, byte) {
    case (.doubleQuoted, UInt8(ascii: "\\")): return escape()
    case (.singleQuoted, UInt8(ascii: "'")): return take(1, from: 2)
    default: return byte == text[found.count] && take(1, from: 1)
    }
  }

  /// Aligns an escape, which is one scalar, or nothing before a line break.
  private mutating func escape() -> Bool {
    guard position + 1 < end else { return false }
    let code = source[position + 1]
    if Self.isBreak(code) { return blanks(from: position + 1) }
    let first = text[found.count]
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    switch code {
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
    while stop < end, source[stop].isBlank || Self.isBreak(source[stop]) {
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
      // Indentation and chomping: the blanks of the text at this position.
      let rest = text[found.count...]
      let count = rest.prefix { $0.isBlank || Self.isBreak($0) }.count
      return take(count, from: stop - position)
    }
    // The first line break is a space in the text, and each further one a line break.
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

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
