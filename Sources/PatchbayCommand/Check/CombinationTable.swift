import PatchbayConfiguration
import PatchbayDiagnostics

/// The numbers of mistakes of all combinations: a row for each choice of overlays, a column for each
/// environment.
struct CombinationTable {
  private let grid: CombinationGrid
  private var counts: [(errors: Int, warnings: Int)]

  /// The most environments that have columns of their own.
  private static let mostColumns = 6
  /// The most choices whose rows are shown even if nothing is wrong with them.
  private static let mostRows = 30

  /// Creates the table of a check; nil if there are no overlays.
  init?(_ check: CombinedCheck) {
    grid = check.grid
    guard grid.choices.count > 1 else { return nil }
    counts = Array(repeating: (0, 0), count: grid.count)
    for finding in check.findings {
      let all = Set(finding.combinations)
      for combination in finding.combinations {
        // What one of a pair has alone is counted there.
        let parts = grid.parts(of: combination)
        if parts.contains(where: all.contains) { continue }
        if finding.diagnostic.severity == .error {
          counts[combination].errors += 1
        } else {
          counts[combination].warnings += 1
        }
      }
    }
  }

  /// The table, with columns of equal width.
  var text: String {
    let environments = grid.environments.map { DisplayText.line($0 ?? "the base alone") }
    let isWide = environments.count > Self.mostColumns
    let header = [""] + (isWide ? ["\(environments.count) environments"] : environments)
    var rows: [[String]] = []
    var left = 0
    for choice in grid.choices.indices {
      let cells = environments.indices.map { counts[$0 * grid.choices.count + choice] }
      let isFine = cells.allSatisfy { $0 == (0, 0) }
      if isFine, grid.choices.count > Self.mostRows || grid.choices[choice].count > 1 {
        left += 1
        continue
      }
      let name = grid.choiceNames[choice].isEmpty ? "no overlay" : grid.choiceNames[choice]
      let shown = isWide ? [summary(of: cells)] : cells.map { self.cell($0) }
      rows.append([DisplayText.line(name)] + shown)
    }
    let text = TextColumns(rows: ([header] + rows).map { $0.map { [$0] } }).text
    if left == 0 { return text }
    return "\(text)\n\(left.counted("more choice")) of overlays without further mistakes"
  }

  private func cell(_ count: (errors: Int, warnings: Int)) -> String {
    let parts = [(count.errors, "error"), (count.warnings, "warning")].filter { $0.0 > 0 }
    return parts.isEmpty ? "ok" : parts.map { $0.counted($1) }.joined(separator: ", ")
  }

  private func summary(of cells: [(errors: Int, warnings: Int)]) -> String {
    let wrong = cells.count { $0.errors > 0 }
    if wrong > 0 { return "errors in \(wrong)" }
    let doubtful = cells.count { $0.warnings > 0 }
    return doubtful > 0 ? "warnings in \(doubtful)" : "ok"
  }
}
