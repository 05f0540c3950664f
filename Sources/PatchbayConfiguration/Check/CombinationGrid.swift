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

/// Every environment with every choice of overlays.
package struct CombinationGrid: Sendable {
  /// The environments; nil is the base alone.
  package let environments: [String?]
  /// The choices of overlays; the first has none, and those of one overlay follow it.
  package let choices: [[ConfigurationSource]]
  /// The choices of one overlay that each choice consists of.
  private let parts: [[Int]]
  /// The names of the choices: `outage.yaml`, or `outage.yaml + slow.yaml`.
  package let choiceNames: [String]

  /// Creates the combinations of environments, of which nil is the base alone, with each overlay,
  /// and with each two of them as `pairs`.
  package init(
    environments: [String?], overlays: [ConfigurationSource] = [], pairs: Bool = false
  ) {
    self.environments = environments
    var chosen = [[]] + overlays.indices.map { [$0] }
    if pairs {
      for lower in overlays.indices {
        for upper in overlays.indices where upper > lower { chosen.append([lower, upper]) }
      }
    }
    choices = chosen.map { $0.map { overlays[$0] } }
    parts = chosen.map { $0.map { $0 + 1 } }
    let names = Self.names(of: overlays)
    choiceNames = chosen.map { $0.map { names[$0] }.joined(separator: " + ") }
  }

  /// The most combinations that a check tries: each costs as much as a load.
  package static let most = 20_000

  /// Returns the number of combinations that a grid would have.
  package static func count(environments: Int, overlays: Int, pairs: Bool) -> Int {
    environments * (1 + overlays + (pairs ? overlays * (overlays - 1) / 2 : 0))
  }

  /// The number of combinations.
  package var count: Int { environments.count * choices.count }

  /// Returns a combination; those of one environment follow each other, first that without overlays.
  subscript(index: Int) -> Combination {
    Combination(
      environment: environments[index / choices.count], overlays: choices[index % choices.count])
  }

  /// Returns the combinations with one overlay each that make up one with two; none for any other.
  package func parts(of index: Int) -> [Int] {
    let choice = index % choices.count
    return parts[choice].count > 1 ? parts[choice].map { index - choice + $0 } : []
  }

  /// Returns the name of a combination: `production + outage.yaml`.
  package func name(_ index: Int) -> String {
    let environment = environments[index / choices.count] ?? "the base alone"
    let choice = choiceNames[index % choices.count]
    return choice.isEmpty ? environment : "\(environment) + \(choice)"
  }

  /// Whether all of some combinations have an overlay, and there are any.
  func isOfOverlays(_ indices: [Int]) -> Bool {
    !indices.isEmpty && indices.allSatisfy { $0 % choices.count != 0 }
  }

  /// Returns where something holds that is found in some combinations, ascending, such as ``in the
  /// environment `test` ``; nil if it holds everywhere, or wherever the file is that has it.
  func place(of indices: [Int], at file: String?) -> String? {
    guard !indices.isEmpty, indices.count < count else { return nil }
    var choicesHere: [Int: Set<Int>] = [:]
    for index in indices {
      choicesHere[index / choices.count, default: []].insert(index % choices.count)
    }
    let isRectangle = Set(choicesHere.values).count == 1
    let chosen = choicesHere.first?.value ?? []
    if isRectangle, chosen.count == choices.count {
      return Self.place(
        ofEnvironments: choicesHere.keys.inStableOrder(by: <).compactMap { environments[$0] })
    }
    if isRectangle, choicesHere.count == environments.count, let overlay = cause(of: chosen) {
      if choices[overlay].first?.path == file { return nil }
      return "wherever the overlay `\(choiceNames[overlay])` is"
    }
    let most = 5
    var text = "in \(indices.count) of \(count) combinations: "
    text += indices.prefix(most).map { "`\(name($0))`" }.joined(separator: ", ")
    return indices.count > most ? "\(text), and \(indices.count - most) more" : text
  }

  /// Returns the choice of one overlay that all of some choices contain, and no other one does.
  private func cause(of chosen: Set<Int>) -> Int? {
    let single = chosen.filter { parts[$0].count == 1 }
    guard single.count == 1, let overlay = single.first,
      chosen.allSatisfy({ parts[$0].contains(overlay) })
    else { return nil }
    // Every pair has one part of each of the other overlays.
    let overlays = parts.count { $0.count == 1 }
    return chosen.count == 1 + (parts.count > overlays + 1 ? overlays - 1 : 0) ? overlay : nil
  }

  private static func place(ofEnvironments names: [String]) -> String {
    if names.isEmpty { return "in the base alone" }
    // Thousands of notes could each list thousands of environments.
    let some = names.quoted(first: 20)
    return "in the \(names.count == 1 ? "environment" : "environments") \(some)"
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
