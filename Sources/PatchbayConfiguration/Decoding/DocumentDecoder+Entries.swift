import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// What a file's `defaults:` say.
struct Defaults {
  var scope: Located?
  var autowire: Bool?
  var tags: [TagUse] = []
}

extension DocumentDecoder {
  /// Reads every service of the merged document.
  mutating func decodeServices(into set: inout DefinitionSet) {
    let table = document.services
    set.faultyKeys = table.faultyKeys
    set.definitions.reserveCapacity(table.count)
    for entry in table.entries {
      switch entry.state {
      case .removed: set.removed[entry.key] = entry.origin
      case .faulty:
        set.faultyKeys.insert(entry.key)
        checkShape(entry.value.node, entry.layer, .service(entry.key), entry.keyNode)
      case .defined where context.coverage.keys.contains(entry.key):
        set.definitions.append(covered(entry))
      case .defined:
        if entry.form == .alias {
          alias(entry, into: &set)
        } else {
          set.definitions.append(
            Definition(key: entry.key, provenance: provenance(of: entry)))
          // Where it stands: a definition that is given back is copied once more.
          read(entry, into: &set.definitions[set.definitions.count - 1])
        }
      }
    }
    set.faultyKeys.formUnion(misplacedKeys)
  }

  /// The fields that an entry turned out to have.
  private struct Seen {
    var scope = false
    var autowire = false
    var priority: SourceSpan?
  }

  private mutating func read(_ entry: EntryTable.Entry, into definition: inout Definition) {
    subject = Subject(owner: .service(entry.key), key: entry.keyNode)
    let faultsBefore = faults
    var seen = Seen()
    var fields = entry.value
    var isWhole = true
    if entry.form == .extending {
      definition.sharesText = true
      if let effective = effective(EntryID(isTemplate: false, key: entry.key)) {
        fields = effective
      } else {
        isWhole = false
      }
      subject = Subject(owner: .service(entry.key), key: entry.keyNode)
    }
    if entry.history.count > 1 { definition.replacedArguments = replacedArguments(entry) }
    read(fields, into: &definition, &seen)
    if definition.isDecorator { keepToDecorator(&definition, entry, &seen) }
    fill(&definition, seen, from: entry)
    if let priority = seen.priority, !definition.isDecorator {
      report(priorityWithoutDecorates(entry.key, priority))
    }
    if case nil = definition.type, faults == faultsBefore, isWhole {
      report(missingType(entry))
    }
    if entry.form == .extending, isWhole {
      isWhole = countExtended(definition.entryCount, at: definition.place)
    }
    definition.isFaulty = faults > faultsBefore || !isWhole
  }

  private mutating func read(
    _ fields: Layered, into definition: inout Definition, _ seen: inout Seen
  ) {
    if case .entries(let entries) = fields.merged?.content {
      for entry in entries {
        guard let field = EntryField.named(entry.key) else {
          if reportMisplaced(entry.keySpan, in: fields.node, fields.layer) { continue }
          report(
            .unknownField(
              entry.key, entry.keySpan, EntryField.self, beside: entry.names(beside: entries)))
          continue
        }
        read(field, entry.keySpan, entry.value, into: &definition, &seen)
      }
      return
    }
    for (key, value) in fields.node.entries {
      guard let field = EntryField.named(key) else {
        if reportMisplaced(key.contentSpan, in: fields.node, fields.layer) { continue }
        report(.unknownField(key, EntryField.self, in: fields.node))
        continue
      }
      read(field, key.contentSpan, Layered(value, fields.layer), into: &definition, &seen)
    }
  }

  /// Reports services that are written as fields of an entry, all at the first of them; false where
  /// the key is none.
  private mutating func reportMisplaced(
    _ span: SourceSpan, in node: YAMLNode, _ layer: Int
  ) -> Bool {
    if misplaced?.map.span != node.span {
      misplaced = MisplacedServices(otherThan: EntryField.self, in: node)
    }
    guard let misplaced, misplaced.contains(span) else { return false }
    if misplaced.begins(with: span) {
      misplacedKeys.formUnion(misplaced.keys)
      let mistake = misplaced.diagnostic(
        inEntry: subject.owner.words(for: []), subject.key,
        isFree: misplaced.keys.allSatisfy { document.services[$0] == nil })
      if let mistake { report(mistake) }
      let outer = (subject, misplaced)
      checkShape(ofMisplaced: misplaced.services, layer)
      (subject, self.misplaced) = outer
    }
    return true
  }

  private mutating func read(
    _ field: EntryField, _ keySpan: SourceSpan, _ value: Layered,
    into definition: inout Definition, _ seen: inout Seen
  ) {
    switch field {
    case .arguments:
      definition.argumentsPlace = .span(keySpan)
      definition.arguments = arguments(value, "arguments")
      return
    case .properties:
      definition.properties = arguments(value, "properties")
      return
    case .tags:
      definition.tags = tags(value)
      return
    case .timeouts:
      definition.timeouts = timeouts(value)
      return
    default: break
    }
    subject.field = field.name
    defer { subject.field = "" }
    switch field {
    case .type: definition.type = nameField(value, "the name of a type")
    case .scope:
      definition.scope = textField(value, "the name of a scope")
      seen.scope = definition.scope != nil
    case .provides: definition.provides = namesField(value)
    case .decorates: definition.decorates = nameField(value, "the key of a service")
    case .priority:
      if let priority = integerField(value) { definition.priority = priority }
      seen.priority = value.shape == .nothing ? nil : keySpan
    case .autowire:
      let flag = flagField(value)
      definition.autowire = flag ?? false
      seen.autowire = flag != nil
    case .eager: definition.eager = flagField(value) ?? false
    case .after: definition.after = namesField(value) ?? []
    case .deprecated: definition.deprecated = textField(value)
    case .description: definition.summary = textField(value)?.text
    case .extends: if mode == .shape { _ = nameField(value, "a template or service") }
    case .alias, .arguments, .properties, .tags, .timeouts: break
    }
  }

  /// The place of the definition, and those of the definitions that it replaced.
  func provenance(of entry: EntryTable.Entry) -> Provenance {
    guard !entry.history.isEmpty else { return Provenance(entry.origin) }
    let definitions = entry.history.filter { $0.role == .definition }.map(\.origin)
    return Provenance(
      definitions.last ?? entry.origin, overridden: definitions.dropLast().reversed())
  }

  /// What lower layers gave to the entry that this definition replaced.
  private func replacedArguments(_ entry: EntryTable.Entry) -> [Located] {
    guard let last = entry.history.lastIndex(where: { $0.role == .definition }) else { return [] }
    let below = entry.history[..<last].reversed().prefix { $0.role != .removal }
    return below.flatMap { say in
      guard let arguments = say.node["arguments"], arguments.kind == .mapping else {
        return [Located]()
      }
      return arguments.entries.map { key, _ in
        Located(
          key.text, Provenance(Origin(place: .span(key.contentSpan), layer: say.layer)))
      }
    }
  }

  /// A decorator lives as long as what it decorates, and is built with it.
  private mutating func keepToDecorator(
    _ definition: inout Definition, _ entry: EntryTable.Entry, _ seen: inout Seen
  ) {
    for field in entry.value.entries where field.key == "scope" || field.key == "eager" {
      report(
        Diagnostic(
          .unknownField,
          "the decorator `\(entry.key)` has no `\(field.key)` of its own",
          labels: [.init(.span(field.keySpan), "a decorator lives as long as what it decorates")],
          fixIts: [.init("leave it out, or give it to the decorated service")]
        ))
    }
    definition.scope = nil
    definition.eager = false
    seen.scope = true
  }

  /// Fills in what the entry left out and its file's `defaults:` say.
  private mutating func fill(
    _ definition: inout Definition, _ seen: Seen, from entry: EntryTable.Entry
  ) {
    guard let defaults = defaults[document.stack.layers[definition.provenance.winner.layer].file]
    else { return }
    if !seen.scope, definition.scope == nil { definition.scope = defaults.scope }
    if !seen.autowire, let autowire = defaults.autowire { definition.autowire = autowire }
    for tag in defaults.tags
    where !definition.tags.contains(where: { $0.name.text == tag.name.text }) {
      definition.tags.append(tag)
    }
  }

  private func missingType(_ entry: EntryTable.Entry) -> Diagnostic {
    Diagnostic(
      .missingField,
      "the service `\(entry.key)` needs a `type`",
      labels: [.init(entry.origin.place, "names no type")]
    )
  }

  private func priorityWithoutDecorates(_ key: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownField,
      "`priority` orders decorators, and `\(key)` decorates nothing",
      labels: [.init(.span(span), "has no meaning here")],
      fixIts: [.init("to order a `!tagged` list, write tags: { name: { priority: 10 } }")]
    )
  }

  private mutating func alias(_ entry: EntryTable.Entry, into set: inout DefinitionSet) {
    subject = Subject(owner: .service(entry.key), key: entry.keyNode)
    var target: Located?
    var deprecated: Located?
    for field in entry.value.entries {
      switch EntryField.named(field.key) {
      case .alias:
        subject.field = "alias"
        target = nameField(field.value, "the key of a service")
      case .deprecated:
        subject.field = "deprecated"
        deprecated = textField(field.value)
      case .description:
        subject.field = "description"
        _ = textField(field.value)
      case nil:
        if reportMisplaced(field.keySpan, in: entry.value.node, entry.layer) { continue }
        report(
          .unknownField(
            field.key, field.keySpan, EntryField.self,
            beside: field.names(beside: entry.value.entries)))
      default: report(.besideAlias(field.key, field.keySpan, entry.key))
      }
      subject.field = ""
    }
    guard let target else {
      set.faultyKeys.insert(entry.key)
      return
    }
    set.aliases.append(
      Alias(
        key: entry.key, provenance: provenance(of: entry), target: target,
        deprecated: deprecated))
  }

  /// Looks at the shape of services that are written where none belong: what looks like a secret in
  /// them is not to be shown with their lines.
  mutating func checkShape(ofMisplaced services: [Member], _ layer: Int) {
    for service in services {
      checkShape(service.value, layer, .service(service.key.text), service.key)
    }
  }

  /// Looks only at the shape of an entry that is not used as it stands.
  mutating func checkShape(
    _ node: YAMLNode, _ layer: Int, _ owner: Merger.Owner, _ key: YAMLNode
  ) {
    guard node.kind == .mapping else { return }
    let outer = mode
    mode = .shape
    subject = Subject(owner: owner, key: key)
    var ignored = Definition(
      key: owner.key, provenance: Provenance(origin(node, layer)), type: nil)
    var seen = Seen()
    read(Layered(node, layer), into: &ignored, &seen)
    mode = outer
  }
}
