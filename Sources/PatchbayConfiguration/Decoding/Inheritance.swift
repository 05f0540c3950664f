import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// Lays entries over those that they extend.
struct Inheritance {
  /// A service or template by its key.
  struct EntryID: Hashable {
    let isTemplate: Bool
    let key: String
  }

  private let document: LayeredDocument
  /// The entries with all that they inherit; nil where a mistake in the chain was reported.
  private var effectiveEntries: [EntryID: LayeredValue?] = [:]
  /// The number of entries that all `extends` added so far.
  private var extendedEntries = 0
  /// The entries that others extend.
  private var extended: Set<EntryID> = []

  init(_ document: LayeredDocument) { self.document = document }

  /// An entry with all that it inherits; nil where a mistake in the chain was reported. The evaluator reads
  /// the names that `extends` gives.
  ///
  /// Chains may be long, so they are followed by a loop and not by recursion.
  mutating func effective(_ id: EntryID, with evaluator: inout Evaluator) -> LayeredValue? {
    var chain: [(id: EntryID, own: LayeredValue, use: Located)] = []
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
      if let start = chain.firstIndex(where: { $0.id == current }) {
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
        var merger = ValueMerge(document.stack, owner(of: step.id))
        base = merger.extend(step.own, over: below)
        for diagnostic in merger.reported { evaluator.report(diagnostic) }
        if !count(merger.made, at: step.use.place, &evaluator) { base = nil }
      }
      effectiveEntries[step.id] = .some(base)
    }
    return base
  }

  /// Counts the entries that an `extends` adds; false once they are too many.
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
          .limitExceeded,
          "all `extends` together bring more than \(LimitWords.grouped(limit)) entries",
          labels: [.init(place, "what this brings goes beyond the limit")],
          notes: [LimitWords.note("extendedEntries", limit)],
          fixIts: [.init(LimitWords.advice("extendedEntries"))]
        ))
    }
    return false
  }

  /// Marks the services that others inherit from.
  func markExtended(_ set: inout DefinitionSet) {
    guard !extended.isEmpty else { return }
    for index in set.definitions.indices
    where extended.contains(EntryID(isTemplate: false, key: set.definitions[index].key)) {
      set.definitions[index].sharesText = true
    }
  }

  private func owner(of id: EntryID) -> ValueMerge.Owner {
    id.isTemplate ? .template(id.key) : .service(id.key)
  }

  private func entry(_ id: EntryID) -> EntryTable.Entry? {
    let entry = id.isTemplate ? document.templates[id.key] : document.services.entryOfFiles(id.key)
    return entry?.state == .defined ? entry : nil
  }

  /// What an `extends:` names: a template, else a service, through aliases; nil where it is reported.
  private func target(
    of use: Located, from id: EntryID, _ evaluator: inout Evaluator
  ) -> EntryID? {
    let template = EntryID(isTemplate: true, key: use.text)
    // A service may extend the template of its own name.
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
      // A cycle of aliases is reported as such.
      guard passed.insert(key).inserted, alias.kind == .scalar else { return nil }
      key = alias.text
    }
    if passed.isEmpty { evaluator.report(unknownBase(use, id, evaluator.collector.hints)) }
    return nil
  }

  /// Reports the use of a removed entry; what is faulty was reported before.
  private func removed(
    _ entry: EntryTable.Entry, _ use: Located, _ id: EntryID, _ evaluator: inout Evaluator
  ) -> EntryID? {
    guard entry.state == .removed else { return nil }
    let layer = document.stack.layers[entry.layer].name
    evaluator.report(
      Diagnostic(
        .removedService,
        "`\(id.key)` extends `\(use.text)`, which the layer `\(layer)` removes",
        labels: [
          .init(use.place, "still extends `\(use.text)`"),
          .init(entry.origin.place, "removed here"),
        ]
      ))
    return nil
  }

  private func unknownBase(_ use: Located, _ id: EntryID, _ hints: HintBudget) -> Diagnostic {
    let near = nearMisses(
      of: use.text,
      in: Array(document.templates.definedKeys)
        + document.services.definedKeys.filter { $0 != id.key },
      within: hints)
    var diagnostic = Diagnostic(
      .unknownService,
      "`\(id.key)` extends `\(use.text)`, which no layer defines",
      labels: [.init(use.place, "no template or service has this name")],
      fixIts: Diagnostic.didYouMean(near, replacing: use.place.span)
    )
    if let first = near.first,
      let entry = document.templates[first] ?? document.services[first]
    {
      diagnostic.labels.append(.init(entry.origin.place, "a similar name is defined here"))
    }
    return diagnostic
  }

  private func circularTemplate(_ steps: [(id: EntryID, use: Located)]) -> Diagnostic {
    let names = steps.map(\.id.key)
    return Diagnostic(
      .circularTemplate,
      names.count == 1
        ? "`\(names[0])` extends itself" : "\(quotedList(names)) extend each other",
      labels: Diagnostic.Label.cycle(
        steps.map { ($0.use.place, "`\($0.id.key)` extends `\($0.use.text)`") }),
      notes: ["none of them has fields to begin with"]
    )
  }
}

extension Definition {
  /// What an inline service takes in memory, measured in entries of a map.
  fileprivate static let entriesOfInline = 5

  /// The entries of all its maps and lists.
  var entryCount: Int {
    let tags = tags.reduce(0) { $0 + 1 + $1.attributes.entryCount }
    return (arguments + properties).reduce(tags) { $0 + 1 + $1.value.entryCount }
  }
}

extension ConfigurationValue {
  /// The entries of the value and of all that it holds. The parser bounds the depth.
  fileprivate var entryCount: Int {
    switch content {
    case .list(let elements): elements.reduce(0) { $0 + 1 + $1.entryCount }
    case .map(let entries): entries.entryCount
    case .service(let use):
      if case .inline(let definition) = use.target {
        Definition.entriesOfInline + definition.entryCount
      } else {
        0
      }
    case .null, .scalar, .faulty: 0
    }
  }
}

extension [ConfigurationValue.Entry] {
  fileprivate var entryCount: Int { reduce(0) { $0 + 1 + $1.value.entryCount } }
}
