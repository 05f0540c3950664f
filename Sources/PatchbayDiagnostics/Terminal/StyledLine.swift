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
  private typealias Piece = (text: String, style: Style)

  private var pieces: [Piece] = []
  /// What is in front of further lines if the last piece is broken at words; nil if it must not be.
  private var continuation: [Piece]?

  /// Returns the fewest columns for a text in a line after the first; the indentation is reduced for them.
  private static func fewestColumns(for text: String, at width: Int) -> Int {
    min(DisplayWidth.of(text), max(24, min(width / 2, 56)))
  }

  init(_ text: String = "", _ style: Style = .plain) { append(text, style) }

  mutating func append(_ text: String, _ style: Style = .plain) {
    if !text.isEmpty { pieces.append((text, style)) }
  }

  /// Appends a line; what is in front of it is also in front of its further lines.
  mutating func append(_ other: StyledLine) {
    continuation = other.continuation.map { pieces + $0 }
    pieces += other.pieces
  }

  /// Appends a text to the end that may be broken at words; its further lines begin with
  /// `continuation`.
  mutating func append(
    wrapping text: String, _ style: Style = .plain, under continuation: StyledLine
  ) {
    // Spaces in front of the text are also in front of its further lines.
    let indentation = String(text.prefix { $0 == " " })
    append(indentation)
    append(String(text.dropFirst(indentation.count)), style)
    self.continuation = continuation.pieces + [(indentation, .plain)]
  }

  /// Draws a mark over some columns of a line of marks, each of which is a piece.
  mutating func put(_ mark: String, _ columns: Range<Int>, _ style: Style) {
    pad(to: columns.upperBound)
    for column in columns { pieces[column] = (mark, style) }
  }

  mutating func pad(to width: Int) {
    while pieces.count < width { pieces.append((" ", .plain)) }
  }

  /// Appends a message to a line of marks, next to the last one; its further lines begin with other marks.
  mutating func append(message: String, _ style: Style, under marks: StyledLine) {
    guard !message.isEmpty else { return }
    if let last = pieces.last, last.text != " " { append(" ", style) }
    var indentation = marks
    indentation.pad(to: pieces.count)
    append(wrapping: message, style, under: indentation)
  }

  /// Returns the line broken at words, so that each part fits a width if possible.
  func wrapped(at width: Int?) -> [StyledLine] {
    guard let width, let continuation, let last = pieces.last, Self.width(of: pieces) > width
    else { return [self] }
    var (prefix, indentation) = (Array(pieces.dropLast()), continuation)
    var first = width - Self.width(of: prefix)
    let fewest = Self.fewestColumns(for: last.text, at: width)
    if width - Self.width(of: indentation) < fewest,
      let reduced = Self.reduced(indentation, to: width - fewest)
    {
      // The text begins further left than planned: on this line, if nothing else is there.
      let isFree = Self.text(of: prefix) == Self.text(of: indentation)
      indentation = reduced
      if isFree { prefix = reduced }
      first = isFree ? fewest : 0
    }
    let rest = width - Self.width(of: indentation)
    let texts = WordWrap.lines(last.text, width: rest, first: min(first, rest))
    return texts.enumerated().map { index, text in
      var line = StyledLine()
      line.pieces = index == 0 ? prefix : indentation
      line.append(text, last.style)
      return line
    }
  }

  /// Returns pieces cut to a width; nil if more than spaces would be cut.
  private static func reduced(_ pieces: [Piece], to width: Int) -> [Piece]? {
    var pieces = pieces
    while let last = pieces.last, self.width(of: pieces) > width {
      guard last.text.hasSuffix(" ") || last.text.isEmpty else { return nil }
      pieces.removeLast()
      if !last.text.isEmpty { pieces.append((String(last.text.dropLast()), last.style)) }
    }
    return pieces
  }

  private static func text(of pieces: [Piece]) -> String { pieces.map(\.text).joined() }
  private static func width(of pieces: [Piece]) -> Int { DisplayWidth.of(text(of: pieces)) }

  /// The columns that the line takes.
  var width: Int { Self.width(of: pieces) }

  /// The line without colors and without spaces at its end.
  var plain: String {
    let text = Self.text(of: pieces)
    let kept = text.unicodeScalars.reversed().drop { $0 == " " }.count
    return kept == text.unicodeScalars.count
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(kept)))
  }

  /// Returns the line with the terminal's escape sequences for color.
  func colored(as severity: Severity) -> String {
    var text = ""
    // Neighbors of one style are colored at once.
    var joined: [Piece] = []
    for piece in pieces {
      if let last = joined.last, last.style == piece.style {
        joined[joined.count - 1].text += piece.text
      } else {
        joined.append(piece)
      }
    }
    for piece in joined {
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
