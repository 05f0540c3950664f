import PatchbayDiagnostics

extension FileReader {
  /// The names of the files in a folder that are near to one that is not there.
  func nearFiles(to name: String, in folder: String, within hints: HintBudget) -> [String] {
    // A folder is listed as a whole, so it is paid for before and after.
    guard hints.spend(Self.stepsForFolder), let entries = try? entries(of: folder),
      hints.spend(entries.count * Self.stepsForEntry)
    else { return [] }
    return nearMisses(
      of: name, in: entries.lazy.filter { !$0.isFolder }.map(\.name), within: hints)
  }

  /// What listing a folder costs, measured in steps of a budget.
  private static let stepsForFolder = 20_000
  private static let stepsForEntry = 1_000
}
