import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// What the environments say that are not selected; looked at only where something is missing.
struct OtherEnvironments: Sendable {
  /// The sections and siblings of each environment, by name and then low to high.
  private var sections: [(environment: String, section: Section)] = []
  /// The environment that is selected, which is none of the others; nil for the base alone.
  private var selected: String?

  init() {}

  /// - Parameters:
  ///   - files: the root file and its imports.
  ///   - siblings: for each environment with siblings, those files.
  init(_ files: [LoadedFile], siblings: [String: [LoadedFile]]) {
    for file in files {
      for environment in file.outline.environments {
        sections.append((environment.name, environment.section))
      }
    }
    for (environment, files) in siblings {
      sections += files.map { (environment, $0.outline.body) }
    }
    // The order of a dictionary differs from process to process.
    sections = sections.enumerated()
      .sorted { ($0.element.environment, $0.offset) < ($1.element.environment, $1.offset) }
      .map(\.element)
  }

  /// The environments other than the selected one.
  func than(_ selected: String?) -> Self {
    var others = self
    others.selected = selected
    return others
  }

  /// Where other environments define a service, one place for each environment.
  func definitions(ofService key: String, within hints: HintBudget) -> [Elsewhere] {
    places(within: hints) { section in
      guard let services = section.services?.value, services.kind == .mapping,
        Self.mayLook(through: services, hints)
      else { return nil }
      return services.entries.first { name, entry in
        name.withText { TextHash.areEqual(key, $0) } && entry.kind == .mapping
          && (entry["type"] ?? entry["alias"] ?? entry["extends"]) != nil
      }?.key
    }
  }

  /// Where other environments set a parameter, one place for each environment.
  func settings(ofParameter name: String, within hints: HintBudget) -> [Elsewhere] {
    places(within: hints) { section in
      guard let parameters = section.parameters?.value, parameters.kind == .mapping else {
        return nil
      }
      return Self.key(of: name, in: parameters, hints)
    }
  }

  /// None where the search would cost more than is left.
  private func places(
    within hints: HintBudget, _ find: (Section) -> YAMLNode?
  ) -> [Elsewhere] {
    var found: [Elsewhere] = []
    for (environment, section) in sections
    where environment != selected && found.last?.environment != environment {
      guard hints.spend(Self.stepsForEntry) else { break }
      guard let key = find(section) else { continue }
      found.append(Elsewhere(environment: environment, place: key.place))
    }
    return hints.steps > 0 ? found : []
  }

  /// What one look at an entry of a map costs, measured in steps of a budget.
  private static let stepsForEntry = 40

  private static func mayLook(through map: YAMLNode, _ hints: HintBudget) -> Bool {
    hints.spend(stepsForEntry * map.count)
  }

  /// The key that sets a parameter: its dotted name, or the last of a path of maps.
  private static func key(
    of name: String, in map: YAMLNode, _ hints: HintBudget
  ) -> YAMLNode? {
    guard mayLook(through: map, hints) else { return nil }
    for (key, value) in map.entries {
      let text = key.text
      if text == name { return key }
      guard name.hasPrefix(text + "."), value.kind == .mapping else { continue }
      // A name has as many parts at most as its characters allow.
      if let found = self.key(of: String(name.dropFirst(text.count + 1)), in: value, hints) {
        return found
      }
    }
    return nil
  }
}

extension [Elsewhere] {
  /// Labels that say where else something is.
  func labels(_ verb: String) -> [Diagnostic.Label] {
    prefix(5).map { .init($0.place, "\(verb) only for the environment `\($0.environment)`") }
  }
}
