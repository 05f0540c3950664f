import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// Reads the entries and sections of a merged document into definitions.
///
/// It reads fields, tags, defaults, aliases and `extends`; the ``Evaluator`` reads the values in
/// them. Later stages can rely on the following: every error in the texts was reported, and the
/// definition with the error is marked as faulty, so that they do not report it again. No templates
/// remain.
struct EntryReader {
  var evaluator: Evaluator
  /// The entries with all inherited fields; nil if an error in their chain was reported.
  var effectiveEntries: [ValueMerge.Owner: LayeredValue?] = [:]
  /// The keys at the ends of aliases; nil for an alias without an end.
  var ends: [String: String?] = [:]
  /// The entries that others extend.
  var extended: Set<ValueMerge.Owner> = []
  var defaults: [Int: Defaults] = [:]
  /// The services that are written as fields of the last entry that contained any.
  var misplaced: MisplacedServices?
  /// The keys of all services that are written as fields.
  var misplacedKeys: Set<String> = []
  /// Whether the current entry is a field or a section that was reported as such.
  var isMisplacedField = false

  init(
    _ document: MergedDocument, _ context: LoadContext, _ policy: Evaluator.Policy = .evaluate
  ) {
    evaluator = Evaluator(document, context, policy)
  }

  /// Borrowed: a getter would copy the whole document.
  var document: LayeredDocument { _read { yield evaluator.document.content } }

  mutating func report(_ diagnostic: Diagnostic) { evaluator.report(diagnostic) }

  /// Reads the document into a set of definitions.
  mutating func read() -> DefinitionSet {
    var set = DefinitionSet(secrets: evaluator.secrets)
    set.layers = document.stack.layers.map(\.name)
    // What is unset is not assigned: the metadata of each type that is assigned costs a program 7,000
    // instructions at its start.
    if let environment = evaluator.context.environment { set.environment = environment }
    let others = document.stack.others
    if !others.isEmpty {
      set.definitionsElsewhere = { others.definitions(ofService: $0) }
    }
    if document.templates.count > 0 {
      let templates = document.templates
      set.templatePlace = { templates[$0]?.origin.place }
    }
    set.scopes = scopes()
    set.roots = roots()
    if !document.requests.isEmpty { set.requests = document.requests }
    if !document.requestedScopes.isEmpty { set.requestedScopes = document.requestedScopes }
    evaluator.buildParameters(document.parameters)
    readDefaults()
    for layer in document.stack.layers.indices {
      checkShape(ofMisplaced: document.stack.layers[layer].section.misplaced, layer)
    }
    checkReplaced()
    checkTemplates()
    readServices(into: &set)
    markExtended(&set)
    evaluator.reportMissing()
    if let first = document.stack.firstUpperLayer {
      set.keysMeantBelow = keysMeantBelow(from: first)
      if !evaluator.context.recordsUsage || set.roots.isEmpty {
        evaluator.warnOfSimilarParameters(above: first)
      }
    }
    checkConflicts()
    checkDropped(&set)
    if evaluator.context.recordsUsage {
      var usage = Usage()
      evaluator.addUsage(to: &usage, hasRoots: !set.roots.isEmpty)
      addUsage(to: &usage)
      set.checks.usage = usage
      set.checks.parameterValues = evaluator.allParameters()
    }
    set.expansion = evaluator.expansion
    if !evaluator.fileTexts.isEmpty { set.fileTexts = evaluator.fileTexts }
    set.parameters = evaluator.lookup()
    if !evaluator.unknownUses.isEmpty { set.checks.unknownUses = evaluator.unknownUses }
    if !evaluator.unknownFlags.isEmpty { set.checks.unknownFlags = evaluator.unknownFlags }
    if evaluator.context.variables.keepsSources { set.checks.modelParts = modelParts() }
    return set
  }

  /// Reads every service.
  private mutating func readServices(into set: inout DefinitionSet) {
    let table = document.services
    set.faultyKeys = table.faultyKeys
    set.definitions.reserveCapacity(table.count + document.program.rows.count)
    for entry in table.entries {
      if let row = document.program[entry.key],
        row.definition != nil || row.state != entry.state
      {
        read(row, into: &set)
        continue
      }
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
            Definition(key: entry.key, provenance: entry.provenance))
          // Read in place, because returning a definition would copy it.
          read(entry, into: &set.definitions[set.definitions.count - 1])
        }
      }
    }
    for row in document.program.rows where !row.isOfFiles { read(row, into: &set) }
    set.faultyKeys.formUnion(misplacedKeys)
  }
}

extension EntryReader {
  /// Returns what only a model is made of.
  func modelParts() -> ModelParts {
    var parts = ModelParts()
    parts.parameters = evaluator.allParameters()
    for index in evaluator.parameters.rows.indices
    where evaluator.parameters.rows[index].value.shape == .required {
      let row = evaluator.parameters.rows[index]
      parts.purposes[row.name] = row.value.node.text
    }
    let root = document.stack.rootFolder
    let files = document.stack.files
    // A text of the program has no path, and its name does not depend on the machine.
    let paths = files.map { file in
      file.path.map { _ in
        PathText.relative(
          PathText.joined(file.folder, PathText.lastPart(of: file.name)), from: root)
      }
    }
    for (file, path) in zip(files, paths) { parts.paths[file.name] = path }
    parts.layers = document.stack.layers.map { layer in
      let name = layer.name.description
      guard let file = layer.file, let path = paths[file] else { return name }
      return path + name.dropFirst(files[file].layerName.count)
    }
    return parts
  }
}
