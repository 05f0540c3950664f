import PatchbayDiagnostics

/// Writes texts that may contain anything into Markdown.
enum MarkdownText {
  /// Returns a text as a `code` element, in which neither GitHub nor GitLab looks for mentions,
  /// issue numbers, links or emoji.
  ///
  /// All its ASCII punctuation is written as character references, which Markdown takes as text:
  /// nothing in a key, a file name or a message has a meaning there.
  static func code(_ text: String) -> String {
    let escaped = DisplayText.line(text).replacingScalars { scalar in
      switch scalar {
      // The comment separates the two parts of an address, which GitHub would make a link.
      case "@": "&#64;<!-- -->"
      case "!"..."/", ":"..."@", "["..."`", "{"..."~": "&#\(scalar.value);"
      default: nil
      }
    }
    return "<code>\(escaped)</code>"
  }
}
