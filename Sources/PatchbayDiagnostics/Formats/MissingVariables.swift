/// Several missing variables as one block with a row for each: they are set in one go.
struct MissingVariables {
  /// The first of them, in whose place the block is.
  let first: Diagnostic
  /// How many there are, with the fixes that several have in common, and behind a name what only one needs.
  let summary: Diagnostic
  /// The name, the type and the reader in columns, and the place.
  let rows: [String]

  /// Takes the diagnostics that have a row; nil for fewer than two.
  init?(_ diagnostics: some Collection<Diagnostic>) {
    let missing = diagnostics.filter { !$0.row.isEmpty }
    guard missing.count > 1 else { return nil }
    let named = missing.flatMap { diagnostic in
      diagnostic.fixIts.map { (message: $0.message, name: diagnostic.row[0]) }
    }
    let helps = named.map(\.message).uniqued.map { message in
      let names = named.filter { $0.message == message }.map(\.name)
      return names.count == 1 ? "`\(names[0])`: \(message)" : message
    }
    first = missing[0]
    summary = Diagnostic(
      first.code, "\(missing.count) environment variables are missing",
      fixIts: helps.map { .init($0) })
    let cells = missing.map { $0.row.map { DisplayText.line($0, limit: 200) } }
    let widths = (0..<2).map { column in cells.map { $0[column].count }.max() ?? 0 }
    rows = zip(cells, missing).map { cells, diagnostic in
      let columns = zip(cells, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      let place = diagnostic.labels.first.map { " (\($0.place.displayName))" } ?? ""
      return "  \(columns.joined(separator: "  "))  \(cells[2])\(place)"
    }
  }
}
