import PatchbayDiagnostics

/// A word of a command line for `sh`, bash and zsh.
struct ShellWord {
  /// The word without its quotes and escapes.
  let text: String
  /// The quote that is still open at its end.
  private let quote: Unicode.Scalar?
  /// Whether a shell replaces all of it: with an open quote, only if that is at its beginning.
  let isReplaced: Bool

  /// Reads a word as it is written; nothing in it is evaluated.
  init(_ written: String) {
    var quote: Unicode.Scalar?
    var isEscaped = false
    var text = String.UnicodeScalarView()
    for scalar in written.unicodeScalars {
      if isEscaped {
        // In double quotes, a backslash is one before any other character.
        if quote != nil, !Self.escapedInQuotes.contains(scalar) { text.append("\\") }
        text.append(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
      } else {
        text.append(scalar)
      }
    }
    self.text = String(text)
    self.quote = quote
    isReplaced = quote == nil || written.unicodeScalars.first == quote
  }

  private static let escapedInQuotes = "$`\"\\".unicodeScalars

  /// Returns a text as bash inserts it in place of this word; nil if the open quotes cannot have it.
  func completed(by text: String) -> String? {
    let scalars = text.unicodeScalars
    switch quote {
    case "'": return scalars.contains("'") ? nil : text
    case "\"":
      // A history expansion has no escape in these quotes.
      if scalars.contains("!") { return nil }
      return text.replacingScalars { Self.escapedInQuotes.contains($0) ? "\\\($0)" : nil }
    default:
      return text.replacingScalars { scalar in
        !scalar.isASCII || Self.isPlain(UInt8(ascii: scalar)) || scalar == "=" ? nil : "\\\(scalar)"
      }
    }
  }

  /// Returns a text as one word, in quotes where a shell would read it otherwise.
  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    return "'" + text.replacingScalars { $0 == "'" ? #"'\''"# : nil } + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isKeyCharacter || "/:,@%+".utf8.contains(byte)
  }
}
