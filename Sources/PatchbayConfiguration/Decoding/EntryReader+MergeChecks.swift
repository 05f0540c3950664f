import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryReader {
  /// Reports different values of files of equal rank that no higher layer overrides.
  mutating func checkConflicts() {
    checkConflicts(document.templates.touched) { .template($0) }
    checkConflicts(document.services.touched.filter { !isReplaced($0.key) }) { .service($0) }
    if let parameters = document.parameters { reportRivals(in: parameters, .parameters, []) }
  }

  private mutating func checkConflicts(
    _ entries: [EntryTable.Entry], _ owner: (String) -> ValueMerge.Owner
  ) {
    for entry in entries where entry.state == .defined {
      let owner = owner(entry.key)
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

  /// Whether a program replaces what files say of a service.
  func isReplaced(_ key: String) -> Bool { document.program[key]?.definition != nil }
}

extension ArraySlice<Statement> {
  /// Returns the names that the statements set in a field that is a list of names or a map, the highest first,
  /// up to a removal.
  func names(_ field: EntryField) -> [Located] {
    reversed().prefix { $0.role != .removal }.flatMap { statement -> [Located] in
      guard let value = statement.node[field.name] else { return [] }
      let names = value.kind == .sequence ? Array(value.elements) : value.entries.map(\.key)
      return names.map {
        Located($0.text, Provenance(Origin(place: $0.place, layer: statement.layer)))
      }
    }
  }
}
