import PatchbayConfiguration
import PatchbayDiagnostics

/// The numbers of mistakes of all combinations: a row for each overlay, below one for none, and a
/// column for each environment.
struct CombinationTable {
  private let grid: CombinationGrid
  private var counts: [(errors: Int, warnings: Int)]

  /// The most overlays whose rows are shown even if nothing is wrong with them.
  private static let mostRows = 30

  /// Creates the table of a check; nil if there are no overlays.
  init?(_ check: CombinedCheck) {
    grid = check.grid
    guard !grid.overlays.isEmpty else { return nil }
    counts = Array(repeating: (0, 0), count: grid.count)
    for finding in check.findings {
      for combination in finding.combinations {
        if finding.diagnostic.severity == .error {
          counts[combination].errors += 1
        } else {
          counts[combination].warnings += 1
        }
      }
    }
  }

  /// Returns the table.
  func text(_ presentation: Presentation) -> String {
    let environments = grid.environments.map { $0 ?? "the base alone" }
    var rows: [[String]] = []
    var left = 0
    for overlay in [nil] + grid.overlays.indices.map(Optional.some) {
      let cells = environments.indices.map { counts[grid.index(environment: $0, overlay: overlay)] }
      let isFine = cells.allSatisfy { $0 == (0, 0) }
      if isFine, overlay != nil, grid.overlays.count > Self.mostRows {
        left += 1
        continue
      }
      let name = overlay.map { grid.overlayNames[$0] } ?? "no overlay"
      rows.append([name] + cells.map(cell))
    }
    let text = TextTable([""] + environments, rows).text(presentation)
    return left == 0 ? text : "\(text)\n\(left.counted("more overlay")) without mistakes"
  }

  private func cell(_ count: (errors: Int, warnings: Int)) -> String {
    let parts = [(count.errors, "error"), (count.warnings, "warning")].filter { $0.0 > 0 }
    return parts.isEmpty ? "ok" : parts.map { $0.counted($1) }.joined(separator: ", ")
  }
}
