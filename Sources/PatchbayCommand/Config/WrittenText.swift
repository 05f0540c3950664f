import PatchbayCore
import PatchbayDiagnostics

/// The source form of a text, which reads as that text again.
struct WrittenText {
  private(set) var text = ""
  /// Whether it has to be quoted, because a default in it is the text `null`.
  private var needsQuotes = false
  /// Whether it must not be quoted, because a default in it is null.
  private var needsNoQuotes = false

  /// Writes the text of parts; nil if the format has no form for it. `fallback` returns the name of
  /// a parameter that is written in place of a default.
  init?(
    _ pieces: [UnknownText.Piece],
    replacing fallback: (ConfigurationValue, _ depth: Int) -> String?
  ) {
    guard add(pieces, depth: 0, fallback) else { return nil }
  }

  /// The scalar in YAML; nil if there is none.
  var scalar: String? {
    let scalar = needsQuotes ? ScalarText.doubleQuoted(text) : YAMLText.scalar(text)
    return needsNoQuotes && scalar.utf8.first == UInt8(ascii: "\"") ? nil : scalar
  }

  /// Returns a text in which nothing is interpolated: with the `$` before each parenthesis doubled,
  /// and before that of a `$(…)` if one follows.
  static func escaped(_ text: String, isBeforeReference: Bool = false) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result: [UInt8] = []
    var dollars = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "$") {
        dollars += 1
      } else {
        if byte == UInt8(ascii: "(") {
          result += repeatElement(UInt8(ascii: "$"), count: dollars)
        }
        dollars = 0
      }
      result.append(byte)
    }
    if isBeforeReference { result += repeatElement(UInt8(ascii: "$"), count: dollars) }
    return String(decoding: result, as: UTF8.self)
  }

  /// How deep `$(…)` are written inside each other; the format's limit may be lower for what is
  /// inside parameters.
  static let deepest = 6

  private mutating func add(
    _ pieces: [UnknownText.Piece], depth: Int,
    _ fallback: (ConfigurationValue, Int) -> String?
  ) -> Bool {
    var pending = ""
    // Inside a `$(…)`, a parenthesis that is not closed there would end it, or leave it open.
    var open = 0
    for piece in pieces {
      switch piece {
      case .text(let part): pending += part
      case .source(let source):
        guard addText(pending, &open, depth, isBeforeReference: true) else { return false }
        pending = ""
        guard add(source, depth: depth + 1, fallback) else { return false }
      }
    }
    return addText(pending, &open, depth) && open == 0
  }

  private mutating func addText(
    _ part: String, _ open: inout Int, _ depth: Int, isBeforeReference: Bool = false
  ) -> Bool {
    text += Self.escaped(part, isBeforeReference: isBeforeReference)
    guard depth > 0 else { return true }
    for byte in part.utf8 {
      if byte == UInt8(ascii: "(") { open += 1 }
      if byte == UInt8(ascii: ")") { open -= 1 }
      if open < 0 { return false }
    }
    return true
  }

  private mutating func add(
    _ source: UnknownText.Source, depth: Int,
    _ fallback: (ConfigurationValue, Int) -> String?
  ) -> Bool {
    switch source.kind {
    case .variable(let name):
      text += "$(env:\(name)"
      guard let value = source.fallback else {
        text += ")"
        return true
      }
      text += source.defaultSign
      guard add(value, depth: depth, fallback) else { return false }
      text += ")"
      return true
    case .file: text += "$(file:"
    case .path: text += "$(path:"
    case .registered(let name): text += "$(\(name):"
    }
    let path = source.shownPath
    guard !path.isEmpty, depth <= Self.deepest, add(path, depth: depth, fallback) else {
      return false
    }
    text += ")"
    return true
  }

  /// Adds the default of a variable.
  private mutating func add(
    _ value: ConfigurationValue, depth: Int, _ fallback: (ConfigurationValue, Int) -> String?
  ) -> Bool {
    let start = self
    if value.omitted == 0, depth <= Self.deepest {
      switch value.content {
      case .null:
        text += "null"
        needsNoQuotes = true
        return true
      case .scalar(let scalar):
        if ScalarText.isNull(scalar.text) { needsQuotes = true }
        if add([.text(scalar.text)], depth: depth, fallback) { return true }
      case .unknown(let part):
        // Without quotes it would be null where its parts give this word.
        if part.pieces.count > 1 { needsQuotes = true }
        if add(part.pieces, depth: depth, fallback) { return true }
      case .faulty, .list, .map, .service: break
      }
    }
    self = start
    guard let name = fallback(value, depth) else { return false }
    text += "$(\(name))"
    return true
  }
}
