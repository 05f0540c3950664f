import PatchbayDiagnostics

/// What a person may have meant by a text that is not valid, and what is wrong with one that no message shows.
package enum ScalarCorrection {
  /// Returns what is around the words of a text of a variable or a file, which no message shows; nil if only its words
  /// are wrong.
  package static func unshownFact(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return "the text is empty" }
    if last == "\r" { return "the text ends with a carriage return" }
    if last == "\n" { return "the text ends with a line break" }
    if last.properties.isWhitespace { return "the text ends with a space" }
    if first.properties.isWhitespace { return "the text begins with a space" }
    if scalars.count > 1, first == last, first == "\"" || first == "'" {
      return "the text has quotes around it, which are a part of it"
    }
    return nil
  }

  /// Returns the text to write for a Boolean of YAML 1.1, and for a duration without a unit; nil for any other.
  package static func meant(by text: String, for type: Any.Type) -> String? {
    if type == Bool.self {
      return switch text.lowercased() {
      case "true", "yes", "on": "true"
      case "false", "no", "off": "false"
      default: nil
      }
    }
    return type == Duration.self || type == RetryPause.self ? "\(text)s" : nil
  }
}
