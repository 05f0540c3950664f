import PatchbayDiagnostics

extension PlanDraft {
  /// Reports arguments that the factory does not declare.
  ///
  /// - Returns: The parameters that these, and misplaced properties, were probably meant for: that
  ///   they are missing need not be reported again.
  mutating func reportUnknownArguments(_ node: Int, _ entry: CatalogEntry) -> Set<String> {
    let arguments = nodes[node].definition.arguments
    // Nearly all definitions use declared names only, and set no properties.
    if nodes[node].definition.properties.isEmpty,
      arguments.allSatisfy({ entry.hasConfigurable($0.name) })
    {
      return []
    }
    let (names, properties) = (entry.configurableNames, entry.properties.map(\.signature.name))
    let set = nodes[node].definition.properties.map(\.name)
    var meant = Set(set.filter { names.contains($0) && !properties.contains($0) })
    let unknown = arguments.filter { !names.contains($0.name) }
    guard !unknown.isEmpty else { return meant }
    if hasArgumentsOfAnotherType(node) {
      report(unknownArguments(unknown, of: node, entry))
      return Set(names)
    }
    for argument in unknown {
      report(unknownArguments([argument], of: node, entry)) { error, draft in
        error.fix(draft.didYouMean(argument, among: names, nextTo: arguments, of: node))
      }
      if let near = nearMisses(of: argument.name, in: names, limit: 1).first { meant.insert(near) }
    }
    return meant
  }

  /// Whether a service gives several arguments of which its factory declares none, as those of another type: that one
  /// error is reported of it. If one of them may be meant for a parameter, each is reported.
  func hasArgumentsOfAnotherType(_ node: Int) -> Bool {
    let arguments = nodes[node].definition.arguments
    guard (2...16).contains(arguments.count), nodes[node].inherited == nil,
      nodes[node].typeName != nil, let entry = nodes[node].knownEntry
    else { return false }
    let names = entry.configurableNames + entry.properties.map(\.signature.name)
    return arguments.allSatisfy { argument in
      !names.contains(argument.name) && !fieldsOfServices.contains(argument.name)
        && nearMisses(of: argument.name, in: names).isEmpty
    }
  }

  /// Reports a property that the factory does not declare.
  mutating func reportUnknownProperty(
    _ property: Argument, of node: Int, _ entry: CatalogEntry
  ) {
    let names = entry.properties.map(\.signature.name)
    let others = nodes[node].definition.properties
    let isArgument = entry.hasConfigurable(property.name)
    let error = Diagnostic(
      .unknownArgument,
      "`\(entry.name)` has no property `\(property.name)`, which `\(nodes[node].key)` sets",
      at: property.namePlace,
      isArgument ? "a parameter: it belongs under `arguments`" : "not declared by the factory"
    )
    .note(
      "\(entry.declaration) "
        + (names.isEmpty ? "and has no properties" : "with the properties \(names.someQuoted())"))
    report(error) { error, draft in
      error.fix(draft.didYouMean(property, among: names, nextTo: others, of: node))
    }
  }

  /// Returns the fix that names the declared names similar to one that is not. One that the same layer gives already
  /// is left out: the two may be in one map, where the name would be written twice.
  private func didYouMean(
    _ argument: Argument, among declared: [String], nextTo others: [Argument], of node: Int
  ) -> Diagnostic.FixIt? {
    let layer = argument.value.provenance.winner.layer
    let given = others.filter { other in
      let provenance = other.value.provenance
      return ([provenance.winner] + provenance.overridden).contains { $0.layer == layer }
    }.map(\.name)
    let all = nearMisses(of: argument.name, in: declared)
    let near = all.filter { !given.contains($0) }
    // It is certain only if no other misspelled name may have been meant for the same parameter; if there are too
    // many, they are not compared. A sign in the name, as in `hosts+`, was meant as more than the name.
    let isOnlyOne =
      all == near && others.count <= 64 && argument.name.utf8.allSatisfy(\.isKeyCharacter)
      && !others.contains { other in
        other.name != argument.name && !declared.contains(other.name)
          && !nearMisses(of: other.name, in: near).isEmpty
      }
    return .didYouMean(
      anyOf: near, insteadOf: isOnlyOne && !sharesText(node) ? argument.name : nil,
      replacing: argument.namePlace.span, writing: ScalarText.written)
  }
}

/// The fields of a service's entry that a person may write among its arguments.
private let fieldsOfServices: Set<String> = [
  "after", "alias", "autowire", "decorates", "deprecated", "eager", "enabled", "ends",
  "extends", "priority", "properties", "provides", "retry", "scope", "tags", "timeouts", "type",
]

extension PlanDraft {
  private func unknownArguments(
    _ unknown: [Argument], of node: Int, _ entry: CatalogEntry
  ) -> Diagnostic {
    let properties = entry.properties.map(\.signature.name)
    let names = unknown.map(\.name)
    let labels = unknown.map { argument -> Diagnostic.Label in
      let label =
        if properties.contains(argument.name) {
          "a property: it belongs under `properties`"
        } else if fieldsOfServices.contains(argument.name) {
          "a field of the service: it belongs next to `arguments`"
        } else {
          "not declared by the factory"
        }
      return .init(argument.namePlace, label)
    }
    let what = unknown.count == 1 ? "no parameter" : "none of the parameters"
    return Diagnostic(
      .unknownArgument,
      "`\(entry.name)` has \(what) \(names.quoted()), which `\(nodes[node].key)` gives",
      labels: labels
    )
    .note("declared at \(entry.location): \(entry.shortSignature)")
  }
}
