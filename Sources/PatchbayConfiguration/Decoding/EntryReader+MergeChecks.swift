import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryReader {
  /// Reports different values of files of equal rank that no higher layer overrides.
  mutating func checkConflicts() {
    // Not a list of both, which would copy them where nothing is merged.
    checkConflicts(document.templates.touched) { $0.templates }
    checkConflicts(document.services.touched) { $0.services }
    if let parameters = document.parameters { reportRivals(in: parameters, .parameters, []) }
  }

  private mutating func checkConflicts(
    _ touched: [Int], in table: (LayeredDocument) -> EntryTable
  ) {
    guard !touched.isEmpty else { return }
    let table = table(document)
    for position in touched {
      let entry = table.entry(at: position)
      guard entry.state == .defined else { continue }
      let owner =
        table.kind == .services
        ? ValueMerge.Owner.service(entry.key) : ValueMerge.Owner.template(entry.key)
      if let rival = rivalDefinition(entry) {
        report(
          conflict(
            "\(owner.description(of: [])) is defined",
            entry.lastDefinition.map { entry.history[$0].origin } ?? entry.origin, rival.origin))
        continue
      }
      reportRivals(in: entry.value, owner, [])
    }
  }

  /// Returns the definition that the last one replaced although neither file imports the other.
  private func rivalDefinition(_ entry: EntryTable.Entry) -> Statement? {
    guard let last = entry.lastDefinition else { return nil }
    let winner = entry.history[last]
    for statement in entry.history[..<last].reversed() {
      if statement.role == .removal { return nil }
      if statement.role == .definition, document.stack.areRivals(winner.layer, statement.layer),
        !winner.node.hasSameContent(as: statement.node)
      {
        return statement
      }
    }
    return nil
  }

  private mutating func reportRivals(
    in value: LayeredValue, _ owner: ValueMerge.Owner, _ path: [String]
  ) {
    guard let merged = value.merged else { return }
    if let rival = merged.rivals.last {
      report(conflict("\(owner.description(of: path)) is set", value.origin, rival.origin))
    }
    if case .entries(let entries) = merged.content {
      for entry in entries where entry.value.merged != nil {
        reportRivals(in: entry.value, owner, path + [entry.key])
      }
    }
  }

  private func conflict(_ fact: String, _ winner: Origin, _ rival: Origin) -> Diagnostic {
    func file(_ origin: Origin) -> String {
      document.stack.layers[origin.layer].file.map { document.stack.files[$0].name } ?? ""
    }
    return Diagnostic(
      .importConflict, "\(fact) differently by two files of which neither imports the other",
      at: winner.place, "so in `\(file(winner))`"
    )
    .label(rival.place, "and so in `\(file(rival))`")
    .fix("set it in a file that imports both, or let one import the other")
  }

  /// Warns of redefinitions that removed a service from a list that another service requests.
  mutating func checkDroppedTags(_ set: DefinitionSet) {
    let touched = document.services.touched
    guard !evaluator.requestedTags.isEmpty, !touched.isEmpty else { return }
    let finalTags = Dictionary(first: set.definitions.map { ($0.key, $0.tags) })
    for position in touched {
      let entry = document.services.entry(at: position)
      guard entry.state == .defined, let last = entry.lastDefinition,
        !entry.value.hasEntry("tags")
      else { continue }
      let below = entry.history[..<last].reversed().prefix { $0.role != .removal }
      let dropped = below.flatMap { tagNames($0.node) }
        .filter { evaluator.requestedTags.contains($0.text) }
      guard let first = dropped.first else { continue }
      let isKept = finalTags[entry.key]?.contains { $0.name.text == first.text } ?? false
      guard !isKept else { continue }
      report(droppedTag(first, by: entry.history[last], of: entry.key))
    }
  }

  private func droppedTag(
    _ tag: (text: String, place: SourcePlace), by definition: Statement, of key: String
  ) -> Diagnostic {
    let isSwift = definition.node.isFromProgram
    return Diagnostic(
      .tagsDropped, "this definition of `\(key)` takes it out of the tag `\(tag.text)`",
      at: definition.origin.place,
      "replaces the whole \(isSwift ? "definition" : "entry") and names no tags"
    )
    .asWarning.label(tag.place, "tagged here")
    .fix(
      "name the tags again, or "
        + (isSwift
          ? "write `Change` to change only some of it"
          : "leave out `type` to change only some fields"),
      suggestion: isSwift ? ".tag(\"\(tag.text)\")" : "tags: [\(tag.text)]")
  }

  private func tagNames(_ node: YAMLNode) -> [(text: String, place: SourcePlace)] {
    guard let tags = node["tags"] else { return [] }
    let nodes = tags.kind == .sequence ? Array(tags.elements) : tags.entries.map(\.key)
    return nodes.map { ($0.text, $0.place) }
  }
}

// Arguments of replaced definitions.
extension EntryReader {
  /// Returns the arguments of the definitions in lower layers that the last one replaced.
  func replacedArguments(_ entry: EntryTable.Entry) -> [Located] {
    guard let last = entry.lastDefinition else { return [] }
    let below = entry.history[..<last].reversed().prefix { $0.role != .removal }
    return below.flatMap { argumentNames(LayeredValue($0.node, $0.layer)) }
  }

  private func argumentNames(_ written: LayeredValue) -> [Located] {
    guard let arguments = written.node["arguments"] else { return [] }
    return arguments.entries.map { key, _ in
      Located(key.text, Provenance(Origin(place: key.place, layer: written.layer)))
    }
  }
}
