import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// Entries with what they inherit from those that they extend.
extension EntryReader {
  /// Returns an entry with all inherited fields; nil if an error in its chain was reported.
  ///
  /// Chains may be long, so they are followed by a loop instead of recursion.
  mutating func effective(_ id: ValueMerge.Owner) -> LayeredValue? {
    var chain: [(id: ValueMerge.Owner, own: LayeredValue, use: Located)] = []
    var chained: Set<ValueMerge.Owner> = []
    var current = id
    var base: LayeredValue?
    while true {
      if let known = effectiveEntries[current] {
        base = known
        break
      }
      guard let entry = entry(current) else { break }
      guard let field = entry.value.entries.first(where: { $0.hasKey("extends") }) else {
        base = entry.value
        effectiveEntries[current] = .some(base)
        break
      }
      if !chained.insert(current).inserted,
        let start = chain.firstIndex(where: { $0.id == current })
      {
        report(circularTemplate(chain[start...].map { ($0.id, $0.use) }))
        break
      }
      evaluator.subject = Evaluator.Subject(owner: current, field: "extends")
      guard let use = evaluator.nameField(field.value, "a template or service") else { break }
      chain.append((current, entry.value, use))
      guard let next = target(of: use, from: current) else { break }
      extended.insert(next)
      current = next
    }
    for step in chain.reversed() {
      if evaluator.expansion.isExceeded {
        // Each further merge would cost as much as what goes beyond the limit.
        base = nil
      } else if let below = base {
        var merge = ValueMerge(document.stack, step.id)
        base = merge.extend(step.own, over: below)
        for diagnostic in merge.diagnostics { report(diagnostic) }
        if !count(merge.mergedEntries, of: step.id, at: step.use.place) { base = nil }
      }
      effectiveEntries[step.id] = .some(base)
    }
    return base
  }

  /// Counts the parts that an `extends` adds; returns `false` if the limit is exceeded.
  mutating func count(_ parts: Int, of id: ValueMerge.Owner, at place: SourcePlace) -> Bool {
    evaluator.canExpand(by: parts, at: place) { _ in "what `\(id.key)` extends" }
  }

  /// Marks the services that other entries extend.
  func markExtended(_ set: inout DefinitionSet) {
    guard !extended.isEmpty else { return }
    for index in set.definitions.indices
    where extended.contains(.service(set.definitions[index].key)) {
      set.definitions[index].sharesText = true
    }
  }

  /// Adds which templates are used, and which services are because others extend them.
  func addUsage(to usage: inout Usage) {
    for case .service(let key) in extended { usage.add(used: .init(.service, key)) }
    for entry in document.templates.entries where entry.state == .defined {
      if extended.contains(.template(entry.key)) {
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

  /// Returns what finds the keys that those which layers from a number on add were probably meant to be.
  func keysMeantBelow(from first: Int) -> @Sendable (String) -> [String] {
    let (services, program) = (document.services, document.program)
    let (stack, extended) = (document.stack, extended)
    return { key in
      let layer = services[key]?.layer ?? program[key]?.definition?.origin.layer ?? 0
      guard layer >= first, !extended.contains(.service(key)) else { return [] }
      let below = services.entries.lazy.filter { other in
        let origins = other.history.isEmpty ? [other.layer] : other.history.map(\.layer)
        return other.state == .defined && stack.areBelow(origins, layer)
      }
      return probableMisspellings(of: key, in: below.map(\.key))
    }
  }

  private func entry(_ id: ValueMerge.Owner) -> EntryTable.Entry? {
    let entry = id.isTemplate ? document.templates[id.key] : document.services[id.key]
    return entry?.state == .defined ? entry : nil
  }

  /// Returns the entry that an `extends:` names: a template, or else a service, also through
  /// aliases; nil if an error was reported.
  private mutating func target(
    of use: Located, from id: ValueMerge.Owner
  ) -> ValueMerge.Owner? {
    if let entry = document.templates[use.text] {
      return entry.state == .defined ? .template(use.text) : removed(entry, use, id)
    }
    guard let key = end(ofAliasesFrom: use.text) else { return nil }
    guard let entry = document.services[key] else {
      // An alias of nothing is a separate error.
      if key == use.text { reportUnknownBase(use, id) }
      return nil
    }
    return entry.state == .defined ? .service(key) : removed(entry, use, id)
  }

  /// Returns the key at the end of a chain of aliases, which many entries may extend through; nil for
  /// a cycle, which is a separate error.
  mutating func end(ofAliasesFrom first: String) -> String? {
    var (key, passed) = (first, [String]())
    while true {
      WorkMeter.count(1)
      if let known = ends[key] {
        guard let known else { return nil }
        key = known
        break
      }
      guard let entry = document.services[key], entry.state == .defined,
        let alias = entry.definition["alias"]
      else { break }
      ends[key] = .some(nil)
      guard alias.kind == .scalar else { return nil }
      passed.append(key)
      key = alias.text
    }
    for alias in passed { ends[alias] = .some(key) }
    return key
  }

  /// Reports the use of a removed entry; a faulty one was reported before.
  private mutating func removed(
    _ entry: EntryTable.Entry, _ use: Located, _ id: ValueMerge.Owner
  ) -> ValueMerge.Owner? {
    guard entry.state == .removed else { return nil }
    let layer = document.stack.layers[entry.layer].name
    report(
      Diagnostic(
        .removedService, "`\(id.key)` extends `\(use.text)`, which the layer `\(layer)` removes",
        at: use.place, "still extends `\(use.text)`"
      )
      .label(entry.origin.place, "removed here"))
    return nil
  }

  private mutating func reportUnknownBase(_ use: Located, _ id: ValueMerge.Owner) {
    let error = Diagnostic(
      .unknownService, "`\(id.key)` extends `\(use.text)`, which no layer defines",
      at: use.place, "no template or service has this name")
    evaluator.report(error) { error, evaluator in
      let (templates, services) = (evaluator.document.content.templates, evaluator.services)
      let near = nearMisses(
        of: use.text,
        in: templates.definedKeys.filter { !id.isTemplate || $0 != id.key }
          + services.definedKeys.filter { id.isTemplate || $0 != id.key })
      let similar = near.first.flatMap { templates[$0] ?? services[$0] }
      return error.label(similar?.origin.place, "a similar name is defined here")
        .fix(.didYouMean(anyOf: near, replacing: use.place.span))
        .fix(
          templates.definedKeys.isEmpty && near.isEmpty
            ? .init("a template is defined under `templates:`, at the left edge") : nil)
    }
  }

  private func circularTemplate(_ steps: [(id: ValueMerge.Owner, use: Located)]) -> Diagnostic {
    Diagnostic(
      .circularTemplate, cycle: steps.map { ($0.id.key, $0.use.text, $0.use.place) }, "extend"
    )
    .note("none of them has fields to begin with")
    .fix(
      steps.count == 1 && !steps[0].id.isTemplate
        ? .init("leave `extends` out: an entry without `type` changes that of the lower layers")
        : nil)
  }
}

extension Definition {
  /// The memory of an inline service, measured in parts.
  fileprivate static let partsOfInline = 5

  /// A tag is read, and then collected by its name.
  static let partsOfTag = 2

  /// The number of parts of what an entry can inherit.
  var partCount: Int {
    let names = [type, scope].compactMap(\.self) + after + (provides ?? [])
    let tags = tags.reduce(0) { parts, tag in
      parts + Self.partsOfTag + tag.name.text.utf8.count / 8 + tag.attributes.partCount
    }
    let inner = names.reduce(tags) { $0 + 1 + $1.text.utf8.count / 8 }
    return (arguments + properties).reduce(inner) {
      $0 + 1 + $1.name.utf8.count / 8 + $1.value.partCount
    }
  }
}

extension ConfigurationValue {
  /// The number of parts in the value, at all levels. The parser bounds the depth.
  // Never inlined: into itself it would be, for 20 kilobytes of code.
  @inline(never)
  fileprivate var partCount: Int {
    switch content {
    case .list(let elements): elements.reduce(0) { $0 + 1 + $1.partCount }
    case .map(let entries): entries.partCount
    case .service(let use):
      if case .inline(let definition) = use.target {
        Definition.partsOfInline + definition.partCount
      } else {
        0
      }
    case .scalar, .unknown: weight / 8
    case .null, .faulty: 0
    }
  }
}

extension [ConfigurationValue.Entry] {
  fileprivate var partCount: Int {
    reduce(0) { $0 + 1 + $1.key.utf8.count / 8 + $1.value.partCount }
  }
}
