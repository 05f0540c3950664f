import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// Merges entries with those that they extend.
struct Inheritance {
  /// A service or template by its key.
  struct EntryID: Hashable {
    let isTemplate: Bool
    let key: String
  }

  private let merged: MergedDocument
  /// The entries with all inherited fields; nil if an error in their chain was reported.
  private var effectiveEntries: [EntryID: LayeredValue?] = [:]
  /// The number of entries that all `extends` have added.
  private var extendedEntries = 0
  /// The entries that others extend.
  private var extended: Set<EntryID> = []

  init(_ document: MergedDocument) { merged = document }

  /// Borrowed: a getter would copy the whole document.
  private var document: LayeredDocument { _read { yield merged.content } }

  /// Returns an entry with all inherited fields; nil if an error in its chain was reported. The
  /// evaluator reads the names in `extends`.
  ///
  /// Chains may be long, so they are followed by a loop instead of recursion.
  mutating func effective(_ id: EntryID, with evaluator: inout Evaluator) -> LayeredValue? {
    var chain: [(id: EntryID, own: LayeredValue, use: Located)] = []
    var chained: Set<EntryID> = []
    var current = id
    var base: LayeredValue?
    while true {
      if let known = effectiveEntries[current] {
        base = known
        break
      }
      guard let entry = entry(current) else { break }
      guard let field = entry.value.entries.first(where: { $0.key == "extends" }) else {
        base = entry.value
        effectiveEntries[current] = .some(base)
        break
      }
      if !chained.insert(current).inserted,
        let start = chain.firstIndex(where: { $0.id == current })
      {
        evaluator.report(circularTemplate(chain[start...].map { ($0.id, $0.use) }))
        break
      }
      evaluator.subject = Evaluator.Subject(owner: owner(of: current), field: "extends")
      guard let use = evaluator.nameField(field.value, "a template or service") else { break }
      chain.append((current, entry.value, use))
      guard let next = target(of: use, from: current, &evaluator) else { break }
      extended.insert(next)
      current = next
    }
    for step in chain.reversed() {
      if let below = base {
        var merge = ValueMerge(document.stack, owner(of: step.id))
        base = merge.extend(step.own, over: below)
        for diagnostic in merge.diagnostics { evaluator.report(diagnostic) }
        if !count(merge.mergedEntries, at: step.use.place, &evaluator) { base = nil }
      }
      effectiveEntries[step.id] = .some(base)
    }
    return base
  }

  /// Counts the entries that an `extends` adds; returns `false` if the limit is exceeded.
  mutating func count(
    _ entries: Int, at place: SourcePlace, _ evaluator: inout Evaluator
  ) -> Bool {
    WorkMeter.count(entries)
    let limit = document.limits.extendedEntries
    let wasWithin = extendedEntries <= limit
    extendedEntries += entries
    guard extendedEntries > limit else { return true }
    if wasWithin {
      evaluator.report(
        Diagnostic(
          .limitExceeded, "all `extends` together bring more than \(limit.grouped) entries",
          at: place, "what this brings goes beyond the limit"
        )
        .limit("extendedEntries", limit))
    }
    return false
  }

  /// Marks the services that other entries extend.
  func markExtended(_ set: inout DefinitionSet) {
    guard !extended.isEmpty else { return }
    set.extendedKeys = extended.lazy.filter { !$0.isTemplate }.map(\.key)
    for index in set.definitions.indices
    where extended.contains(EntryID(isTemplate: false, key: set.definitions[index].key)) {
      set.definitions[index].sharesText = true
    }
  }

  /// Adds which templates are used, and which services are because others extend them.
  func addUsage(to usage: inout Usage) {
    for entry in extended where !entry.isTemplate { usage.add(used: .init(.service, entry.key)) }
    for entry in document.templates.entries where entry.state == .defined {
      if extended.contains(EntryID(isTemplate: true, key: entry.key)) {
        usage.add(used: .init(.template, entry.key))
      } else {
        usage.add(
          unused: .init(.template, entry.key),
          Diagnostic(
            .unusedTemplate, "nothing extends the template `\(entry.key)`",
            at: entry.origin.place, "never extended"
          ).asWarning)
      }
    }
  }

  /// Returns the keys that layers from a number on add.
  func addedKeys(above first: Int) -> AddedKeys {
    let (services, stack, extended) = (document.services, document.stack, extended)
    return AddedKeys(firstLayer: first) { key, hints in
      guard let entry = services[key], entry.layer >= first, hints.spend(services.count),
        !extended.contains(EntryID(isTemplate: false, key: key))
      else { return [] }
      let below = services.entries.lazy.filter { other in
        let origins = other.history.isEmpty ? [other.layer] : other.history.map(\.layer)
        return other.state == .defined && stack.areBelow(origins, entry.layer)
      }
      return probableMisspellings(of: key, in: below.map(\.key), within: hints)
    }
  }

  private func owner(of id: EntryID) -> ValueMerge.Owner {
    id.isTemplate ? .template(id.key) : .service(id.key)
  }

  private func entry(_ id: EntryID) -> EntryTable.Entry? {
    let entry = id.isTemplate ? document.templates[id.key] : document.services.entryOfFiles(id.key)
    return entry?.state == .defined ? entry : nil
  }

  /// Returns the entry that an `extends:` names: a template, or else a service, also through
  /// aliases; nil if an error was reported.
  private func target(
    of use: Located, from id: EntryID, _ evaluator: inout Evaluator
  ) -> EntryID? {
    let template = EntryID(isTemplate: true, key: use.text)
    // A service may extend the template with its own key.
    if let entry = document.templates[use.text], template != id || id.isTemplate {
      return entry.state == .defined ? template : removed(entry, use, id, &evaluator)
    }
    var key = use.text
    var passed: Set<String> = []
    while let entry = document.services.entryOfFiles(key) {
      guard entry.state == .defined else { return removed(entry, use, id, &evaluator) }
      guard let alias = entry.definition["alias"] else {
        return EntryID(isTemplate: false, key: key)
      }
      // A cycle of aliases is a separate error.
      guard passed.insert(key).inserted, alias.kind == .scalar else { return nil }
      key = alias.text
    }
    if passed.isEmpty { evaluator.report(unknownBase(use, id, evaluator.collector.hints)) }
    return nil
  }

  /// Reports the use of a removed entry; a faulty one was reported before.
  private func removed(
    _ entry: EntryTable.Entry, _ use: Located, _ id: EntryID, _ evaluator: inout Evaluator
  ) -> EntryID? {
    guard entry.state == .removed else { return nil }
    let layer = document.stack.layers[entry.layer].name
    evaluator.report(
      Diagnostic(
        .removedService, "`\(id.key)` extends `\(use.text)`, which the layer `\(layer)` removes",
        at: use.place, "still extends `\(use.text)`"
      )
      .label(entry.origin.place, "removed here"))
    return nil
  }

  private func unknownBase(_ use: Located, _ id: EntryID, _ hints: HintBudget) -> Diagnostic {
    let near = nearMisses(
      of: use.text,
      in: Array(document.templates.definedKeys)
        + document.services.definedKeys.filter { $0 != id.key },
      within: hints)
    let similar = near.first.flatMap { document.templates[$0] ?? document.services[$0] }
    return Diagnostic(
      .unknownService, "`\(id.key)` extends `\(use.text)`, which no layer defines",
      at: use.place, "no template or service has this name"
    )
    .label(similar?.origin.place, "a similar name is defined here")
    .fix(.didYouMean(anyOf: near, replacing: use.place.span))
  }

  private func circularTemplate(_ steps: [(id: EntryID, use: Located)]) -> Diagnostic {
    Diagnostic(
      .circularTemplate, cycle: steps.map { ($0.id.key, $0.use.text, $0.use.place) }, "extend"
    )
    .note("none of them has fields to begin with")
  }
}

extension Definition {
  /// The memory of an inline service, measured in entries of a map.
  fileprivate static let entriesOfInline = 5

  /// The number of entries in all maps and lists of the definition.
  var entryCount: Int {
    let tags = tags.reduce(0) { $0 + 1 + $1.attributes.entryCount }
    return (arguments + properties).reduce(tags) { $0 + 1 + $1.value.entryCount }
  }
}

extension ConfigurationValue {
  /// The number of entries in the value, at all levels. The parser bounds the depth.
  // Never inlined: into itself it would be, for 20 kilobytes of code.
  @inline(never)
  fileprivate var entryCount: Int {
    switch content {
    case .list, .map: parts.reduce(0) { $0 + 1 + $1.entryCount }
    case .service(let use):
      if case .inline(let definition) = use.target {
        Definition.entriesOfInline + definition.entryCount
      } else {
        0
      }
    case .null, .scalar, .unknown, .faulty: 0
    }
  }
}

extension [ConfigurationValue.Entry] {
  fileprivate var entryCount: Int { reduce(0) { $0 + 1 + $1.value.entryCount } }
}
