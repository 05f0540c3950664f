import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The content of the environments that are not selected, searched for a name that is missing.
struct OtherEnvironments: Sendable {
  /// The sections and siblings of each environment, by name and then low to high.
  private var sections: [(environment: String, section: Section)] = []
  /// The selected environment, which searches skip; nil for the base alone.
  private var selected: String?

  init() {}

  var isEmpty: Bool { sections.isEmpty }

  /// Creates the content of all environments, of the root file and its imports, and of their
  /// siblings with theirs.
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
    sections = sections.inStableOrder { $0.environment < $1.environment }
  }

  /// Returns the environments without the selected one.
  func excluding(_ selected: String?) -> Self {
    var others = self
    others.selected = selected
    return others
  }

  /// Returns the places where other environments define a service, one for each environment.
  func definitions(ofService key: String) -> [Elsewhere] {
    places { section in
      guard let services = section.services?.value, services.kind == .mapping else { return nil }
      return services.entries.first { name, entry in
        name.withText { TextHash.areEqual(key, $0) } && entry.kind == .mapping
          && Statement.form(of: entry) != nil
      }?.key
    }
  }

  /// Returns the places where other environments set a parameter, one for each environment.
  func settings(ofParameter name: String) -> [Elsewhere] {
    places { section in
      guard let parameters = section.parameters?.value, parameters.kind == .mapping else {
        return nil
      }
      return Self.key(of: name, in: parameters)
    }
  }

  /// The largest number of sections that are searched: a check of thousands of environments would search
  /// those of all others for each of them.
  private static let mostSearched = 100

  /// Returns the first place that `find` returns of each environment.
  private func places(_ find: (Section) -> YAMLNode?) -> [Elsewhere] {
    var found: [Elsewhere] = []
    for (environment, section) in sections.prefix(Self.mostSearched)
    where environment != selected && found.last?.environment != environment {
      guard let key = find(section) else { continue }
      found.append(Elsewhere(environment: environment, place: key.place))
    }
    return found
  }

  /// Returns the key that sets a parameter: its dotted name, or the last of a path of maps.
  private static func key(of name: String, in map: YAMLNode) -> YAMLNode? {
    for (key, value) in map.entries {
      let text = key.text
      if text == name { return key }
      guard name.hasPrefix(text + "."), value.kind == .mapping else { continue }
      // The rest of the name is shorter with each level, so the recursion ends.
      if let found = self.key(of: String(name.dropFirst(text.count + 1)), in: value) {
        return found
      }
    }
    return nil
  }
}

extension [Elsewhere] {
  /// Returns a label for each of the first places, with the environment.
  func labels(_ verb: String) -> [Diagnostic.Label] {
    prefix(5).map { .init($0.place, "\(verb) only for the environment `\($0.environment)`") }
  }
}
