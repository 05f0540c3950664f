import PatchbayDiagnostics

extension FileReader {
  /// Returns the names of files in a folder that are similar to a missing one.
  func nearFiles(to name: String, in folder: String, within hints: HintBudget) -> [String] {
    // A folder is always listed completely, so the budget is charged before and after.
    guard hints.spend(Self.stepsForFolder), let entries = try? entries(of: folder),
      hints.spend(entries.count * Self.stepsForEntry)
    else { return [] }
    return nearMisses(
      of: name, in: entries.lazy.filter { !$0.isFolder }.map(\.name), within: hints)
  }

  /// The cost of listing a folder, in steps of a budget.
  private static let stepsForFolder = 20_000
  private static let stepsForEntry = 1_000
}
