/// One character of a source line as it is shown, and the offset of its bytes.
struct DisplayCell {
  /// The UTF-8 offset in the file of the first byte it represents.
  var offset: Int
  var text: String
  /// Its width in columns.
  var width: Int
}

/// Converts the bytes of a line to their printed form.
///
/// Secrets become `[secret]`, tabs four spaces, invisible characters their escapes, and bytes that
/// are not UTF-8 U+FFFD; so every offset has a column for any content of the line.
enum DisplayCells {
  static let secret = "[secret]"
  private static let tab = "    "
  /// The maximum number of combining marks on one character; further ones are left out.
  private static let mostScalarsInCell = 12

  /// Returns the cells of a range of a file without a line break.
  static func cells(of file: SourceFile, in range: Range<Int>) -> [DisplayCell] {
    var cells: [DisplayCell] = []
    var position = range.lowerBound
    for redaction in file.hiddenRanges where redaction.overlaps(range) {
      let hidden = redaction.clamped(to: range)
      append(file.bytes, position..<max(position, hidden.lowerBound), to: &cells)
      cells.append(.init(offset: hidden.lowerBound, text: secret, width: secret.utf8.count))
      position = max(position, hidden.upperBound)
    }
    append(file.bytes, position..<max(position, range.upperBound), to: &cells)
    return cells
  }

  /// Returns the cells of a text that is in no file; their offsets have no meaning.
  static func cells(of text: some StringProtocol) -> [DisplayCell] {
    var cells: [DisplayCell] = []
    let bytes = Array(text.utf8)
    append(bytes, 0..<bytes.count, to: &cells)
    return cells
  }

  private static func append(_ bytes: [UInt8], _ range: Range<Int>, to cells: inout [DisplayCell]) {
    let scalars = decode(bytes, range)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars.lazy.map(\.scalar))
    var index = 0
    for character in String(view) {
      let offset = scalars[index].offset
      index += character.unicodeScalars.count
      append(character, at: offset, to: &cells)
    }
  }

  private static func append(
    _ character: Character, at offset: Int, to cells: inout [DisplayCell]
  ) {
    if character == "\t" {
      cells.append(.init(offset: offset, text: tab, width: tab.utf8.count))
    } else {
      let scalars = character.unicodeScalars
      let text = scalars.prefix(mostScalarsInCell).map { scalar in
        DisplayText.needsEscape(scalar) ? DisplayText.escape(scalar) : String(scalar)
      }.joined()
      // Escapes are several characters.
      let width =
        scalars.contains(where: DisplayText.needsEscape)
        ? DisplayWidth.of(text) : DisplayWidth.of(character)
      cells.append(.init(offset: offset, text: text, width: width))
    }
  }

  private static func decode(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> [(scalar: Unicode.Scalar, offset: Int)] {
    var scalars: [(scalar: Unicode.Scalar, offset: Int)] = []
    scalars.reserveCapacity(range.count)
    var offset = range.lowerBound
    var iterator = bytes[range].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        scalars.append((Unicode.UTF8.decode(encoded), offset))
        offset += encoded.count
      case .error(let length):
        scalars.append(("\u{FFFD}", offset))
        offset += length
      case .emptyInput:
        return scalars
      }
    }
  }
}

extension [DisplayCell] {
  var width: Int { reduce(0) { $0 + $1.width } }
  var text: String { map(\.text).joined() }
}

/// The width of text in a terminal's columns.
package enum DisplayWidth {
  /// Returns the columns of one character as a person sees it: 0, 1 or 2.
  static func of(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // The emoji form of a character that also has a text form.
      if scalar.value == 0xFE0F, width > 0 { return 2 }
      width = max(width, of(scalar))
    }
    return width
  }

  /// Returns the columns of a text.
  package static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  // The blocks whose characters are wide or fullwidth in Unicode's East Asian Width; the standard
  // library does not provide that property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
    0x20000...0x3FFFD,
  ]
}
