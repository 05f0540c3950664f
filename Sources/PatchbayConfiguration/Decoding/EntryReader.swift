import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The `defaults:` of a file.
struct Defaults {
  var scope: Located?
  var autowire: Bool?
  var autowireProvenance: Provenance?
  var tags: [TagUse] = []
  /// The fields whose texts are not known.
  var unknownFields: [Definition.UnknownField] = []
}

/// Reads the entries and sections of a merged document into definitions.
///
/// It reads fields, tags, defaults, aliases and `extends`; the ``Evaluator`` reads the values in
/// them. Later stages can rely on the following: every error in the texts was reported, and the
/// definition with the error is marked as faulty, so that they do not report it again. No templates
/// remain.
struct EntryReader {
  var evaluator: Evaluator
  var inheritance: Inheritance
  var defaults: [Int: Defaults] = [:]
  /// The services that are written as fields of the last entry that contained any.
  private var misplaced: MisplacedServices?
  /// The keys of all services that are written as fields.
  private var misplacedKeys: Set<String> = []
  /// Whether the current entry is a field or a section that was reported as such.
  private var isMisplacedField = false

  init(
    _ document: MergedDocument, _ context: LoadContext, _ policy: Evaluator.Policy = .evaluate,
    hints: HintBudget = HintBudget()
  ) {
    evaluator = Evaluator(document, context, policy, hints)
    inheritance = Inheritance(document)
  }

  /// Borrowed: a getter would copy the whole document.
  var document: LayeredDocument { _read { yield evaluator.document.content } }

  mutating func report(_ diagnostic: Diagnostic) { evaluator.report(diagnostic) }

  /// Reads the whole document into a set of definitions.
  ///
  /// - Parameter known: What is known of the lower layers; nil if all of them are read.
  /// - Returns: The definitions.
  mutating func read(above known: KnownLayers? = nil) -> DefinitionSet {
    var set = DefinitionSet(secrets: evaluator.secrets)
    set.layers = document.stack.layers.map(\.name)
    // What is unset is not assigned: the metadata of each type that is assigned costs a program 7,000
    // instructions at its start.
    if let environment = evaluator.context.environment { set.environment = environment }
    let others = document.stack.others
    if !others.isEmpty {
      set.definitionsElsewhere = { others.definitions(ofService: $0, within: $1) }
    }
    if document.templates.count > 0 {
      let templates = document.templates
      set.templatePlace = { templates[$0]?.origin.place }
    }
    set.scopes = scopes()
    set.roots = roots()
    if let known {
      evaluator.parameters = known.parameters
    } else {
      evaluator.buildParameters(document.parameters)
    }
    readDefaults()
    for layer in document.stack.layers.indices {
      checkShape(ofMisplaced: document.stack.layers[layer].section.misplaced, layer)
    }
    checkReplaced(from: known?.count ?? 0)
    checkTemplates()
    readServices(into: &set)
    inheritance.markExtended(&set)
    evaluator.reportMissing()
    if let first = document.stack.firstUpperLayer {
      set.added = inheritance.addedKeys(above: first)
      if known == nil, !evaluator.context.recordsUsage || set.roots.isEmpty {
        evaluator.warnOfSimilarParameters(above: first)
      }
    }
    checkConflicts()
    checkDroppedTags(set)
    if evaluator.context.recordsUsage {
      var usage = Usage()
      evaluator.addUsage(to: &usage, hasRoots: !set.roots.isEmpty)
      inheritance.addUsage(to: &usage)
      set.usage = usage
      set.parameterValues = evaluator.allParameters()
    }
    set.parameters = evaluator.lookup()
    if !evaluator.unknownUses.isEmpty { set.unknownUses = evaluator.unknownUses }
    if !evaluator.unknownFlags.isEmpty { set.unknownFlags = evaluator.unknownFlags }
    if !evaluator.areFlagsPossible { set.areFlagsPossible = false }
    if evaluator.context.variables.keepsSources { set.modelParts = modelParts() }
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
        isMisplacedField = EntryTable.misplacedField(entry.key) != nil
        checkShape(entry.value.node, entry.layer, .service(entry.key), entry.keyNode)
        isMisplacedField = false
      case .defined:
        if entry.form == .alias {
          alias(entry, into: &set)
        } else {
          set.definitions.append(
            Definition(key: entry.key, provenance: provenance(of: entry)))
          // Read in place, because returning a definition would copy it.
          read(entry, into: &set.definitions[set.definitions.count - 1])
        }
      }
    }
    set.faultyKeys.formUnion(misplacedKeys)
  }

  /// The fields of an entry that `defaults:` and checks depend on.
  private struct PresentFields {
    var scope = false
    var autowire = false
    var priority: SourcePlace?
    /// The origins of all fields, for a model.
    var origins: [Definition.FieldOrigin] = []
  }

  private mutating func read(_ entry: EntryTable.Entry, into definition: inout Definition) {
    evaluator.subject = Evaluator.Subject(owner: .service(entry.key), key: entry.keyNode)
    evaluator.unknownFields = []
    let faultsBefore = evaluator.faults
    var present = PresentFields()
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
    let program = document.services.definition(ofProgram: entry)
    definition.factory = program?.factory
    if !entry.history.isEmpty {
      definition.replacedArguments = replacedArguments(entry)
      for change in entry.changes { fields = changed(fields, by: change) }
    }
    read(fields, into: &definition, &present)
    if definition.isDecorator { applyDecoratorRules(&definition, entry, &present) }
    if !evaluator.unknownFields.isEmpty { definition.unknownFields = evaluator.unknownFields }
    fill(&definition, present, from: entry)
    if let priority = present.priority, !definition.isDecorator {
      report(priorityWithoutDecorates(entry.key, priority))
    }
    if case nil = definition.type, evaluator.faults == faultsBefore, isWhole {
      report(missingType(entry))
    }
    if entry.form == .extending, isWhole {
      isWhole = inheritance.count(definition.entryCount, at: definition.place, &evaluator)
    }
    definition.isFaulty = evaluator.faults > faultsBefore || !isWhole || program?.isFaulty == true
  }

  private mutating func changed(_ fields: LayeredValue, by change: Statement) -> LayeredValue {
    var merge = ValueMerge(document.stack, evaluator.subject.owner)
    return merge.change(fields, by: change)
  }

  private mutating func read(
    _ fields: LayeredValue, into definition: inout Definition, _ present: inout PresentFields
  ) {
    if fields.isMergedMap {
      for entry in fields.members {
        if let field = entry.field(EntryField.self) {
          read(field, entry.value, at: entry.keyPlace, into: &definition, &present)
        } else {
          reportUnknown(entry, in: fields)
        }
      }
    } else {
      // No ``MapEntry``, because creating and destroying one takes 200 instructions.
      fields.node.forEachEntry { key, value in
        if let field = EntryField.named(key) {
          let value = LayeredValue(value, fields.layer)
          read(field, value, at: key.place, into: &definition, &present)
        } else {
          reportUnknown(MapEntry(key, value, fields.layer), in: fields)
        }
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
  private mutating func reportMisplaced(_ field: MapEntry, in fields: LayeredValue) -> Bool {
    guard let key = field.keyPlace.span else { return false }
    if misplaced?.map.span != fields.node.span {
      misplaced = MisplacedServices(otherThan: EntryField.self, in: fields.node)
    }
    guard let misplaced, misplaced.contains(key) else { return false }
    if misplaced.begins(with: key) {
      misplacedKeys.formUnion(misplaced.keys)
      let error = misplaced.diagnostic(
        inEntry: evaluator.subject.owner.description(of: []), evaluator.subject.key,
        isFree: misplaced.keys.allSatisfy { document.services[$0] == nil })
      if let error { report(error) }
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
    if evaluator.context.variables.keepsSources, evaluator.policy.isFinal {
      present.origins.append(.init(name: field.name, provenance: value.provenance))
    }
    switch field {
    case .arguments:
      let place = keyPlace()
      if !place.isSwift { definition.argumentsPlace = place }
      definition.arguments = evaluator.arguments(value, "arguments")
      return
    case .properties:
      definition.properties = evaluator.arguments(value, "properties")
      return
    case .tags:
      definition.tags = tags(value)
      return
    case .retry:
      retry(value, at: keyPlace(), into: &definition)
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
      present.scope = definition.scope != nil
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
      let flag = evaluator.shapeFlagField(value)
      if value.shape != .nothing { definition.setEnabled(flag ?? true, value.provenance) }
    case .after: definition.after = evaluator.namesField(value) ?? []
    case .deprecated: definition.deprecated = evaluator.textField(value)
    case .description:
      if let span = evaluator.spanOfText(value) {
        definition.setSummary(in: span)
      } else {
        definition.summary = evaluator.textField(value)?.text
      }
    // ``Inheritance`` follows the name; here only its shape is checked.
    case .extends: _ = evaluator.nameField(value, "a template or service")
    case .alias, .arguments, .properties, .retry, .tags, .timeouts: break
    }
  }

  /// Returns the place of an entry's last definition, and the places of those that it replaced.
  func provenance(of entry: EntryTable.Entry) -> Provenance {
    guard !entry.history.isEmpty else { return Provenance(entry.origin) }
    let definitions = entry.history.filter(\.isDefinition).map(\.origin)
    return Provenance(
      definitions.last ?? entry.origin, overridden: definitions.dropLast().reversed())
  }

  /// Removes and reports the scope and `eager` of a decorator: it has the lifetime of the decorated
  /// service, and is built with it.
  private mutating func applyDecoratorRules(
    _ definition: inout Definition, _ entry: EntryTable.Entry, _ present: inout PresentFields
  ) {
    for field in entry.value.entries where field.key == "scope" || field.key == "eager" {
      report(
        Diagnostic(
          .unknownField, "the decorator `\(entry.key)` has no `\(field.key)` of its own",
          at: field.keyPlace, "a decorator lives as long as what it decorates"
        )
        .fix("leave it out, or give it to the decorated service"))
    }
    definition.scope = nil
    definition.eager = false
    present.scope = true
  }

  /// Sets the fields that the entry does not have from the `defaults:` of its file.
  private mutating func fill(
    _ definition: inout Definition, _ present: PresentFields, from entry: EntryTable.Entry
  ) {
    guard let file = document.stack.layers[definition.provenance.winner.layer].file,
      let defaults = defaults[file]
    else { return }
    if !present.scope, definition.scope == nil, let scope = defaults.scope {
      definition.scope = scope
      keepOrigin(of: .scope, scope.provenance, in: &definition)
    }
    if !present.autowire, let autowire = defaults.autowire {
      definition.autowire = autowire
      definition.addUnknown(defaults.unknownFields.filter { $0.path == ["autowire"] })
      keepOrigin(of: .autowire, defaults.autowireProvenance, in: &definition)
    }
    for tag in defaults.tags
    where !definition.tags.contains(where: { $0.name.text == tag.name.text }) {
      definition.tags.append(tag)
      definition.addUnknown(
        defaults.unknownFields.filter { $0.path.starts(with: ["tags", tag.name.text]) })
    }
  }

  /// For a model, keeps the origin of a field that the entry does not have.
  private func keepOrigin(
    of field: EntryField, _ provenance: Provenance?, in definition: inout Definition
  ) {
    guard evaluator.context.variables.keepsSources, let provenance else { return }
    definition.fieldOrigins.append(.init(name: field.name, provenance: provenance))
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

  private mutating func alias(_ entry: EntryTable.Entry, into set: inout DefinitionSet) {
    evaluator.subject = Evaluator.Subject(owner: .service(entry.key), key: entry.keyNode)
    var target: Located?
    var deprecated: Located?
    var summary: String?
    for member in entry.value.members {
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
        key: entry.key, provenance: provenance(of: entry), target: target,
        deprecated: deprecated, summary: summary))
  }

  /// Checks the shape of misplaced services, so that messages hide probable secrets in them.
  mutating func checkShape(ofMisplaced services: [Member], _ layer: Int) {
    for service in services {
      checkShape(service.value, layer, .service(service.key.text), service.key)
    }
  }

  /// Checks only the shape of an entry, which is not used as it is written.
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
    var present = PresentFields()
    read(written, into: &ignored, &present)
  }
}

extension Definition {
  /// Adds fields from `defaults:` whose texts are not known.
  fileprivate mutating func addUnknown(_ fields: [UnknownField]) {
    if !fields.isEmpty { unknownFields += fields }
  }
}
