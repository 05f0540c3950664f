import PatchbayDiagnostics

extension PlanDraft {
  /// Warns of definitions that drop what the replaced one says, where the new factory could have it: a fake
  /// without `onRun` has no `ends`.
  ///
  /// Requires `joinFactories`; later passes rely on nothing of it.
  mutating func checkDropped() {
    guard !definitions.dropped.isEmpty else { return }
    for dropped in definitions.dropped {
      guard case .service(let index) = meanings[dropped.key],
        let entry = nodes[index].knownEntry
      else { continue }
      let starts = entry.start != nil || entry.run != nil
      let fields = dropped.fields.filter { field in
        switch field.name {
        case "ends": entry.run != nil
        case "retry": entry.hasAttempts
        case "after": starts
        case "timeouts": starts || entry.stop != nil
        default: true
        }
      }
      if !fields.isEmpty { report(fieldsDropped(dropped, fields)) }
    }
  }

  private func fieldsDropped(
    _ dropped: DroppedFields, _ fields: [DroppedFields.Field]
  ) -> Diagnostic {
    let place = dropped.place
    let what = fields.map { $0.text.isEmpty ? $0.name : "\($0.name): \($0.text)" }
    return Diagnostic(
      .fieldsDropped, "this definition of `\(dropped.key)` drops \(what.quoted())", at: place,
      "replaces the whole \(place.spelling(yaml: "entry", swift: "definition"))"
    )
    .asWarning.labels(fields.map { .init($0.place, "dropped") })
    .fix(
      place.spelling(
        yaml:
          "write it again, or leave out `type` to change only some fields; where it is meant, write `!replace` "
          + "before the entry",
        swift: "write it again, or write `Change` to change only some of it"))
  }
}
