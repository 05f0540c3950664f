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
    let definition = nodes[node].definition
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
    // Once for all, as it describes every parameter.
    let declaration = "declared at \(entry.location): \(entry.shortSignature)"
    if hasArgumentsOfAnotherType(node) {
      report(argumentsOfAnotherType(node, entry).note(declaration))
      return Set(names)
    }
    for argument in unknown {
      reportUnknownArgument(argument, of: node, entry, free, declaration)
      let near = nearMisses(of: argument.name, in: free, limit: 1)
      if let near = near.first { meant.insert(near) }
    }
    return meant
  }
}

extension PlanDraft {
  /// Whether a service gives several arguments of which its factory declares none, as those of another type: that one
  /// error is reported of it. If one of them may be meant for a parameter, each is reported.
  func hasArgumentsOfAnotherType(_ node: Int) -> Bool {
    let arguments = nodes[node].definition.arguments
    guard (2...16).contains(arguments.count), nodes[node].inherited == nil,
      let entry = nodes[node].knownEntry, nodes[node].typeName != nil
    else { return false }
    let names = entry.configurableNames + entry.properties.map(\.signature.name)
    return arguments.allSatisfy { argument in
      !names.contains(argument.name) && !fieldsOfServices.contains(argument.name)
        && nearMisses(of: argument.name, in: names).isEmpty
    }
  }

  private func argumentsOfAnotherType(_ node: Int, _ entry: CatalogEntry) -> Diagnostic {
    let (arguments, names) = (nodes[node].definition.arguments, entry.configurableNames)
    return Diagnostic(
      .unknownArgument,
      "`\(entry.name)` has none of the parameters \(arguments.map(\.name).quoted()), which "
        + "`\(nodes[node].key)` gives",
      labels: arguments.map { .init($0.namePlace, "not declared by the factory") }
    )
    .label(nodes[node].typeName?.place, "is this the type that was meant?")
    .fix(
      names.isEmpty
        ? "name the type that takes them, or remove them: `\(entry.name)` takes no arguments"
        : "name the type that takes them, or write what `\(entry.name)` takes: \(names.someQuoted())"
    )
  }
}

/// The fields of a service's entry that a person may write among its arguments.
private let fieldsOfServices: Set<String> = [
  "after", "alias", "autowire", "decorates", "deprecated", "eager", "enabled", "ends",
  "extends", "priority", "properties", "provides", "retry", "scope", "tags", "timeouts", "type",
]

extension PlanDraft {
  fileprivate mutating func reportUnknownArgument(
    _ argument: Argument, of node: Int, _ entry: CatalogEntry, _ free: [String],
    _ declaration: String
  ) {
    let (name, names) = (argument.name, entry.configurableNames)
    let isProperty = entry.properties.contains { $0.signature.name == name }
    let error = Diagnostic(
      .unknownArgument,
      "`\(entry.name)` has no parameter `\(name)`, which `\(nodes[node].key)` gives",
      at: argument.namePlace, "not declared by the factory"
    )
    .note(declaration)
    report(error) { error, draft in
      let arguments = draft.nodes[node].definition.arguments
      let meant =
        isProperty
        ? .init("`\(name)` is a property: move it to `properties`")
        : draft.didYouMean(argument, names, free: free, nextTo: arguments, of: node)
          ?? draft.fieldOfService(argument)
      if let meant { return error.fix(meant) }
      return error.label(
        draft.typeOfLowerLayer(node, than: argument), "`\(entry.name)` is the type"
      )
      .fix(
        names.isEmpty
          ? "remove it: `\(entry.name)` takes no arguments"
          : "`\(entry.name)` takes \(names.someQuoted())")
    }
  }

  /// Returns the place of the type if another layer names it: the one that gives the argument may have forgotten a new
  /// type.
  private func typeOfLowerLayer(_ node: Int, than argument: Argument) -> SourcePlace? {
    guard let type = nodes[node].typeName,
      type.provenance.winner.layer != argument.value.provenance.winner.layer
    else { return nil }
    return type.place
  }

  /// Returns the fix of `scope` and other fields of the entry among the arguments.
  private func fieldOfService(_ argument: Argument) -> Diagnostic.FixIt? {
    guard fieldsOfServices.contains(argument.name), argument.namePlace.span != nil else {
      return nil
    }
    return .init(
      "`\(argument.name)` is a field of the service: write it next to `arguments`, and not inside")
  }

  /// Reports a property that the factory does not declare.
  mutating func reportUnknownProperty(
    _ property: Argument, of node: Int, _ entry: CatalogEntry, _ free: [String]
  ) {
    let (name, names) = (property.name, entry.properties.map(\.signature.name))
    let error = Diagnostic(
      .unknownArgument,
      "`\(entry.name)` has no property `\(name)`, which `\(nodes[node].key)` sets",
      at: property.namePlace, "not declared by the factory"
    )
    .note(
      "\(entry.declaration) "
        + (names.isEmpty
          ? "and has no properties" : "with the properties \(names.someQuoted())"))
    report(error) { error, draft in
      let properties = draft.nodes[node].definition.properties
      return error.fix(
        entry.parameters.contains { $0.name == name }
          ? .init("`\(name)` is an argument: move it to `arguments`")
          : draft.didYouMean(property, names, free: free, nextTo: properties, of: node))
    }
  }

  /// Returns the similar names that are not used yet; if one is used, any other is a guess. If none is
  /// left, a patch may have been meant for what the entry below it gives.
  private func didYouMean(
    _ argument: Argument,
    _ declared: [String],
    free: [String],
    nextTo others: [Argument],
    of node: Int
  ) -> Diagnostic.FixIt? {
    if argument.name.utf8.last == UInt8(ascii: "+"),
      declared.contains(String(argument.name.dropLast()))
    {
      return .init(
        "a mark adds to the list of the lower layers: write `\(argument.name.dropLast()): !append […]`"
      )
    }
    let near = nearMisses(of: argument.name, in: declared)
    // Another misspelled name may have been meant for the same parameter; if there are too many,
    // they are not compared.
    let isOnlyOne =
      near.count == 1 && others.count <= 64
      && !others.contains { other in
        other.name != argument.name && !declared.contains(other.name)
          && !nearMisses(of: other.name, in: near).isEmpty
      }
    let isClosed = isOnlyOne && !sharesText(node)
    if let fix = Diagnostic.FixIt.didYouMean(
      argument.name, among: free, at: argument.namePlace, isClosed: isClosed)
    {
      return fix
    }
    guard let best = near.first,
      let given = others.first(where: { $0.name == best })
    else { return nil }
    // In one layer, the two may be in one map, where the name would be written twice.
    let origins = [given.value.provenance.winner] + given.value.provenance.overridden
    guard argument.namePlace.span != nil, given.namePlace.span != nil,
      !origins.contains(where: {
        $0.layer == argument.value.provenance.winner.layer
      })
    else {
      let line = given.namePlace.span.map { " in line \($0.start.line)" } ?? ""
      return .init("did you mean `\(best)`, which is given\(line)?")
    }
    return .didYouMean(
      argument.name, among: [best], at: argument.namePlace, isClosed: isClosed)
  }
}
