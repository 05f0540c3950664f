@testable import PatchbayYAML

/// The events of a text, each as one line in the notation of the YAML test suite.
///
/// The lines end where the parser stops; `problem` says why.
struct EventNotation {
  var lines: [String] = []
  /// The source text that each event covers.
  var covered: [String] = []
  var problem: YAMLProblem?

  /// Reads a text into lines. `showsFlow` marks lists and maps in brackets, as `+SEQ []`; with
  /// `readsInPlace`, libyaml reads the text where it is.
  init(
    _ bytes: [UInt8], showsFlow: Bool = false, readsInPlace: Bool = EventReader.knowsLibrary
  ) throws {
    let text = try CheckedText(bytes)
    var reader = try EventReader(text, readsInPlace: readsInPlace)
    do {
      while let event = try reader.next() {
        lines.append(Self.line(event, reader, bytes, showsFlow))
        covered.append(String(decoding: bytes[event.range], as: UTF8.self))
      }
    } catch {
      problem = error
    }
  }

  private static func line(
    _ event: YAMLEvent, _ reader: borrowing EventReader, _ bytes: [UInt8],
    _ showsFlow: Bool
  ) -> String {
    let anchor = reader.anchors.name(event.anchor).map { " &\($0)" } ?? ""
    let tag = reader.tags.name(event.tag).map { " <\($0)>" } ?? ""
    let isMarked = showsFlow && event.style == .flow
    switch event.kind {
    case .streamStart: return "+STR"
    case .streamEnd: return "-STR"
    case .documentStart: return event.isImplicit ? "+DOC" : "+DOC ---"
    case .documentEnd: return event.isImplicit ? "-DOC" : "-DOC ..."
    case .mappingStart: return "+MAP" + (isMarked ? " {}" : "") + anchor + tag
    case .mappingEnd: return "-MAP"
    case .sequenceStart: return "+SEQ" + (isMarked ? " []" : "") + anchor + tag
    case .sequenceEnd: return "-SEQ"
    case .alias: return "=ALI *" + (reader.anchors.name(event.anchor) ?? "")
    case .scalar:
      let start = Int(event.text.offset)
      let range = start..<start + Int(event.text.length)
      let text = event.text.isCopied ? reader.copies[range] : bytes[range]
      return "=VAL" + anchor + tag + " " + mark(event.style) + escaped(text)
    }
  }

  private static func mark(_ style: YAMLEvent.Style) -> String {
    switch style {
    case .singleQuoted: "'"
    case .doubleQuoted: "\""
    case .literal: "|"
    case .folded: ">"
    default: ":"
    }
  }

  private static func escaped(_ text: ArraySlice<UInt8>) -> String {
    var result = ""
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\0": result += "\\0"
      case "\u{8}": result += "\\b"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
