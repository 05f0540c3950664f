/// A renderer that writes diagnostics as a Markdown table and their counts, for comments and job
/// summaries.
///
/// Every text is in a `code` element, in which neither GitHub nor GitLab looks for mentions, issue
/// numbers, links or emoji. All its ASCII punctuation is written as character references, which
/// Markdown takes as text: nothing in a key, a file name or a message has a meaning there.
package struct MarkdownRenderer: Sendable {
  /// The number of diagnostics that are shown before the rest is only counted.
  package var limit: Int

  /// Creates a renderer that omits and counts diagnostics beyond a limit.
  package init(limit: Int = 100) { self.limit = limit }

  /// Returns the table and the counts of all diagnostics, without a line break at the end.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    let shown = max(0, limit)
    var parts: [String] = []
    if !diagnostics.isEmpty, shown > 0 {
      let rows = diagnostics.prefix(shown).map(Self.row)
      let header = ["| | place | mistake | fix |", "| --- | --- | --- | --- |"]
      parts.append((header + rows).joined(separator: "\n"))
    }
    if diagnostics.count > shown { parts.append("and \(diagnostics.count - shown) more") }
    return (parts + ["**\(diagnostics.counts)**"]).joined(separator: "\n\n")
  }

  private static func row(_ diagnostic: Diagnostic) -> String {
    let fixIt = diagnostic.fixIts.first
    let cells = [
      diagnostic.severity.rawValue,
      diagnostic.labels.first.map { code($0.place.displayName) } ?? "",
      code(diagnostic.message) + " " + code(diagnostic.code.name),
      [fixIt?.message, fixIt?.suggestion].compactMap(\.self).map(code).joined(separator: " "),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func code(_ text: String) -> String {
    let escaped = DisplayText.line(text).unicodeScalars.map { scalar in
      switch scalar {
      // The comment separates the two parts of an address, which GitHub would make a link.
      case "@": "&#64;<!-- -->"
      case "!"..."/", ":"..."@", "["..."`", "{"..."~": "&#\(scalar.value);"
      default: String(scalar)
      }
    }
    return "<code>\(escaped.joined())</code>"
  }
}
