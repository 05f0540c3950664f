import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// The entry of a service.
extension EntryReader {
  /// The fields of an entry that `defaults:` and checks depend on.
  struct PresentFields {
    var autowire = false
    var priority: SourcePlace?
    /// The origins of all fields, for a model.
    var origins: [Definition.FieldOrigin] = []
  }

  mutating func read(_ entry: EntryTable.Entry, into definition: inout Definition) {
    evaluator.subject = Evaluator.Subject(owner: .service(entry.key), key: entry.keyNode)
    evaluator.unknownFields = []
    let faultsBefore = evaluator.faults
    var present = PresentFields()
    var fields = entry.value
    var isWhole = true
    if entry.form == .extending {
      definition.sharesText = true
      if let whole = effective(.service(entry.key)) {
        fields = whole
      } else {
        isWhole = false
      }
      evaluator.subject = Evaluator.Subject(owner: .service(entry.key), key: entry.keyNode)
    }
    var settings = document.program[entry.key]?.settings ?? []
    if !settings.isEmpty { fields = hiding(fields, below: &settings) }
    let defaults = defaults(ofLayer: definition.provenance.winner.layer)
    let taken = defaults.map { taking($0, from: &fields) }
    read(fields, into: &definition, &present)
    if !settings.isEmpty { apply(settings, to: &definition) }
    if definition.isDecorator {
      applyDecoratorRules(
        &definition,
        entry.value.entries.map { ($0.key, $0.keyPlace) }
          + settings.places)
    }
    if !evaluator.unknownFields.isEmpty { definition.unknownFields = evaluator.unknownFields }
    if let defaults, let taken {
      isWhole = fill(&definition, present, from: defaults, without: taken) && isWhole
    }
    if let priority = present.priority, !definition.isDecorator {
      report(priorityWithoutDecorates(entry.key, priority))
    }
    if definition.type == nil, evaluator.faults == faultsBefore, isWhole {
      report(missingType(entry))
    }
    if entry.form == .extending, isWhole {
      isWhole = count(definition.partCount, of: .service(entry.key), at: definition.place)
    }
    definition.isFaulty = evaluator.faults > faultsBefore || !isWhole
  }

  mutating func read(
    _ fields: LayeredValue, into definition: inout Definition, _ present: inout PresentFields
  ) {
    WorkMeter.count(fields.entryCount)
    fields.forEachEntry { key, value, layer in
      if let field = EntryField.named(key) {
        read(field, value, at: key.place, into: &definition, &present)
      } else {
        reportUnknown(MapEntry(key, value, layer: layer), in: fields)
      }
    }
    if !present.origins.isEmpty { definition.fieldOrigins = present.origins }
  }

  @inline(never)
  private mutating func reportUnknown(_ entry: MapEntry, in fields: LayeredValue) {
    if !reportMisplaced(entry, in: fields), !isMisplacedField {
      report(.unknownField(entry, EntryField.self, in: fields))
    }
  }

  /// Reports all services that are written as fields of an entry, at the first of them.
  ///
  /// - Returns: Whether the unknown field is such a service.
  mutating func reportMisplaced(_ field: MapEntry, in fields: LayeredValue) -> Bool {
    guard let key = field.keyPlace.span else { return false }
    if misplaced?.map.span != fields.node.span {
      misplaced = MisplacedServices(otherThan: EntryField.self, in: fields.node)
    }
    guard let misplaced, misplaced.contains(key) else { return false }
    if misplaced.begins(with: key) {
      misplacedKeys.formUnion(misplaced.keys)
      // At the left edge, it is reported that the entry itself is at the wrong place.
      let key = evaluator.subject.key
      let error = misplaced.diagnostic(
        inEntry: evaluator.subject.owner.description(of: []), key)
      if let error, key?.indentation != 0 { report(error) }
      let outer = (evaluator.subject, misplaced)
      checkShape(ofMisplaced: misplaced.services, fields.layer)
      (evaluator.subject, self.misplaced) = outer
    }
    return true
  }

  private mutating func read(
    _ field: EntryField, _ value: LayeredValue, at keyPlace: @autoclosure () -> SourcePlace,
    into definition: inout Definition, _ present: inout PresentFields
  ) {
    // A field that a mark takes away has no place: its value is the default.
    if evaluator.context.variables.keepsSources, evaluator.policy.isFinal, value.shape != .nothing {
      present.origins.append(.init(name: field.name, provenance: value.provenance))
    }
    switch field {
    case .arguments:
      definition.argumentsPlace = keyPlace()
      definition.arguments = evaluator.arguments(value, "arguments")
      return
    case .properties:
      definition.properties = evaluator.arguments(value, "properties")
      return
    default: break
    }
    evaluator.subject.field = field.name
    defer { evaluator.subject.field = "" }
    switch field {
    case .type:
      if let name = evaluator.nameField(value, "the name of a type") { definition.type = name }
    case .scope: definition.scope = evaluator.textField(value, "the name of a scope")
    case .provides: definition.provides = evaluator.namesField(value)
    case .decorates: definition.decorates = evaluator.nameField(value, "the key of a service")
    case .priority:
      if let priority = evaluator.priorityField(value) { definition.priority = priority }
      present.priority = value.shape == .nothing ? nil : keyPlace()
    case .autowire:
      let flag = evaluator.shapeFlagField(value)
      definition.autowire = flag ?? false
      present.autowire = flag != nil
    case .eager: definition.eager = evaluator.flagField(value) ?? false
    case .enabled:
      if evaluator.shapeFlagField(value) == false {
        definition.disabledPlace = value.origin.place
      }
    case .ends:
      definition.ends = evaluator.endingField(value)
      if value.shape != .nothing { definition.endsPlace = keyPlace() }
    case .after: definition.after = evaluator.namesField(value) ?? []
    case .deprecated: definition.deprecated = evaluator.textField(value)
    case .description:
      if let span = evaluator.spanOfText(value) {
        definition.setSummary(in: span)
      } else {
        definition.summary = evaluator.textField(value)?.text
      }
    // ``effective(_:)`` follows the name; here only its shape is checked.
    case .extends: _ = evaluator.nameField(value, "a template or service")
    case .tags: definition.tags = tags(value)
    case .retry: retry(value, at: keyPlace(), into: &definition)
    case .timeouts: definition.timeouts = timeouts(value)
    case .alias, .arguments, .properties: break
    }
  }

  /// Removes and reports the scope and `eager` of a decorator: it has the lifetime of the decorated
  /// service, and is built with it.
  mutating func applyDecoratorRules(
    _ definition: inout Definition, _ fields: [(String, SourcePlace)]
  ) {
    for (field, place) in fields where field == "scope" || field == "eager" {
      report(
        Diagnostic(
          .unknownField, "the decorator `\(definition.key)` has no `\(field)` of its own",
          at: place, "a decorator lives as long as what it decorates"
        )
        .fix("leave it out, or give it to the decorated service"))
    }
    definition.scope = nil
    definition.eager = false
  }

  private func missingType(_ entry: EntryTable.Entry) -> Diagnostic {
    Diagnostic(
      .missingField, "the service `\(entry.key)` needs a `type`",
      at: entry.origin.place, "names no type")
  }

  private func priorityWithoutDecorates(_ key: String, _ place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .unknownField, "`priority` orders decorators, and `\(key)` decorates nothing",
      at: place, "has no meaning here"
    )
    .fix("to order a `!tagged` list, write tags: { name: { priority: 10 } }")
  }
}

// The entry of an alias.
extension EntryReader {
  /// Reads the entry of an alias.
  mutating func alias(_ entry: EntryTable.Entry, into set: inout DefinitionSet) {
    evaluator.subject = Evaluator.Subject(owner: .service(entry.key), key: entry.keyNode)
    var target: Located?
    var deprecated: Located?
    var summary: String?
    for member in entry.value.entries {
      let field = member.field(EntryField.self)
      evaluator.subject.field = field?.name ?? ""
      switch field {
      case .alias: target = evaluator.nameField(member.value, "the key of a service")
      case .deprecated: deprecated = evaluator.textField(member.value)
      case .description: summary = evaluator.textField(member.value)?.text
      case nil:
        if reportMisplaced(member, in: entry.value) { continue }
        report(.unknownField(member, EntryField.self, in: entry.value))
      default: report(.nextToAlias(member.key, member.keyPlace, entry.key))
      }
      evaluator.subject.field = ""
    }
    guard let target else {
      set.faultyKeys.insert(entry.key)
      return
    }
    set.aliases.append(
      Alias(
        key: entry.key, provenance: entry.provenance, target: target,
        deprecated: deprecated, summary: summary))
  }
}
