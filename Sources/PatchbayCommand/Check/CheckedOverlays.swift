import Patchbay
import PatchbayConfiguration
import PatchbayDiagnostics

/// The overlays that `--overlays` names, each of which is laid over each environment.
struct CheckedOverlays {
  private let overlays: [ConfigurationSource]
  private let pairs: Bool
  /// The most combinations: each costs as much as a load.
  private static let mostCombinations = 20_000

  /// Finds the files of all patterns.
  init(_ invocation: Invocation) throws {
    let option = "--overlays"
    var found: [String: ConfigurationSource] = [:]
    for pattern in invocation.values(of: option) {
      let files = try ConfigurationSource.files(matching: pattern, option: option)
      if files.isEmpty {
        throw UsageError("no file matches `\(DisplayText.line(pattern))`, which `\(option)` names")
      }
      for file in files { found[file.path ?? ""] = file }
    }
    overlays = found.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
    pairs = invocation.has("--pairs")
    if pairs, overlays.isEmpty {
      throw UsageError(
        "`--pairs` needs overlays", help: "name them: --overlays 'Tests/Overlays/*.yaml'")
    }
  }

  /// Returns the combinations with environments, nil for the base alone.
  func grid(with environments: [String?]) throws(UsageError) -> CombinationGrid {
    let count = CombinationGrid.count(
      environments: environments.count, overlays: overlays.count, pairs: pairs)
    // A configuration may have many environments of its own.
    if count > Self.mostCombinations, !overlays.isEmpty {
      throw UsageError(
        "\(count) combinations are more than the \(Self.mostCombinations) that a check tries",
        help: "name fewer overlays, or some of the environments with --environment")
    }
    return CombinationGrid(environments: environments, overlays: overlays, pairs: pairs)
  }
}
