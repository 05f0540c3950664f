import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension DocumentDecoder {
  /// An entry with all that it inherits; nil where something on the way was told about.
  ///
  /// Chains may be long, so they are followed with a list and no recursion.
  mutating func effective(_ id: EntryID) -> Layered? {
    var chain: [(id: EntryID, own: Layered, use: Located)] = []
    var current = id
    var base: Layered?
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
        report(circularTemplate(chain[start...].map { ($0.id, $0.use) }))
        break
      }
      subject = Subject(owner: owner(of: current), field: "extends")
      guard let use = nameField(field.value, "a template or service") else { break }
      chain.append((current, entry.value, use))
      guard let next = target(of: use, from: current) else { break }
      extended.insert(next)
      current = next
    }
    for step in chain.reversed() {
      if let below = base {
        var merger = Merger(document.stack, owner(of: step.id))
        base = merger.extend(step.own, over: below)
        for diagnostic in merger.told { report(diagnostic) }
        if !countExtended(merger.made, at: step.use.place) { base = nil }
      }
      effectiveEntries[step.id] = .some(base)
    }
    return base
  }

  /// Counts the entries that an `extends` brings; false where they are too many, and from then on.
  mutating func countExtended(_ entries: Int, at place: SourcePlace) -> Bool {
    WorkMeter.count(entries)
    let limit = context.limits.extendedEntries
    let wasWithin = extendedEntries <= limit
    extendedEntries += entries
    guard extendedEntries > limit else { return true }
    if wasWithin {
      report(
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

  private func owner(of id: EntryID) -> Merger.Owner {
    id.isTemplate ? .template(id.key) : .service(id.key)
  }

  private func entry(_ id: EntryID) -> EntryTable.Entry? {
    let entry = id.isTemplate ? document.templates[id.key] : document.services[id.key]
    return entry?.state == .defined ? entry : nil
  }

  /// What an `extends:` names: a template, else a service, through aliases; nil where it was told.
  private mutating func target(of use: Located, from id: EntryID) -> EntryID? {
    let template = EntryID(isTemplate: true, key: use.text)
    // A service may extend the template of its own name.
    if let entry = document.templates[use.text], template != id || id.isTemplate {
      return entry.state == .defined ? template : told(entry, use, id)
    }
    var key = use.text
    var passed: Set<String> = []
    while let entry = document.services[key] {
      guard entry.state == .defined else { return told(entry, use, id) }
      guard let alias = entry.definition["alias"] else {
        return EntryID(isTemplate: false, key: key)
      }
      // A ring of aliases is told about as such.
      guard passed.insert(key).inserted, alias.kind == .scalar else { return nil }
      key = alias.text
    }
    if passed.isEmpty { report(unknownBase(use, id)) }
    return nil
  }

  private mutating func told(
    _ entry: EntryTable.Entry, _ use: Located, _ id: EntryID
  ) -> EntryID? {
    guard entry.state == .removed else { return nil }
    let layer = document.stack.layers[entry.layer].name
    report(
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

  private func unknownBase(_ use: Located, _ id: EntryID) -> Diagnostic {
    let near = nearMisses(
      of: use.text,
      in: Array(document.templates.definedKeys)
        + document.services.definedKeys.filter { $0 != id.key },
      within: collector.hints)
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
    let labels = steps.enumerated().map { index, step in
      let isClosing = index == steps.count - 1 && steps.count > 1
      return Diagnostic.Label(
        step.use.place,
        "\(index + 1). `\(step.id.key)` extends `\(step.use.text)`"
          + (isClosing ? ", closing the cycle" : ""))
    }
    return Diagnostic(
      .circularTemplate,
      names.count == 1
        ? "`\(names[0])` extends itself" : "\(quotedList(names)) extend each other",
      labels: labels,
      notes: ["none of them has fields to begin with"]
    )
  }
}
