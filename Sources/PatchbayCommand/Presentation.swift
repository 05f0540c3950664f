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
  /// The columns at which sentences are broken; nil for no limit. Other lines are as long as they are, and continue
  /// at the terminal's edge.
  var width: Int?

  /// Returns a text in a style; the text itself without colours.
  func text(_ text: String, _ style: Style) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns a text and the place that it is about, if there is one.
  func text(_ text: String, place: String, after separator: String = ", ") -> String {
    place.isEmpty ? text : text + self.text(separator + place, .dim)
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
