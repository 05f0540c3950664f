import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The `defaults:` of a file.
struct Defaults {
  var scope: Located?
  var autowire: Bool?
  var tags: [TagUse] = []
}

/// Reads the entries and sections of a merged document into definitions.
///
/// It owns fields, tags, defaults, aliases and `extends`; the values in them belong to the
/// ``Evaluator``. What later stages rely on: every mistake of the texts was reported, and what it is in
/// is marked faulty, so that nothing of it needs to be reported again. No template is left.
struct EntryReader {
  let document: LayeredDocument
  var evaluator: Evaluator
  var inheritance: Inheritance
  var defaults: [Int: Defaults] = [:]
  /// The services that are written as fields of the entry that was read last of those with any.
  private var misplaced: MisplacedServices?
  /// The keys of all of them.
  private var misplacedKeys: Set<String> = []

  init(
    _ document: LayeredDocument, _ context: LoadContext, _ policy: Evaluator.Policy = .evaluate,
    hints: HintBudget = HintBudget()
  ) {
    self.document = document
    evaluator = Evaluator(document.stack, document.services, context, policy, hints)
    inheritance = Inheritance(document)
  }

  mutating func report(_ diagnostic: Diagnostic) { evaluator.report(diagnostic) }

  /// Reads the whole document.
  mutating func read() -> DefinitionSet {
    var set = DefinitionSet()
    set.layers = document.stack.names
    set.environment = evaluator.context.environment
    set.secrets = evaluator.secrets
    let others = document.stack.others
    set.definitionsElsewhere = { others.definitions(ofService: $0, within: $1) }
    let templates = document.templates
    set.templatePlace = { templates[$0]?.origin.place }
    set.scopes = scopes()
    set.roots = roots()
    evaluator.buildParameters(document.parameters)
    readDefaults()
    for layer in document.stack.layers.indices {
      checkShape(ofMisplaced: document.stack.layers[layer].section.misplaced, layer)
    }
    checkReplaced()
    checkTemplates()
    readServices(into: &set)
    inheritance.markExtended(&set)
    evaluator.reportMissing()
    checkConflicts()
    checkDroppedTags(set)
    evaluator.checkUnusedParameters(hasRoots: !set.roots.isEmpty)
    set.parameters = evaluator.lookup()
    return set
  }

  /// Reads every service.
  private mutating func readServices(into set: inout DefinitionSet) {
    let table = document.services
    set.faultyKeys = table.faultyKeys
    set.definitions.reserveCapacity(table.count)
    for entry in table.entries {
      switch entry.state {
      case .removed: set.removed[entry.key] = entry.origin
      case .faulty:
        set.faultyKeys.insert(entry.key)
        checkShape(entry.value.node, entry.layer, .service(entry.key), entry.keyNode)
      case .defined:
        if entry.form == .alias {
          alias(entry, into: &set)
        } else {
          set.definitions.append(
            Definition(key: entry.key, provenance: provenance(of: entry)))
          // In place: a definition that is returned is copied once more.
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
    var priority: SourcePlace?
  }

  private mutating func read(_ entry: EntryTable.Entry, into definition: inout Definition) {
    evaluator.subject = Evaluator.Subject(owner: .service(entry.key), key: entry.keyNode)
    let faultsBefore = evaluator.faults
    var seen = Seen()
    var fields = entry.value
    var isWhole = true
    if entry.form == .extending {
      definition.sharesText = true
      let id = Inheritance.EntryID(isTemplate: false, key: entry.key)
      if let effective = inheritance.effective(id, with: &evaluator) {
        fields = effective
      } else {
        isWhole = false
      }
      evaluator.subject = Evaluator.Subject(owner: .service(entry.key), key: entry.keyNode)
    }
    var isMade = true
    if !entry.history.isEmpty {
      definition.replacedArguments = replacedArguments(entry)
      for change in entry.changes { fields = changed(fields, by: change) }
      if let statement = entry.lastDefinition.map({ entry.history[$0] }) {
        definition.factory = statement.factory
        isMade = !statement.isFaulty
      }
    }
    read(fields, into: &definition, &seen)
    if definition.isDecorator { keepToDecorator(&definition, entry, &seen) }
    fill(&definition, seen, from: entry)
    if let priority = seen.priority, !definition.isDecorator {
      report(priorityWithoutDecorates(entry.key, priority))
    }
    if case nil = definition.type, evaluator.faults == faultsBefore, isWhole {
      report(missingType(entry))
    }
    if entry.form == .extending, isWhole {
      isWhole = inheritance.count(definition.entryCount, at: definition.place, &evaluator)
    }
    definition.isFaulty = evaluator.faults > faultsBefore || !isWhole || !isMade
  }

  private mutating func changed(_ fields: LayeredValue, by change: Statement) -> LayeredValue {
    var merge = ValueMerge(document.stack, evaluator.subject.owner)
    return merge.change(fields, by: change)
  }

  private mutating func read(
    _ fields: LayeredValue, into definition: inout Definition, _ seen: inout Seen
  ) {
    for entry in fields.members {
      if let field = entry.field(EntryField.self) {
        read(field, entry, into: &definition, &seen)
      } else if !reportMisplaced(entry, in: fields) {
        report(.unknownField(entry, EntryField.self, in: fields))
      }
    }
  }

  /// Reports services that are written as fields of an entry, all at the first of them.
  ///
  /// - Returns: whether the unknown field is one of them.
  private mutating func reportMisplaced(_ field: MapEntry, in fields: LayeredValue) -> Bool {
    guard let key = field.keyPlace.span else { return false }
    if misplaced?.map.span != fields.node.span {
      misplaced = MisplacedServices(otherThan: EntryField.self, in: fields.node)
    }
    guard let misplaced, misplaced.contains(key) else { return false }
    if misplaced.begins(with: key) {
      misplacedKeys.formUnion(misplaced.keys)
      let mistake = misplaced.diagnostic(
        inEntry: evaluator.subject.owner.words(for: []), evaluator.subject.key,
        isFree: misplaced.keys.allSatisfy { document.services[$0] == nil })
      if let mistake { report(mistake) }
      let outer = (evaluator.subject, misplaced)
      checkShape(ofMisplaced: misplaced.services, fields.layer)
      (evaluator.subject, self.misplaced) = outer
    }
    return true
  }

  // Inlined, so that an entry need not be stored and released: there is one for each field.
  @inline(__always)
  private mutating func read(
    _ field: EntryField, _ entry: MapEntry, into definition: inout Definition,
    _ seen: inout Seen
  ) {
    let value = entry.value
    switch field {
    case .arguments:
      definition.argumentsPlace = entry.keyPlace.isSwift ? nil : entry.keyPlace
      definition.arguments = evaluator.arguments(value, "arguments")
      return
    case .properties:
      definition.properties = evaluator.arguments(value, "properties")
      return
    case .tags:
      definition.tags = tags(value)
      return
    case .timeouts:
      definition.timeouts = timeouts(value)
      return
    default: break
    }
    evaluator.subject.field = field.name
    defer { evaluator.subject.field = "" }
    switch field {
    case .type: definition.type = evaluator.nameField(value, "the name of a type")
    case .scope:
      definition.scope = evaluator.textField(value, "the name of a scope")
      seen.scope = definition.scope != nil
    case .provides: definition.provides = evaluator.namesField(value)
    case .decorates: definition.decorates = evaluator.nameField(value, "the key of a service")
    case .priority:
      if let priority = evaluator.integerField(value) { definition.priority = priority }
      seen.priority = value.shape == .nothing ? nil : entry.keyPlace
    case .autowire:
      let flag = evaluator.flagField(value)
      definition.autowire = flag ?? false
      seen.autowire = flag != nil
    case .eager: definition.eager = evaluator.flagField(value) ?? false
    case .after: definition.after = evaluator.namesField(value) ?? []
    case .deprecated: definition.deprecated = evaluator.textField(value)
    case .description: definition.summary = evaluator.textField(value)?.text
    // Followed by ``Inheritance``; here only its shape counts.
    case .extends: _ = evaluator.nameField(value, "a template or service")
    case .alias, .arguments, .properties, .tags, .timeouts: break
    }
  }

  /// The place of the definition, and those of the definitions that it replaced.
  func provenance(of entry: EntryTable.Entry) -> Provenance {
    guard !entry.history.isEmpty else { return Provenance(entry.origin) }
    let definitions = entry.history.filter(\.isDefinition).map(\.origin)
    return Provenance(
      definitions.last ?? entry.origin, overridden: definitions.dropLast().reversed())
  }

  /// A decorator has the lifetime of the decorated service, and is built with it.
  private mutating func keepToDecorator(
    _ definition: inout Definition, _ entry: EntryTable.Entry, _ seen: inout Seen
  ) {
    for field in entry.value.entries where field.key == "scope" || field.key == "eager" {
      report(
        Diagnostic(
          .unknownField,
          "the decorator `\(entry.key)` has no `\(field.key)` of its own",
          labels: [.init(field.keyPlace, "a decorator lives as long as what it decorates")],
          fixIts: [.init("leave it out, or give it to the decorated service")]
        ))
    }
    definition.scope = nil
    definition.eager = false
    seen.scope = true
  }

  /// Fills in what the entry left out from its file's `defaults:`.
  private mutating func fill(
    _ definition: inout Definition, _ seen: Seen, from entry: EntryTable.Entry
  ) {
    guard let file = document.stack.layers[definition.provenance.winner.layer].file,
      let defaults = defaults[file]
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

  private func priorityWithoutDecorates(_ key: String, _ place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .unknownField,
      "`priority` orders decorators, and `\(key)` decorates nothing",
      labels: [.init(place, "has no meaning here")],
      fixIts: [.init("to order a `!tagged` list, write tags: { name: { priority: 10 } }")]
    )
  }

  private mutating func alias(_ entry: EntryTable.Entry, into set: inout DefinitionSet) {
    evaluator.subject = Evaluator.Subject(owner: .service(entry.key), key: entry.keyNode)
    var target: Located?
    var deprecated: Located?
    for member in entry.value.members {
      let field = member.field(EntryField.self)
      evaluator.subject.field = field?.name ?? ""
      switch field {
      case .alias: target = evaluator.nameField(member.value, "the key of a service")
      case .deprecated: deprecated = evaluator.textField(member.value)
      case .description: _ = evaluator.textField(member.value)
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
        key: entry.key, provenance: provenance(of: entry), target: target,
        deprecated: deprecated))
  }

  /// Checks the shape of services that are written where none belong: likely secrets in them must not
  /// be shown with their lines.
  mutating func checkShape(ofMisplaced services: [Member], _ layer: Int) {
    for service in services {
      checkShape(service.value, layer, .service(service.key.text), service.key)
    }
  }

  /// Checks only the shape of an entry that is not used as it is written.
  mutating func checkShape(
    _ node: YAMLNode, _ layer: Int, _ owner: ValueMerge.Owner, _ key: YAMLNode
  ) {
    guard node.kind == .mapping else { return }
    let outer = evaluator.policy
    evaluator.policy = .checkShape
    defer { evaluator.policy = outer }
    evaluator.subject = Evaluator.Subject(owner: owner, key: key)
    let written = LayeredValue(node, layer)
    var ignored = Definition(key: owner.key, provenance: Provenance(written.origin), type: nil)
    var seen = Seen()
    read(written, into: &ignored, &seen)
  }
}
