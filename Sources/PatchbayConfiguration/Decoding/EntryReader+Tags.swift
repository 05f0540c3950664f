import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryReader {
  /// Reads `tags:`, a map of attributes or a list of names.
  mutating func tags(_ layered: LayeredValue) -> [TagUse] {
    defer { evaluator.subject.name = "" }
    let node = layered.node
    WorkMeter.count(layered.entryCount)
    if node.kind == .sequence, !layered.isMergedMap {
      if let error = evaluator.markWithoutEffect(layered.detail) {
        report(error)
        return []
      }
      if case .unknown(let tag) = node.tagKind {
        report(.unknownTag(tag, of: node))
        return []
      }
      if let error = AttributedTag.error(in: node) {
        report(error)
        return []
      }
      let names = node.elements.compactMap { tagName(LayeredValue($0, layered.layer)) }
      return once(names.map { TagUse(name: $0) })
    }
    guard evaluator.isMap(layered, "a list of names or a map of attributes") else { return [] }
    let uses = layered.entries.compactMap { tag($0) }
    return layered.isMergedMap ? once(uses) : uses
  }

  /// Removes duplicates from tags and reports them: a list is short for a map, which has each key
  /// once.
  private mutating func once(_ uses: [TagUse]) -> [TagUse] {
    guard uses.count > 1 else { return uses }
    evaluator.subject.name = ""
    var first: [String: SourcePlace] = [:]
    return uses.filter { use in
      let name = use.name
      guard let other = first[name.text] else {
        first[name.text] = name.place
        return true
      }
      report(
        Diagnostic(
          .duplicateKey, "\(evaluator.subject.description) names `\(name.text)` twice",
          at: name.place, "named again"
        )
        .label(other, "named first")
        .fix("leave one of them out"))
      return false
    }
  }

  private mutating func tagName(_ value: LayeredValue) -> Located? {
    let node = value.node
    if case .unknown(let tag) = node.tagKind {
      return evaluator.reject(.unknownTag(tag, of: node))
    }
    guard node.kind == .scalar, node.knownTag == nil, !node.isNothing, !node.text.isEmpty else {
      return evaluator.reject(.wrongKind(node, "a tag", mustBe: "a name"))
    }
    guard !InterpolationTemplate.holdsReference(node.text) else {
      return evaluator.reject(evaluator.neverInterpolated("the name of a tag", node))
    }
    return Located(node.text, Provenance(value.origin))
  }

  private mutating func tag(_ entry: MapEntry) -> TagUse? {
    let value = entry.value
    evaluator.subject.name = entry.key
    let origin = Origin(place: entry.keyPlace, layer: entry.layer)
    var use = TagUse(name: Located(entry.key, Provenance(origin)))
    if let merged = value.merged, merged.isNothing, merged.mask?.hasEffect == true { return nil }
    if evaluator.isMap(value, "a map of attributes") {
      for attribute in value.entries { read(attribute, into: &use) }
    } else if value.node.knownTag?.isMark == true {
      return nil
    }
    return use
  }

  private mutating func read(_ attribute: MapEntry, into use: inout TagUse) {
    let (key, value) = (attribute.key, attribute.value)
    evaluator.subject.path = [key]
    defer { evaluator.subject.path = [] }
    if key.utf8.elementsEqual("priority".utf8) {
      if let priority = evaluator.priorityField(value) { use.givenPriority = priority }
      return
    }
    if !probableMisspellings(of: key, in: ["priority"]).isEmpty {
      report(
        Diagnostic(
          .similarName, "`\(key)` is an attribute of the tag, and nearly `priority`",
          at: attribute.keyPlace, "orders nothing"
        )
        .asWarning
        .didYouMean(key, among: ["priority"], at: attribute.keyPlace))
    }
    let isCredential = evaluator.lintSecret(key, value)
    if var attributeValue = evaluator.wholeValue(value) {
      if isCredential { evaluator.keepSecret(&attributeValue, key, value) }
      evaluator.recordTexts(in: attributeValue)
      use.attributes.append(
        .init(key: key, keyPlace: attribute.keyPlace, value: attributeValue))
    }
  }

  /// Reads `timeouts:`.
  mutating func timeouts(_ layered: LayeredValue) -> Timeouts {
    defer { evaluator.subject.name = "" }
    var timeouts = Timeouts()
    guard evaluator.isMap(layered, "a map with `start` and `stop`") else { return timeouts }
    for entry in layered.entries {
      evaluator.subject.name = entry.key
      switch entry.field(TimeoutField.self) {
      case .start: timeouts.start = evaluator.durationField(entry.value)
      case .stop:
        let limit = evaluator.limitField(entry.value)
        (timeouts.stop, timeouts.isStopUnlimited) = (limit?.duration, limit?.isNone ?? false)
      case nil: report(.unknownField(entry, TimeoutField.self, in: layered))
      }
    }
    return timeouts
  }
}
