import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryReader {
  /// Reports where files of equal rank disagree and no higher layer decides.
  mutating func checkConflicts() {
    for table in [document.templates, document.services] {
      for position in table.touched {
        let entry = table.entry(at: position)
        guard entry.state == .defined, !evaluator.context.coverage.keys.contains(entry.key) else {
          continue
        }
        let owner =
          table.kind == .services
          ? ValueMerge.Owner.service(entry.key) : ValueMerge.Owner.template(entry.key)
        if let rival = rivalDefinition(entry) {
          report(
            conflict(
              "\(owner.words(for: [])) is defined",
              entry.history.last { $0.role == .definition }?.origin
                ?? entry.origin, rival.origin))
          continue
        }
        reportRivals(in: entry.value, owner, [])
      }
    }
    if let parameters = document.parameters { reportRivals(in: parameters, .parameters, []) }
  }

  /// The definition that the last one replaced although neither file imports the other.
  private func rivalDefinition(_ entry: EntryTable.Entry) -> EntryTable.Say? {
    guard let last = entry.history.lastIndex(where: { $0.role == .definition }) else { return nil }
    let winner = entry.history[last]
    for say in entry.history[..<last].reversed() {
      if say.role == .removal { return nil }
      if say.role == .definition, document.stack.areRivals(winner.layer, say.layer),
        !winner.node.saysTheSame(as: say.node)
      {
        return say
      }
    }
    return nil
  }

  private mutating func reportRivals(
    in value: LayeredValue, _ owner: ValueMerge.Owner, _ path: [String]
  ) {
    guard let merged = value.merged else { return }
    if let rival = merged.rivals.last {
      report(conflict("\(owner.words(for: path)) is set", value.origin, rival.origin))
    }
    if case .entries(let entries) = merged.content {
      for entry in entries { reportRivals(in: entry.value, owner, path + [entry.key]) }
    }
  }

  private func conflict(_ fact: String, _ winner: Origin, _ rival: Origin) -> Diagnostic {
    func file(_ origin: Origin) -> String {
      document.stack.files[document.stack.layers[origin.layer].file].name
    }
    return Diagnostic(
      .importConflict,
      "\(fact) differently by two files of which neither imports the other",
      labels: [
        .init(winner.place, "so in `\(file(winner))`"),
        .init(rival.place, "and so in `\(file(rival))`"),
      ],
      fixIts: [.init("set it in a file that imports both, or let one import the other")]
    )
  }

  /// Warns where a redefinition took a service out of a list that something asks for.
  mutating func checkDroppedTags(_ set: DefinitionSet) {
    let touched = document.services.touched
    guard !evaluator.askedTags.isEmpty, !touched.isEmpty else { return }
    let finalTags = Dictionary(
      set.definitions.map { ($0.key, $0.tags) }, uniquingKeysWith: { first, _ in first })
    for position in touched {
      let entry = document.services.entry(at: position)
      guard entry.state == .defined, !evaluator.context.coverage.keys.contains(entry.key),
        let last = entry.history.lastIndex(where: { $0.role == .definition }),
        !entry.value.hasEntry("tags")
      else { continue }
      let below = entry.history[..<last].reversed().prefix { $0.role != .removal }
      let dropped = below.flatMap { tagNames($0.node) }
        .filter { evaluator.askedTags.contains($0.text) }
      guard let first = dropped.first else { continue }
      let isKept = finalTags[entry.key]?.contains { $0.name.text == first.text } ?? false
      guard !isKept else { continue }
      report(
        Diagnostic(
          .tagsDropped,
          severity: .warning,
          "this definition of `\(entry.key)` takes it out of the tag `\(first.text)`",
          labels: [
            .init(entry.history[last].origin.place, "replaces the whole entry and names no tags"),
            .init(first.place, "tagged here"),
          ],
          fixIts: [
            .init(
              "name the tags again, or leave out `type` to change only some fields",
              suggestion: "tags: [\(first.text)]")
          ]
        ))
    }
  }

  private func tagNames(_ node: YAMLNode) -> [(text: String, place: SourcePlace)] {
    guard let tags = node["tags"] else { return [] }
    let nodes = tags.kind == .sequence ? Array(tags.elements) : tags.entries.map(\.key)
    return nodes.map { ($0.text, $0.place) }
  }
}

// What replaced definitions gave.
extension EntryReader {
  /// What is left of an entry that the program replaces: where it was, and what it gave.
  ///
  /// Only its shape is checked: the values in it are not used.
  mutating func replaced(_ entry: EntryTable.Entry) -> Definition {
    var definition = Definition(key: entry.key, provenance: provenance(of: entry), type: nil)
    var says = entry.history.filter { $0.role != .removal }.map { LayeredValue($0.node, $0.layer) }
    if says.isEmpty {
      says = [entry.value]
      checkShape(entry.value.node, entry.layer, .service(entry.key), entry.keyNode)
    }
    for written in says {
      definition.replacedArguments += argumentNames(written)
      definition.tags += tagNames(written.node).map { name, place in
        let origin = Origin(place: place, layer: written.layer)
        return TagUse(name: Located(name, Provenance(origin)))
      }
    }
    return definition
  }

  /// The arguments that lower layers gave to the entry that this definition replaced.
  func replacedArguments(_ entry: EntryTable.Entry) -> [Located] {
    guard let last = entry.history.lastIndex(where: { $0.role == .definition }) else { return [] }
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
