import PatchbayDiagnostics

/// Arguments that the factory does not declare.
func tellUnknownArguments(
  _ definition: Definition,
  _ entry: CatalogEntry,
  _ draft: inout PlanDraft
) {
  for argument in definition.arguments
  where !entry.parameters.contains(where: { $0.name == argument.name }) {
    draft.tell(unknownArgument(argument, definition, entry))
  }
}

private func unknownArgument(
  _ argument: Argument,
  _ definition: Definition,
  _ entry: CatalogEntry
) -> Diagnostic {
  let given = Set(definition.arguments.map(\.name))
  let free = entry.parameters.map(\.name).filter { !given.contains($0) }
  var fixIts = didYouMean(argument.name, free, at: argument.namePlace)
  if entry.properties.contains(where: { $0.signature.name == argument.name }) {
    fixIts = [.init("`\(argument.name)` is a property: move it to `properties`")]
  }
  if fixIts.isEmpty {
    fixIts = [
      .init(
        entry.parameters.isEmpty
          ? "remove it: `\(entry.name)` takes no arguments"
          : "`\(entry.name)` takes \(quotedList(entry.parameters.map(\.name)))"
      )
    ]
  }
  return Diagnostic(
    .unknownArgument,
    "`\(entry.name)` has no parameter `\(argument.name)`, which `\(definition.key)` gives",
    labels: [.init(argument.namePlace, "not declared by the factory")],
    notes: ["declared at \(entry.location): \(entry.signatureText)"],
    fixIts: fixIts
  )
}

/// A property that the factory does not declare.
func unknownProperty(
  _ property: Argument,
  _ definition: Definition,
  _ entry: CatalogEntry
) -> Diagnostic {
  let names = entry.properties.map(\.signature.name)
  var fixIts = didYouMean(property.name, names, at: property.namePlace)
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
        : "`\(entry.name)` is declared at \(entry.location) with the properties \(quotedList(names))"
    ],
    fixIts: fixIts
  )
}
