/// Several missing variables as one block with a row for each: they are set in one go.
struct MissingVariables {
  /// As many as a report has diagnostics.
  private static let mostRows = 100

  /// The first of them, in whose place the block is.
  let first: Diagnostic
  /// How many there are, with the fixes that several have in common, and behind a name what only one needs.
  let summary: Diagnostic
  /// The name, the type and the reader in columns, and the place.
  let rows: [String]

  /// Takes the diagnostics that have a row; nil for fewer than two.
  init?(_ diagnostics: some Collection<Diagnostic>) {
    let all = diagnostics.filter { !$0.row.isEmpty }
    guard all.count > 1 else { return nil }
    // A file may name any number of them, and a log has them all on its screen.
    let missing = all.prefix(Self.mostRows)
    let named = missing.flatMap { diagnostic in
      diagnostic.fixIts.map { fix in
        let name = diagnostic.row[0]
        let parts = fix.message.parts(separatedByText: "$(env:\(name)")
        return (name: name, message: fix.message, general: parts.joined(separator: "$(env:NAME"))
      }
    }
    let helps = named.map(\.general).uniqued.map { general in
      let same = named.filter { $0.general == general }
      return same.count == 1 ? "`\(same[0].name)`: \(same[0].message)" : general
    }
    first = missing[0]
    summary = Diagnostic(
      first.code, "\(all.count) environment variables are missing",
      fixIts: helps.map { .init($0) })
    let cells = missing.map { $0.row.map { DisplayText.line($0, limit: 200) } }
    let widths = (0..<2).map { column in cells.map { $0[column].count }.max() ?? 0 }
    let rows = zip(cells, missing).map { cells, diagnostic in
      let columns = zip(cells, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      let place = diagnostic.labels.first.map { " (\($0.place.displayName))" } ?? ""
      return "  \(columns.joined(separator: "  "))  \(cells[2])\(place)"
    }
    self.rows = rows + (all.count > rows.count ? ["  and \(all.count - rows.count) more"] : [])
  }
}
