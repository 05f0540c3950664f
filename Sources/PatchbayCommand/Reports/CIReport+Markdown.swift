package import PatchbayDiagnostics

extension CIReport {
  /// Returns diagnostics as a Markdown table and the counts of all of them, for comments and job
  /// summaries, without a line break at the end.
  package static func markdown(_ diagnostics: [Diagnostic], limit: Int = 100) -> String {
    let (rows, omitted) = ReportRow.rows(diagnostics, limit: limit)
    var parts: [String] = []
    if !rows.isEmpty {
      let header = ["| | place | mistake | fix |", "| --- | --- | --- | --- |"]
      let lines = rows.map { MarkdownText.row(cells(of: $0)) }
      parts.append((header + lines).joined(separator: "\n"))
    }
    if omitted > 0 { parts.append("and \(omitted) more") }
    return (parts + ["**\(diagnostics.counts)**"]).joined(separator: "\n\n")
  }

  private static func cells(of row: ReportRow) -> [String] {
    [
      row.severity.rawValue,
      row.place.map { MarkdownText.code($0.name) } ?? "",
      "\(MarkdownText.sentence(row.message)) (\(MarkdownText.code(row.code)))",
      [
        row.fix.map { MarkdownText.sentence($0.message) },
        row.fix?.suggestion.map(MarkdownText.code),
      ]
      .compactMap(\.self).joined(separator: " "),
    ]
  }
}
