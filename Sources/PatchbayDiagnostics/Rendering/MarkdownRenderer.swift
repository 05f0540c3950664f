/// A renderer that writes diagnostics as a Markdown table and their counts, for comments and job
/// summaries.
package struct MarkdownRenderer: Sendable {
  /// The number of diagnostics that are shown before the rest is only counted.
  private let limit: Int

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
      diagnostic.labels.first.map { MarkdownText.code($0.place.displayName) } ?? "",
      MarkdownText.code(diagnostic.message) + " " + MarkdownText.code(diagnostic.code.name),
      [fixIt?.message, fixIt?.suggestion].compactMap(\.self).map(MarkdownText.code)
        .joined(separator: " "),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}
