/// The kind of a piece of output, which determines its color.
enum Style: Sendable {
  case plain
  /// The severity, its code, and the marks under the primary place.
  case severity
  case message
  /// Line numbers and everything drawn around the source.
  case frame
  case secondary
  case help
  case removed
  case added
}

/// One line of output in pieces; colors are added at the very end, so that code that measures text
/// can ignore them.
struct StyledLine {
  private var pieces: [(text: String, style: Style)] = []

  init(_ text: String = "", _ style: Style = .plain) { append(text, style) }

  mutating func append(_ text: String, _ style: Style = .plain) {
    if !text.isEmpty { pieces.append((text, style)) }
  }

  mutating func append(_ other: StyledLine) { pieces += other.pieces }

  /// The line without colors and without spaces at its end.
  var plain: String {
    let text = pieces.map(\.text).joined()
    let kept = text.unicodeScalars.reversed().drop { $0 == " " }.count
    return kept == text.unicodeScalars.count
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(kept)))
  }

  /// Returns the line with the terminal's escape sequences for color.
  func colored(as severity: Severity) -> String {
    var text = ""
    for piece in pieces {
      if let code = Self.escapeCode(piece.style, severity) {
        text += "\u{1B}[\(code)m\(piece.text)\u{1B}[0m"
      } else {
        text += piece.text
      }
    }
    return text
  }

  private static func escapeCode(_ style: Style, _ severity: Severity) -> String? {
    switch style {
    case .plain: nil
    case .severity: severity == .error ? "1;31" : "1;33"
    case .message: "1"
    case .frame, .secondary: "1;34"
    case .help: "1;36"
    case .removed: "31"
    case .added: "32"
    }
  }
}
