import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// What a program says of services, above all files.
extension EntryReader {
  /// Reads the definition, the alias or the removal of a key in a program.
  mutating func read(_ row: ProgramServices.Row, into set: inout DefinitionSet) {
    guard row.state != .faulty, let (statement, origin) = row.definition else {
      if row.state == .faulty { set.faultyKeys.insert(row.key) }
      return
    }
    if !set.faultyKeys.isEmpty { set.faultyKeys.remove(row.key) }
    let own = Provenance(origin)
    let provenance =
      row.overridden.isEmpty ? own : Provenance(origin, overridden: row.overridden)
    switch statement {
    case .service(let draft):
      set.definitions.append(
        Definition(
          key: row.key, provenance: provenance, type: draft.type.map { Located($0, own) }))
      read(row, draft.factory, into: &set.definitions[set.definitions.count - 1])
    case .alias(let alias):
      set.aliases.append(
        Alias(
          key: row.key, provenance: provenance, target: Located(alias.target.text, own),
          deprecated: alias.deprecated.map { Located($0.text, own) }))
    case .removal: set.removed[row.key] = origin
    case .parameters, .scopes, .roots, .requests: break
    }
  }

  private mutating func read(
    _ row: ProgramServices.Row, _ factory: CatalogEntry?, into definition: inout Definition
  ) {
    evaluator.subject = Evaluator.Subject(owner: .service(row.key))
    definition.factory = factory
    keepOrigin(of: .type, Provenance(definition.provenance.winner), in: &definition)
    let faultsBefore = evaluator.faults
    apply(row.settings, to: &definition)
    if definition.isDecorator { applyDecoratorRules(&definition, row.settings.places) }
    definition.isFaulty = evaluator.faults > faultsBefore
  }

  /// Takes what a program sets out of the fields of an entry, so that it is not evaluated.
  ///
  /// The settings keep the places that they override, and the fields the order.
  func hiding(
    _ fields: LayeredValue, below settings: inout [ProgramServices.Setting]
  ) -> LayeredValue {
    var entries = fields.entries.map(\.withTagsAsMap)
    for index in settings.indices where settings[index].field.field != .after {
      let field = settings[index].field
      guard let position = entries.firstIndex(where: { $0.hasKey(field.field.name) }) else {
        continue
      }
      let value = entries[position].value
      guard let name = field.name else {
        entries[position].value = settings[index].hiding(value)
        continue
      }
      var (parts, detail) = (value.shape == .map ? Array(value.entries) : [], value.detail)
      guard let part = parts.firstIndex(where: { $0.hasKey(name) }) else { continue }
      parts[part].value = settings[index].hiding(parts[part].value)
      detail.content = .entries(parts)
      entries[position].value = LayeredValue(value.node, value.layer, detail)
    }
    return LayeredValue(fields.node, fields.layer, LayeredValue.Detail(content: .entries(entries)))
  }

  /// Sets fields of a definition, a new one or one that was read from files.
  mutating func apply(
    _ settings: [ProgramServices.Setting], to definition: inout Definition
  ) {
    for setting in settings {
      let (field, name) = (setting.field.field, setting.field.name ?? "")
      let origin = definition.fieldOrigins.firstIndex { $0.name == field.name }
      if origin == nil {
        keepOrigin(of: field, setting.provenance, in: &definition)
      } else if let origin, setting.field.name == nil, field != .after {
        definition.fieldOrigins[origin] = .init(name: field.name, provenance: setting.provenance)
      }
      (evaluator.subject.field, evaluator.subject.name) = (field.name, name)
      switch setting.field.content {
      case .other(let set):
        set(&definition, setting.provenance)
        if field == .retry || field == .timeouts { check(&definition, setting.origin.place) }
      case .value(let value) where field == .tags:
        let tag = tag(name, evaluator.value(value, at: setting.origin), setting.origin)
        definition.tags.set(tag) { $0.name.text == name }
      case .value(let value):
        var argument = evaluator.argument(name, value, at: setting.origin)
        if !setting.overridden.isEmpty {
          argument.value.provenance.overridden += setting.overridden
        }
        if setting.isSecret { argument.value = argument.value.concealed }
        if field == .arguments {
          definition.arguments.set(argument) { $0.name == name }
        } else {
          definition.properties.set(argument) { $0.name == name }
        }
      }
    }
    (evaluator.subject.field, evaluator.subject.name) = ("", "")
  }

  /// Checks the part of `retry` or of `timeouts` that was set.
  private mutating func check(_ definition: inout Definition, _ place: SourcePlace) {
    let subject = evaluator.subject.description
    let (timeouts, retry) = (definition.timeouts, definition.retry)
    if let attempts = retry.attempts, attempts < 1 {
      report(.noAttempt(subject, at: place))
      definition.retry.attempts = nil
    }
    if retry.pause?.isEndlessZero == true {
      report(
        .endlessZero(subject, at: place)
          .fix("begin with a longer pause, such as `.milliseconds(200)`"))
      definition.retry.pause = nil
    }
    let durations = [timeouts.start, timeouts.stop, retry.pause?.low]
    if durations.contains(where: { $0.map { $0 < .zero } ?? false }) {
      report(Diagnostic(.wrongNodeKind, "\(subject) must not be negative", at: place, "negative"))
      // Not reported again for what is set next.
      definition.timeouts = Timeouts()
      definition.retry.pause = nil
    }
    if definition.retry != Retry(), definition.retryPlace == nil { definition.retryPlace = place }
  }

  private mutating func tag(
    _ name: String, _ attributes: ConfigurationValue, _ origin: Origin
  ) -> TagUse {
    var tag = TagUse(name: Located(name, Provenance(origin)))
    guard case .map(let entries) = attributes.content else { return tag }
    for entry in entries {
      guard entry.key == "priority" else {
        tag.attributes.append(entry)
        continue
      }
      if case .scalar(let scalar) = entry.value.content,
        let priority: Int = Scalars.integer(scalar.text)
      {
        tag.givenPriority = priority
      } else {
        var subject = evaluator.subject
        subject.path = ["priority"]
        report(
          Diagnostic(
            .wrongNodeKind, "\(subject.description) must be a whole number", at: origin.place,
            "expected a whole number"))
      }
    }
    return tag
  }
}

extension Array {
  /// Replaces the element that fulfils a condition, or adds one.
  fileprivate mutating func set(_ element: Element, where isMeant: (Element) -> Bool) {
    if let index = firstIndex(where: isMeant) { self[index] = element } else { append(element) }
  }
}

extension [ProgramServices.Setting] {
  /// The names of the fields, with their places.
  var places: [(String, SourcePlace)] { map { ($0.field.field.name, $0.origin.place) } }
}

extension ProgramServices.Setting {
  /// Returns a value without a content in place of the one that it overrides, with the marks of that, which
  /// are reported if they have no effect.
  fileprivate mutating func hiding(_ value: LayeredValue) -> LayeredValue {
    var detail = value.detail
    isSecret = isSecret || detail.isSecret
    if value.shape == .nothing {
      detail.pendingAddition = detail.pendingAddition ?? detail.additions.first
    } else {
      overridden.append(value.origin)
    }
    overridden += detail.overridden
    // A secret, so that no literal is warned of that the program replaces.
    (detail.content, detail.isSecret) = (.faulty, true)
    return LayeredValue(value.node, value.layer, detail)
  }
}
