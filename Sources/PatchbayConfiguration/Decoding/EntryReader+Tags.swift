import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension DocumentDecoder {
  /// Reads `tags:`, a map of attributes or a list of names.
  mutating func tags(_ layered: Layered) -> [TagUse] {
    subject.field = "tags"
    defer { (subject.field, subject.name) = ("", "") }
    if case .entries(let entries) = layered.merged?.content {
      refuseMarks(layered)
      return once(entries.compactMap { tag($0.key, $0.keySpan, $0.keyLayer, $0.value) })
    }
    let node = layered.node
    if node.kind == .sequence {
      if mode != .shape, let mistake = markMistake(layered.detail) {
        report(mistake)
        return []
      }
      if case .unknown(let tag) = node.tagKind {
        report(.unknownTag(tag, of: node))
        return []
      }
      let names = node.elements.compactMap { tagName($0, layered.layer) }
      return once(names.map { TagUse(name: $0) })
    }
    guard let node = mapNode(layered, "a list of names or a map of attributes") else { return [] }
    return node.entries.compactMap { key, value in
      tag(key.text, key.contentSpan, layered.layer, Layered(value, layered.layer))
    }
  }

  /// Tells of tags that a list names twice: it is short for a map, which has each key once.
  private mutating func once(_ uses: [TagUse]) -> [TagUse] {
    guard uses.count > 1 else { return uses }
    subject.name = ""
    var first: [String: SourcePlace] = [:]
    return uses.filter { use in
      let name = use.name
      guard let other = first[name.text] else {
        first[name.text] = name.place
        return true
      }
      report(
        Diagnostic(
          .duplicateKey,
          "\(subject.words) names `\(name.text)` twice",
          labels: [.init(name.place, "named again"), .init(other, "named first")],
          fixIts: [.init("leave one of them out")]
        ))
      return false
    }
  }

  private mutating func tagName(_ node: YAMLNode, _ layer: Int) -> Located? {
    if case .unknown(let tag) = node.tagKind {
      report(.unknownTag(tag, of: node))
      return nil
    }
    guard node.kind == .scalar, node.knownTag == nil, !node.isNothing, !node.text.isEmpty else {
      report(.wrongKind(node, "a tag", mustBe: "a name"))
      return nil
    }
    guard !InterpolationTemplate.holdsReference(node.text) else {
      report(neverInterpolated("the name of a tag", node))
      return nil
    }
    return Located(node.text, Provenance(origin(node, layer)))
  }

  private mutating func tag(
    _ name: String, _ span: SourceSpan, _ layer: Int, _ value: Layered
  ) -> TagUse? {
    subject.name = name
    let located = Located(name, Provenance(Origin(place: .span(span), layer: layer)))
    var use = TagUse(name: located)
    if case .nothing = value.merged?.content, value.merged?.floor?.hasHit == true { return nil }
    if case .entries(let entries) = value.merged?.content {
      refuseMarks(value)
      for entry in entries { attribute(entry.key, entry.keySpan, entry.value, of: &use) }
    } else if let node = mapNode(value, "a map of attributes") {
      for (key, attribute) in node.entries {
        self.attribute(key.text, key.contentSpan, Layered(attribute, value.layer), of: &use)
      }
    } else if value.node.knownTag?.isMark == true {
      return nil
    }
    return use
  }

  private mutating func attribute(
    _ key: String, _ span: SourceSpan, _ value: Layered, of use: inout TagUse
  ) {
    subject.path = [key]
    defer { subject.path = [] }
    if key.utf8.elementsEqual("priority".utf8) {
      if let priority = integerField(value) { use.priority = priority }
      return
    }
    let isCredential = lintSecret(key, value)
    if var attribute = wholeValue(value, .data) {
      if isCredential { keepSecret(&attribute, key, value) }
      use.attributes.append(.init(key: key, keyPlace: .span(span), value: attribute))
    }
  }

  /// Reads `timeouts:`.
  mutating func timeouts(_ layered: Layered) -> Timeouts {
    subject.field = "timeouts"
    defer { (subject.field, subject.name) = ("", "") }
    var timeouts = Timeouts()
    let entries: [LayeredEntry]
    if case .entries(let merged) = layered.merged?.content {
      refuseMarks(layered)
      entries = merged
    } else {
      guard let node = mapNode(layered, "a map with `start` and `stop`") else { return timeouts }
      entries = node.entries.map { LayeredEntry($0.key, $0.value, layer: layered.layer) }
    }
    for entry in entries {
      subject.name = entry.key
      switch TimeoutField.named(entry.key) {
      case .start: timeouts.start = durationField(entry.value)
      case .stop: timeouts.stop = durationField(entry.value)
      case nil:
        report(
          .unknownField(
            entry.key, entry.keySpan, TimeoutField.self, beside: entry.names(beside: entries)))
      }
    }
    return timeouts
  }
}
