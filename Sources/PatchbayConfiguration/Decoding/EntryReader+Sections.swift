import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// `scopes:` and `roots:`.
extension EntryReader {
  /// Returns the declared scopes, and reports a second declaration, because it would leave their
  /// order open.
  mutating func scopes() -> [Located] {
    guard let first = document.scopes.first else { return [] }
    evaluator.subject = Evaluator.Subject(owner: .section("scopes"))
    for other in document.scopes.dropFirst() {
      report(
        Diagnostic(
          .duplicateKey,
          "`scopes` is declared \(other.layer == first.layer ? "twice" : "in two layers")",
          at: other.keyPlace, "second declaration"
        )
        .label(first.keyPlace, "first declaration")
        .note("scopes are declared once, outermost first"))
    }
    var known: [String: SourcePlace] = [:]
    let names = evaluator.namesField(first.value) ?? []
    return names.filter { name in
      let subject = "the scope `\(name.text)`"
      if ScopeName.builtIn.contains(name.text) {
        report(
          Diagnostic(
            .duplicateKey, "\(subject) is built in", at: name.place, "needs no declaration"))
      } else if let first = known[name.text] {
        report(
          Diagnostic(
            .duplicateKey, "\(subject) is declared twice", at: name.place, "second time"
          )
          .label(first, "first time"))
      } else {
        known[name.text] = name.place
        return true
      }
      return false
    }
  }

  /// Returns the roots of all layers, each once.
  mutating func roots() -> [Located] {
    evaluator.subject = Evaluator.Subject(owner: .section("roots"))
    let sections = document.roots
    let written = sections.flatMap { evaluator.namesField($0) ?? [] }
    guard !document.requests.isEmpty else { return written.uniqued(by: \.text) }
    let requested = document.requests.map {
      Located($0.key, Provenance(Origin(place: $0.place, layer: 0)))
    }
    return (written + requested).uniqued(by: \.text)
  }
}

/// The `defaults:` of a file.
struct Defaults {
  var scope: Located?
  var autowire: Bool?
  var autowireProvenance: Provenance?
  var tags: [TagUse] = []
  /// The names of the tags.
  fileprivate(set) var tagNames: Set<String> = []
  /// The fields whose texts are not known.
  var unknownFields: [Definition.UnknownField] = []
}

extension EntryReader {
  /// Reads the `defaults:` of each file.
  mutating func readDefaults() {
    guard !document.defaults.isEmpty else { return }
    for file in document.defaults.keys.inStableOrder(by: <) {
      guard let written = document.defaults[file] else { continue }
      evaluator.subject = Evaluator.Subject(owner: .section("defaults"))
      guard evaluator.isMap(written, "a map") else { continue }
      var result = Defaults()
      evaluator.unknownFields = []
      for entry in written.entries {
        let field = entry.field(DefaultsField.self)
        evaluator.subject.field = field?.name ?? ""
        switch field {
        case .scope: result.scope = evaluator.textField(entry.value, "the name of a scope")
        case .autowire:
          result.autowire = evaluator.shapeFlagField(entry.value)
          result.autowireProvenance = entry.value.provenance
        case .tags:
          result.tags = tags(entry.value)
          for index in result.tags.indices { result.tags[index].isOfDefaults = true }
        case nil: report(.unknownField(entry, DefaultsField.self, in: written))
        }
        evaluator.subject.field = ""
      }
      result.unknownFields = evaluator.unknownFields
      result.tagNames = Set(result.tags.map(\.name.text))
      defaults[file] = result
    }
  }

  /// What marks of an entry take away from the `defaults:` of its file.
  struct TakenDefaults {
    var scope = false
    var autowire = false
    var allTags = false
    var tags: Set<String> = []
  }

  /// Returns the `defaults:` of the file of a layer.
  func defaults(ofLayer layer: Int) -> Defaults? {
    document.stack.layers[layer].file.flatMap { defaults[$0] }
  }

  /// Applies the marks among an entry's fields to defaults, which lie below all layers: a `!remove` or
  /// `!replace` takes them away, and has an effect then, and an `!append` to tags adds to them.
  ///
  /// ```yaml
  /// defaults: { scope: request, tags: [audited] }
  /// services:
  ///   clock: { type: SystemClock, scope: !remove , tags: { audited: !remove } }
  /// ```
  func taking(_ defaults: Defaults, from fields: inout LayeredValue) -> TakenDefaults {
    var taken = TakenDefaults()
    // Nearly all entries have no marks.
    var mayHaveMarks = fields.isMergedMap
    if !mayHaveMarks {
      fields.node.forEachEntry { key, value in
        let isMapOfTags = value.kind == .mapping && EntryField.named(key) == .tags
        if value.hasTag || isMapOfTags { mayHaveMarks = true }
      }
    }
    guard mayHaveMarks else { return taken }
    var entries = Array(fields.entries)
    for index in entries.indices {
      switch entries[index].field(EntryField.self) {
      case .scope where defaults.scope != nil: taken.scope = entries[index].value.hideDefault()
      case .autowire where defaults.autowire != nil:
        taken.autowire = entries[index].value.hideDefault()
      case .tags where !defaults.tags.isEmpty:
        entries[index] = entries[index].withTagsAsMap
        taken.allTags = entries[index].value.hideDefault()
        taken.tags = entries[index].value.hideTags(of: defaults)
      default: break
      }
    }
    var detail = fields.detail
    detail.content = .entries(entries)
    fields = LayeredValue(fields.node, fields.layer, detail)
    return taken
  }

  /// Sets the fields that the entry does not have from the `defaults:` of its file, except for those
  /// that it takes away.
  ///
  /// - Returns: Whether all of them were set: false beyond the limit of the load.
  mutating func fill(
    _ definition: inout Definition, _ present: PresentFields, from defaults: Defaults,
    without taken: TakenDefaults
  ) -> Bool {
    // A decorator has the scope of what it decorates.
    if definition.scope == nil, !definition.isDecorator, !taken.scope, let scope = defaults.scope {
      definition.scope = scope
      keepOrigin(of: .scope, scope.provenance, in: &definition)
    }
    if !present.autowire, !taken.autowire, let autowire = defaults.autowire {
      definition.autowire = autowire
      definition.addUnknown(defaults.unknownFields.filter { $0.path == ["autowire"] })
      keepOrigin(of: .autowire, defaults.autowireProvenance, in: &definition)
    }
    guard !taken.allTags, let first = defaults.tags.first else { return true }
    let parts = defaults.tags.count * Definition.partsOfTag + defaults.unknownFields.count
    let isWithin = evaluator.canExpand(by: parts, at: first.name.place) { _ in
      "the tags of `defaults`"
    }
    guard isWithin else { return false }
    let own = definition.tags.isEmpty ? [] : Set(definition.tags.map(\.name.text))
    let added = defaults.tags.filter {
      !taken.tags.contains($0.name.text) && !own.contains($0.name.text)
    }
    definition.tags += added
    if !defaults.unknownFields.isEmpty {
      let names = Set(added.map(\.name.text))
      definition.addUnknown(
        defaults.unknownFields.filter { field in
          field.path.first == "tags" && field.path.dropFirst().first.map(names.contains) == true
        })
    }
    return true
  }

  /// For a model, keeps the origin of a field that the entry does not have.
  func keepOrigin(
    of field: EntryField, _ provenance: Provenance?, in definition: inout Definition
  ) {
    guard evaluator.context.variables.keepsSources, let provenance else { return }
    definition.fieldOrigins.append(.init(name: field.name, provenance: provenance))
  }
}

extension Definition {
  /// Adds fields from `defaults:` whose texts are not known.
  fileprivate mutating func addUnknown(_ fields: [UnknownField]) {
    if !fields.isEmpty { unknownFields += fields }
  }
}

extension LayeredValue {
  /// Notes that a mark on the value hides a default.
  ///
  /// - Returns: Whether there is such a mark, here or in a lower layer.
  fileprivate mutating func hideDefault() -> Bool {
    var detail = detail
    guard let mask = detail.mask else { return false }
    guard !mask.hasEffect else { return true }
    detail.mask?.hasEffect = true
    self = LayeredValue(node, layer, detail)
    return true
  }

  /// Applies the marks of tags, and of a map of tags, to those of `defaults:`.
  ///
  /// - Returns: The names of the tags that marks take away.
  fileprivate mutating func hideTags(of defaults: Defaults) -> Set<String> {
    var detail = detail
    guard case .entries(var tags) = detail.content else { return [] }
    var hidden: Set<String> = []
    for index in tags.indices {
      let key = tags[index].key
      guard defaults.tagNames.contains(key), tags[index].value.hideDefault() else { continue }
      hidden.insert(key)
    }
    detail.content = .entries(tags)
    detail.pendingAddition = nil
    self = LayeredValue(node, layer, detail)
    return hidden
  }
}
