import PatchbayDiagnostics
import PatchbayYAML

extension ValueMerge {
  /// Merges a patch into the entry of a service or template.
  mutating func patch(
    _ node: YAMLNode, layer: Int, over base: LayeredValue, key: String
  ) -> LayeredValue {
    let isAlias = base.hasEntry("alias")
    let upper = node.entries.compactMap { field, value -> MapEntry? in
      if isAlias, let known = EntryField.named(field), !known.isForAliases {
        diagnostics.append(.nextToAlias(field.text, field.place, key))
        return nil
      }
      return MapEntry(field, value, layer: layer)
    }
    return LayeredValue(
      base.node, base.layer,
      LayeredValue.Detail(content: .entries(merge(fields: upper, over: base))))
  }

  /// Merges an entry's own fields over those that it inherits.
  mutating func extend(_ own: LayeredValue, over base: LayeredValue) -> LayeredValue {
    let inherited = base.entries.filter { entry in
      entry.field(EntryField.self)?.isInherited ?? false
    }
    let below = LayeredValue(
      base.node, base.layer, LayeredValue.Detail(content: .entries(inherited)))
    return LayeredValue(
      own.node, own.layer,
      LayeredValue.Detail(content: .entries(merge(fields: Array(own.entries), over: below))))
  }

  private mutating func merge(
    fields upper: [MapEntry], over base: LayeredValue
  ) -> [MapEntry] {
    func section(_ entry: MapEntry) -> MapEntry? {
      // A blank section is an empty map: it adds nothing, and is no null that is replaced.
      if entry.value.node.isNull, entry.field(EntryField.self)?.isMap == true { return nil }
      let result = entry.withTagsAsMap
      // A list becomes a map, entry by entry.
      if entry.value.merged == nil, result.value.isMergedMap { count(result.value.entryCount) }
      return result
    }
    return merge(entries: upper.compactMap(section), over: base.entries.compactMap(section))
  }
}

extension MapEntry {
  /// The entry, with a list of tags converted to a map, and tags without attributes to empty maps.
  ///
  /// Values that are neither a list of names nor a map are unchanged; the entry reader reports
  /// them.
  var withTagsAsMap: MapEntry {
    guard field(EntryField.self) == .tags, value.merged == nil else { return self }
    let node = value.node
    switch (node.kind, node.tagKind) {
    case (_, .none), (_, .plain), (_, .known(.replace)): break
    case (.sequence, .known(.append)), (.sequence, .known(.prepend)): break
    default: return self
    }
    let entries: [MapEntry]
    switch node.kind {
    case .scalar: return self
    case .sequence:
      guard node.elements.allSatisfy({ $0.kind == .scalar && $0.tag == nil }) else { return self }
      entries = node.elements.map {
        MapEntry($0, .emptyMap($0, value.layer), layer: value.layer)
      }
    case .mapping:
      entries = node.entries.map { key, child in
        let tag = child.isNull ? .emptyMap(child, value.layer) : LayeredValue(child, value.layer)
        return MapEntry(key, tag, layer: value.layer)
      }
    }
    var detail = value.detail
    detail.content = .entries(entries)
    detail.pendingAddition = detail.additions.popLast()
    return with(LayeredValue(node, value.layer, detail))
  }
}

extension LayeredValue {
  fileprivate static func emptyMap(_ node: YAMLNode, _ layer: Int) -> LayeredValue {
    LayeredValue(node, layer, Detail(content: .entries([])))
  }
}

extension Diagnostic {
  /// Returns the error of a field that an alias cannot have.
  static func nextToAlias(_ field: String, _ place: SourcePlace, _ key: String) -> Diagnostic {
    Diagnostic(
      .unknownField, "`\(key)` is an alias, and an alias has no field `\(field)`",
      at: place, "only `deprecated` and `description` are allowed next to `alias`")
  }
}
