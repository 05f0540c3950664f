import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// What a definition drops of the one that it replaces: it replaces all fields, also those that it does not name.
extension EntryReader {
  /// Reports definitions that lose a declared scope, and records what else they lose, which is a warning where
  /// the new factory could have it.
  ///
  /// ```yaml
  /// services: { mailer: { type: SMTPMailer, scope: job, tags: [client] } }
  /// environments: { test: { services: { mailer: { type: FakeMailer } } } }   # a singleton without a tag
  /// ```
  mutating func checkDropped(_ set: inout DefinitionSet) {
    let touched = document.services.touched.filter { $0.state == .defined && !isReplaced($0.key) }
    let rows = document.program.rows.filter {
      $0.state == .defined && ($0.replacesFiles || !$0.dropped.isEmpty)
    }
    // As in most programs: the dictionary alone is a twelfth of what a small one costs to start.
    if touched.isEmpty, rows.isEmpty { return }
    let positions = Dictionary(
      first: set.definitions.indices.map { (set.definitions[$0].key, $0) })
    for entry in touched {
      guard let last = entry.lastDefinition, last > 0 else { continue }
      let statement = entry.history[last]
      // It says that all of it is meant.
      guard statement.node.knownTag != .replace else { continue }
      let whole = entry.form == .extending ? effective(.service(entry.key)) : nil
      let fields = (whole ?? entry.value).entries.map(\.key)
      check(
        Redefinition(
          key: entry.key, place: statement.origin.place, node: statement.node, fields: Set(fields)),
        dropping: dropped(of: entry.history[..<last]), positions, &set)
    }
    for row in rows {
      guard let place = row.definition?.origin.place else { continue }
      let files = document.services[row.key].map { $0.statements[...] } ?? []
      let below = row.dropped + (row.replacesFiles ? dropped(of: files) : [])
      check(
        Redefinition(
          key: row.key, place: place, node: nil,
          fields: Set(row.settings.map(\.field.field.name))),
        dropping: below, positions, &set)
    }
  }

  /// A definition that replaces another one.
  private struct Redefinition {
    let key: String
    let place: SourcePlace
    /// The entry of a file; nil for a definition of a program.
    let node: YAMLNode?
    /// The fields that it names itself, or that a template or a change above it does.
    let fields: Set<String>
  }

  private mutating func check(
    _ new: Redefinition, dropping below: [DroppedFields.Field], _ positions: [String: Int],
    _ set: inout DefinitionSet
  ) {
    let position = positions[new.key]
    let definition = position.map { set.definitions[$0] }
    if let definition, definition.isFaulty || definition.isDecorator || !definition.isEnabled {
      return
    }
    if let scope = below.first(where: { $0.name == "scope" }), !new.fields.contains("scope"),
      set.scopes.contains(where: { $0.text == scope.text })
    {
      // An alias has the scope of its target.
      let kept = position ?? end(ofAliasesFrom: new.key).flatMap { positions[$0] }
      if let kept, set.definitions[kept].scope == nil {
        report(scopeDropped(new, scope, isAlias: position == nil))
        if let position { set.definitions[position].isFaulty = true }
      }
    }
    guard let definition else { return }
    let lost = below.filter { field in
      switch field.name {
      case "scope":
        definition.scope == nil && field.text != ScopeName.singleton.description
          && ScopeName.builtIn.contains(field.text)
      case "tags":
        !new.fields.contains("tags") && evaluator.requestedTags.contains(field.text)
          && !definition.tags.contains { $0.name.text == field.text }
      default: !new.fields.contains(field.name)
      }
    }
    guard !lost.isEmpty else { return }
    set.dropped.append(
      DroppedFields(key: new.key, place: new.place, fields: lost))
  }

  private func scopeDropped(
    _ new: Redefinition, _ scope: DroppedFields.Field, isAlias: Bool
  ) -> Diagnostic {
    let yaml = "scope: \(scope.text)"
    let written = new.place.spelling(yaml: yaml, swift: ".scope(\"\(scope.text)\")")
    let meant = new.place.spelling(
      yaml: "write `!replace` before the entry", swift: "write `.scope(.singleton)`")
    let type = ["type", "alias", "extends"].lazy.compactMap { name in
      new.node?.entries.first { $0.key.hasText(name) }
    }.first
    var edit: TextEdit?
    if let span = type?.key.place.span {
      let start = span.range.lowerBound
      let indentation = String(repeating: " ", count: span.start.column - 1)
      edit = TextEdit(
        SourceSpan(span.file, start..<start),
        new.node?.isInBraces == true ? "\(yaml), " : "\(yaml)\n\(indentation)")
    }
    return Diagnostic(
      .scopeDropped,
      "`\(new.key)` lives in the scope `\(scope.text)`, and this definition makes a singleton of it",
      at: type?.value.place ?? new.place, "replaces the whole definition and names no scope"
    )
    .label(scope.place, "in the scope `\(scope.text)` here")
    .fix(
      isAlias
        ? .init("give the target the scope; where another lifetime is meant, \(meant)")
        : .init(
          "write `\(written)`; where another lifetime is meant, \(meant)",
          edits: edit.map { [$0] } ?? []))
  }

  /// Returns what statements set that a definition above them drops, the highest of each field.
  private mutating func dropped(of statements: ArraySlice<Statement>) -> [DroppedFields.Field] {
    let statements = statements.suffix(
      statements.reversed().prefix { $0.role != .removal }.count)
    var found: [DroppedFields.Field] = []
    for field in EntryField.droppable where field != .tags {
      if let value = highest(field, statements) { found.append(value) }
    }
    return found + statements.names(.tags).map { ("tags", $0.text, $0.place) }
  }

  /// Returns what the highest statement says of a field, or the template or the defaults below it; nil if none
  /// says more than the default.
  private mutating func highest(
    _ field: EntryField, _ statements: ArraySlice<Statement>
  ) -> DroppedFields.Field? {
    for statement in statements.reversed() {
      if let value = statement.node[field.name] { return field.unlessDefault(value) }
      guard statement.role == .definition else { continue }
      if let base = statement.node["extends"], document.templates[base.text] != nil,
        let value = effective(.template(base.text))?.entries.first(where: { $0.hasKey(field.name) })
      {
        return field.unlessDefault(value.value.node)
      }
      guard field == .scope, let scope = defaults(ofLayer: statement.layer)?.scope else {
        return nil
      }
      return ("scope", scope.text, scope.place)
    }
    return nil
  }
}

extension EntryField {
  /// The fields that a definition may drop of the one that it replaces.
  static let droppable: [Self] = [.scope, .eager, .after, .timeouts, .retry, .ends, .tags]

  /// Returns what a file says of the field; nil if it is the default.
  fileprivate func unlessDefault(_ value: YAMLNode) -> DroppedFields.Field? {
    guard value.knownTag != .remove, !value.isNothing,
      value.kind == .scalar || value.count > 0, self != .eager || !value.hasText("false")
    else { return nil }
    return (name, self == .scope ? value.text : "", value.place)
  }
}
