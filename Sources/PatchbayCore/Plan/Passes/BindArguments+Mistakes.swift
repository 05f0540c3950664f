import PatchbayDiagnostics

// What was probably meant by a value in place of a service.
extension PlanDraft {
  /// Returns the fix of a value that names a service without its YAML tag, such as `pool`, `@pool` or `"!ref pool"`, or
  /// nearly names one that fits; nil if it names nothing that is known.
  func referenceInstead(
    of value: ConfigurationValue, _ use: ParameterUse, isForList: Bool = false
  ) -> Diagnostic.FixIt? {
    guard value.disclosure == .open, value.provenance.via.isEmpty,
      case .scalar(let scalar) = value.content, let name = ForeignSpelling.name(in: scalar.text)
    else { return nil }
    func written(_ key: String) -> String { isForList ? "[!ref \(key)]" : "!ref \(key)" }
    if case .service = meanings[name], !isOwn(name, of: use.node) {
      let reference = value.place.spelling(
        yaml: "a `!ref` reference", swift: "`.reference(\"\(name)\")`")
      return .init(
        "to refer to the service `\(name)`, write \(reference)", replacing: value.place,
        with: written(name), isCertain: certainlyFits(name, use))
    }
    let fitting = offers[use.parameter.contract].lazy.filter { !isOwn($0, of: use.node) }
      .map { nodes[$0].key }
    return nearMisses(of: name, in: fitting, limit: 1).first.map {
      .init(
        "did you mean the service `\($0)`?", replacing: value.place, with: written($0))
    }
  }

  /// Returns the fix of a reference to one service in place of several.
  func listOfOne(_ value: ConfigurationValue, _ use: ParameterUse) -> Diagnostic.FixIt? {
    guard case .service(let service) = value.content, case .reference(let key) = service.target,
      service.place.span != nil, !isOwn(key.text, of: use.node), certainlyFits(key.text, use)
    else { return nil }
    return .init(
      "make it a list of one", replacing: service.place, with: "[!ref \(key.text)]",
      isCertain: true)
  }

  /// Whether a reference to a key, through its decorators, is right for a parameter in all services
  /// that share the text.
  private func certainlyFits(_ key: String, _ use: ParameterUse) -> Bool {
    guard case .service(let index) = meanings[key] else { return false }
    let entry = nodes[outermost(of: index)].knownEntry
    return entry?.contractIndex(of: use.parameter.contract) != nil && !sharesText(use.node)
  }
}

/// How people who know another container write a reference or a scope.
enum ForeignSpelling {
  /// The built-in scopes by the names that other containers have for them.
  static let scopes = ["prototype": "transient", "unique": "transient", "shared": "singleton"]

  /// Returns the only name in a text, without the signs around it: `@pool`, `%pool%`, `{{ pool }}`,
  /// `ref(pool)`; nil if there are several.
  static func name(in text: String) -> String? {
    // A longer text is no name with signs around it.
    guard text.utf8.count <= 128 else { return nil }
    var words = text.utf8.split { !$0.isKeyCharacter }.map { String(Substring($0)) }
    if words.count == 2, words[0] == "ref" { words.removeFirst() }
    return words.count == 1 ? words[0] : nil
  }
}
