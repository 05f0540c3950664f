import PatchbayDiagnostics

/// How results are shown to people: with or without colours, and in how many columns.
///
/// A result for a program is written without one.
struct Presentation: Sendable {
  /// The kinds of text, each with the code of the terminal's escape sequence for it.
  enum Style: String {
    case heading = "1"
    /// Places, and what else is only looked up.
    case dim = "2"
    case added = "32"
    case removed = "31"
    case changed = "33"
    /// A change that can break a program.
    case breaking = "1;33"
    case error = "1;31"
    case help = "1;36"
  }

  var isColored = false
  /// The columns of the terminal; nil for no limit.
  var width: Int?

  /// The fewest columns for texts behind an indentation.
  private static let fewestColumns = 20

  /// Returns a text in a style; the text itself without colours.
  func text(_ text: String, _ style: Style) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns a text in a style, broken at words, with what is in front of its first line and of its further
  /// ones.
  ///
  /// `place` follows the text after `separator`, or has a line of its own where both do not fit. With `end`, lines are
  /// broken only behind words that end with it.
  func lines(
    _ text: String, _ style: Style? = nil, place: String = "", after separator: String = ", ",
    behind end: Character? = nil, first: String = "", rest: String
  ) -> [String] {
    func styled(_ text: String) -> String { style.map { self.text(text, $0) } ?? text }
    let isFitting =
      width.map { DisplayWidth.of(first + text + (place.isEmpty ? "" : separator + place)) <= $0 }
      ?? true
    if isFitting {
      let end = place.isEmpty ? "" : self.text(separator + place, .dim)
      return [first + styled(text) + end]
    }
    let columns = room(behind: rest)
    let parts = WordWrap.lines(
      text, width: columns, first: min(columns, room(behind: first)), behind: end)
    var lines = parts.enumerated().map { ($0.offset == 0 ? first : rest) + styled($0.element) }
    if !place.isEmpty { lines.append(rest + self.text(place, .dim)) }
    return lines
  }

  private func room(behind indentation: String) -> Int {
    max(Self.fewestColumns, (width ?? .max) - DisplayWidth.of(indentation))
  }
}

extension CommandOutput {
  /// How a result is shown.
  var presentation: Presentation { Presentation(isColored: isResultColored, width: resultWidth()) }

  /// How an error is shown.
  var problemPresentation: Presentation {
    Presentation(isColored: isProblemColored, width: problemWidth())
  }
}
