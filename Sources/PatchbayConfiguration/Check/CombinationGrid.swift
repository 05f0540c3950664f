import PatchbayDiagnostics

/// One environment with overlays on top, as a check tries it.
package struct Combination: Sendable {
  /// The environment; nil for the base alone.
  package let environment: String?
  /// The overlays, each above the one before.
  package let overlays: [ConfigurationSource]

  /// Creates a combination, by default without overlays.
  package init(environment: String?, overlays: [ConfigurationSource] = []) {
    (self.environment, self.overlays) = (environment, overlays)
  }
}

/// Every environment, alone and with each overlay.
package struct CombinationGrid: Sendable {
  /// The environments; nil is the base alone.
  package let environments: [String?]
  package let overlays: [ConfigurationSource]
  /// The names of the overlays, such as `outage.yaml`.
  package let overlayNames: [String]

  /// Creates the combinations of environments, of which nil is the base alone, with each overlay.
  package init(environments: [String?], overlays: [ConfigurationSource] = []) {
    self.environments = environments
    self.overlays = overlays
    overlayNames = Self.names(of: overlays)
  }

  /// The most combinations that a check tries: each costs as much as a load.
  package static let most = 20_000

  /// The number of combinations of one environment: without an overlay, and with each.
  private var width: Int { 1 + overlays.count }

  /// The number of combinations.
  package var count: Int { environments.count * width }

  /// Returns the number of a combination: those of one environment follow each other, first that
  /// without an overlay.
  package func index(environment: Int, overlay: Int?) -> Int {
    environment * width + (overlay.map { $0 + 1 } ?? 0)
  }

  /// Returns the position of the environment of a combination.
  func environment(of index: Int) -> Int { index / width }

  /// Returns the position of the overlay of a combination; nil if it has none.
  func overlay(of index: Int) -> Int? { index % width == 0 ? nil : index % width - 1 }

  subscript(index: Int) -> Combination {
    Combination(
      environment: environments[environment(of: index)],
      overlays: overlay(of: index).map { [overlays[$0]] } ?? [])
  }

  /// Returns the name of a combination: `production + outage.yaml`.
  package func name(_ index: Int) -> String {
    let environment = environments[environment(of: index)] ?? "the base alone"
    return overlay(of: index).map { "\(environment) + \(overlayNames[$0])" } ?? environment
  }

  /// Whether all of some combinations have an overlay, and there are any.
  func isOfOverlays(_ indices: [Int]) -> Bool {
    !indices.isEmpty && indices.allSatisfy { overlay(of: $0) != nil }
  }

  /// Returns where something holds that is found in some combinations, ascending, such as ``in the
  /// environment `test` ``; nil if it holds everywhere, or wherever the file is that has it.
  func place(of indices: [Int], at file: String?) -> String? {
    guard !indices.isEmpty, indices.count < count else { return nil }
    let here = Set(indices.map { environment(of: $0) })
    // With all overlays of these environments, the overlays do not matter.
    if indices.count == here.count * width {
      return Self.place(ofEnvironments: here.inStableOrder(by: <).compactMap { environments[$0] })
    }
    if indices.count == environments.count, let overlay = overlay(of: indices[0]),
      indices.allSatisfy({ self.overlay(of: $0) == overlay })
    {
      if overlays[overlay].path == file { return nil }
      return "wherever the overlay `\(overlayNames[overlay])` is"
    }
    let most = 5
    var text = "in \(indices.count) of \(count) combinations: "
    text += indices.prefix(most).map { "`\(name($0))`" }.joined(separator: ", ")
    return indices.count > most ? "\(text), and \(indices.count - most) more" : text
  }

  private static func place(ofEnvironments names: [String]) -> String {
    if names.isEmpty { return "in the base alone" }
    return "in the \(names.count == 1 ? "environment" : "environments") \(names.someQuoted())"
  }

  /// Returns the names of files: their last parts, or whole paths where two have the same.
  private static func names(of overlays: [ConfigurationSource]) -> [String] {
    let paths = overlays.map { $0.path ?? "an overlay of the program" }
    let counts = Dictionary(grouping: paths, by: { PathText.lastPart(of: $0) }).mapValues {
      $0.count
    }
    return paths.map { path in
      let last = PathText.lastPart(of: path)
      return counts[last] == 1 ? last : path
    }
  }
}
