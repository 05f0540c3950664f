import PatchbayDiagnostics

/// Reports arguments that the factory does not declare.
///
/// - Returns: The parameters that these, and misplaced properties, were probably meant for: that
///   they are missing need not be reported again.
func reportUnknownArguments(
  _ node: Int,
  _ entry: CatalogEntry,
  _ draft: inout PlanDraft
) -> Set<String> {
  let arguments = draft.nodes[node].definition.arguments
  // Nearly all definitions use declared names only, and set no properties.
  if draft.nodes[node].definition.properties.isEmpty,
    arguments.indices.allSatisfy({ entry.hasConfigurable(arguments[$0].name) })
  {
    return []
  }
  let definition = draft.nodes[node].definition
  let names = entry.configurableNames
  var meant: Set<String> = []
  for property in definition.properties where names.contains(property.name) {
    let isProperty = entry.properties.contains { $0.signature.name == property.name }
    if !isProperty { meant.insert(property.name) }
  }
  let unknown = definition.arguments.filter { !names.contains($0.name) }
  guard !unknown.isEmpty else { return meant }
  let given = Set(definition.arguments.map(\.name))
  let free = names.filter { !given.contains($0) }
  for argument in unknown {
    draft.report(
      unknownArgument(
        argument, definition, entry, free, isShared: draft.sharesText(node), draft.hints))
    let near = nearMisses(of: argument.name, in: free, limit: 1, within: draft.hints)
    if let near = near.first { meant.insert(near) }
  }
  return meant
}

private func unknownArgument(
  _ argument: Argument,
  _ definition: Definition,
  _ entry: CatalogEntry,
  _ free: [String],
  isShared: Bool,
  _ hints: HintBudget
) -> Diagnostic {
  var fixIts = didYouMean(
    argument, entry.configurableNames, free: free, nextTo: definition.arguments,
    isShared: isShared, hints)
  if entry.properties.contains(where: { $0.signature.name == argument.name }) {
    fixIts = [.init("`\(argument.name)` is a property: move it to `properties`")]
  }
  if fixIts.isEmpty {
    fixIts = [
      .init(
        entry.configurableNames.isEmpty
          ? "remove it: `\(entry.name)` takes no arguments"
          : "`\(entry.name)` takes \(quotedSome(entry.configurableNames))"
      )
    ]
  }
  return Diagnostic(
    .unknownArgument,
    "`\(entry.name)` has no parameter `\(argument.name)`, which `\(definition.key)` gives",
    labels: [.init(argument.namePlace, "not declared by the factory")],
    notes: ["declared at \(entry.location): \(entry.shortSignature)"],
    fixIts: fixIts
  )
}

/// Returns the similar names that are not used yet; if one is used, any other is a guess.
private func didYouMean(
  _ argument: Argument,
  _ declared: [String],
  free: [String],
  nextTo others: [Argument],
  isShared: Bool,
  _ hints: HintBudget
) -> [Diagnostic.FixIt] {
  let near = nearMisses(of: argument.name, in: declared, within: hints)
  // Another misspelled name may have been meant for the same parameter; if there are too many, they
  // are not compared.
  let isOnlyOne =
    near.count == 1 && others.count <= 64
    && !others.contains { other in
      other.name != argument.name && !declared.contains(other.name)
        && !nearMisses(of: other.name, in: near, within: hints).isEmpty
    }
  return didYouMean(
    argument.name,
    free,
    at: argument.namePlace,
    isClosed: isOnlyOne && !isShared,
    within: hints
  )
}

/// Returns the error of a property that the factory does not declare.
func unknownProperty(
  _ property: Argument,
  _ definition: Definition,
  _ entry: CatalogEntry,
  _ free: [String],
  isShared: Bool,
  _ hints: HintBudget
) -> Diagnostic {
  let names = entry.properties.map(\.signature.name)
  var fixIts = didYouMean(
    property, names, free: free, nextTo: definition.properties, isShared: isShared, hints)
  if entry.parameters.contains(where: { $0.name == property.name }) {
    fixIts = [.init("`\(property.name)` is an argument: move it to `arguments`")]
  }
  return Diagnostic(
    .unknownArgument,
    "`\(entry.name)` has no property `\(property.name)`, which `\(definition.key)` sets",
    labels: [.init(property.namePlace, "not declared by the factory")],
    notes: [
      names.isEmpty
        ? "`\(entry.name)` is declared at \(entry.location) and has no properties"
        : "`\(entry.name)` is declared at \(entry.location) with the properties \(quotedSome(names))"
    ],
    fixIts: fixIts
  )
}
