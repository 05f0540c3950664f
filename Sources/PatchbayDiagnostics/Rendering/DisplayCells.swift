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
    if bytes[range].allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      for offset in range {
        let text = String(Unicode.Scalar(bytes[offset]))
        cells.append(.init(offset: offset, text: text, width: 1))
      }
      return
    }
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
    } else if character.unicodeScalars.contains(where: DisplayText.needsEscape) {
      let text = character.unicodeScalars.prefix(mostScalarsInCell).map { scalar in
        DisplayText.needsEscape(scalar) ? DisplayText.escape(scalar) : String(scalar)
      }.joined()
      cells.append(.init(offset: offset, text: text, width: DisplayWidth.of(text)))
    } else {
      let kept = character.unicodeScalars.prefix(mostScalarsInCell)
      let width = DisplayWidth.of(character)
      cells.append(
        .init(offset: offset, text: String(String.UnicodeScalarView(kept)), width: width))
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
