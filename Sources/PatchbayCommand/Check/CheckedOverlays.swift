import PatchbayConfiguration
import PatchbayDiagnostics

/// The overlays that `--overlays` names, each of which is laid over each environment.
struct CheckedOverlays {
  private let overlays: [ConfigurationSource]

  /// Finds the files of all patterns.
  init(_ invocation: Invocation) throws {
    let option = Subcommand.overlays
    var found: [ConfigurationSource] = []
    for pattern in invocation[option] {
      let files = try ConfigurationSource.files(matching: pattern, option: option.name)
      if files.isEmpty {
        throw UsageError(
          "no file matches `\(DisplayText.line(pattern))`, which `\(option.name)` names")
      }
      found += files
    }
    overlays = found.eachOnce
  }

  /// Returns the combinations with environments, nil for the base alone.
  func grid(with environments: [String?]) throws(UsageError) -> CombinationGrid {
    let grid = CombinationGrid(environments: environments, overlays: overlays)
    // A configuration may have many environments of its own.
    if grid.count > CombinationGrid.most, !overlays.isEmpty {
      throw UsageError(
        "\(grid.count) combinations are more than the \(CombinationGrid.most) that a check tries",
        help: "name fewer overlays, or some of the environments with --environment")
    }
    return grid
  }
}
