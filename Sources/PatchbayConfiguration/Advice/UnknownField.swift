import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// The error of a key that a map does not accept, and what was probably meant.
extension Diagnostic {
  /// Returns the error of a key that a map does not accept, with the field that was probably meant.
  static func unknownField(
    _ entry: MapEntry, _ fields: any FieldName.Type, in map: LayeredValue
  ) -> Diagnostic {
    let (key, place) = (entry.key, entry.keyPlace)
    // In a merged map, only the keys of the same layer.
    let others =
      map.hasEntries(upTo: fields.mostNeighbors)
      ? map.entries.filter { $0.layer == entry.layer }.map(\.key) : nil
    let near = nearMisses(of: key, in: fields.names.texts)
    // A field that the map has, or that another key was meant to be, would be there twice.
    let isFree =
      near.first.flatMap { best in
        others.map { others in
          !others.contains { other in
            other == best
              || (other != key && fields.named(other) == nil
                && !nearMisses(of: other, in: [best]).isEmpty)
          }
        }
      } ?? false
    var fixIt = FixIt.didYouMean(
      anyOf: near, insteadOf: isFree ? key : nil, replacing: place.span)
    if let best = near.first, others?.contains(best) == true {
      fixIt = FixIt("remove it, or the `\(best)` next to it")
    }
    if fields is EntryField.Type {
      fixIt = EntryField.advice(inPlaceOf: key).map { FixIt($0) } ?? fixIt
    }
    if fields is FileField.Type {
      fixIt =
        FileField.advice(inPlaceOf: key, entry.value.node) ?? whenEnvironment(key)
        ?? place.span.flatMap { inOwnFile(ofEnvironment: key, $0) } ?? fixIt
        ?? sections(of: key, entry.value.node)
    }
    if let field = fields.named(inOtherFormats: key), others?.contains(field.name) == false {
      let isMap = (field as? EntryField) != .arguments || entry.value.shape == .map
      fixIt =
        fixIt
        ?? (isMap
          ? .didYouMean(anyOf: [field.name], replacing: place.span)
          : FixIt(
            "the catalog decides how a type is made; what it is given belongs under `\(field.name):`"
          ))
    }
    fixIt = fixIt ?? otherLevel(of: key, fields)
    if fields is SectionField.Type { fixIt = fixIt ?? section(of: entry.value.node) }
    if fields is TaggedField.Type {
      fixIt = tagAlone(entry, map) ?? fixIt ?? tagWithAttribute(entry, map)
    }
    return Diagnostic(
      .unknownField, "\(fields.subject) has no field `\(key)`", at: place, "unknown field"
    )
    .note("\(fields.subject) accepts: \(fields.names.texts.joined(separator: ", "))")
    .fix(fixIt)
  }

  /// Returns the fix of what belongs to a section of an environment: a service, or a parameter.
  private static func section(of node: YAMLNode) -> FixIt {
    let isEntry =
      node.knownTag == .remove
      || node.kind == .mapping && !node.isEmpty
        && node.entries.allSatisfy { EntryField.named($0.key) != nil }
    return FixIt(
      isEntry
        ? "what changes a service belongs under `services:`"
        : "a value belongs under `parameters:`")
  }

  /// Returns the fix of `!tagged { name: handler }`, which has nothing but the tag, under another name.
  private static func tagAlone(_ entry: MapEntry, _ map: LayeredValue) -> FixIt? {
    let (key, value) = (entry.key, entry.value.node)
    let near = nearMisses(of: key, in: TaggedField.names.texts)
    let field =
      TaggedField.named(inOtherFormats: key) ?? near.first.flatMap { TaggedField.named($0) }
    guard map.node.count == 1, field == .tag, value.kind == .scalar, Name.isKey(value.text) else {
      return nil
    }
    return FixIt(
      "write `!tagged \(value.text)`", replacing: map.node.isInBraces ? map.node.wholePlace : nil,
      with: "!tagged \(value.text)")
  }

  /// Returns the fix of `!tagged { handler: path }`.
  private static func tagWithAttribute(_ entry: MapEntry, _ map: LayeredValue) -> FixIt? {
    let (key, value) = (entry.key, entry.value.node)
    guard map.node.count == 1, Name.isKey(key), value.kind == .scalar, Name.isKey(value.text) else {
      return nil
    }
    let written = "!tagged { tag: \(key), key: \(value.text) }"
    return FixIt(
      "write `\(written)`", replacing: map.node.isInBraces ? map.node.wholePlace : nil,
      with: written)
  }

  /// Returns the fix of `when@test:`, the environment of another container.
  private static func whenEnvironment(_ key: String) -> FixIt? {
    let parts = key.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "when", Name.isEnvironment(String(parts[1])) else {
      return nil
    }
    return FixIt(
      "write what holds for one environment under `environments:`, by its name: "
        + "`environments: { \(parts[1]): … }`")
  }

  /// Returns the fix of the name of an environment in the file of that environment; nil for any other key.
  static func inOwnFile(ofEnvironment key: String, _ span: SourceSpan) -> FixIt? {
    let name = PathText.lastPart(of: span.file.name)
    guard Name.isEnvironment(key), name.contains(text: ".\(key).") else { return nil }
    return FixIt("`\(name)` holds for `\(key)` alone: write the sections in it at the left edge")
  }

  /// Returns the fix of an environment at the top level; nil for a key without the sections of one.
  private static func sections(of key: String, _ node: YAMLNode) -> FixIt? {
    guard Name.isEnvironment(key), node.kind == .mapping, node.count <= SectionField.mostNeighbors,
      node.entries.contains(where: { SectionField.named($0.key) != nil }),
      node.entries.allSatisfy({ FileField.named($0.key) != nil })
    else { return nil }
    return FixIt(
      "write what holds in one environment under `environments:`, by its name: "
        + "`environments: { \(key): … }`")
  }

  /// Returns the fix of a field that belongs to another level.
  private static func otherLevel(of key: String, _ fields: any FieldName.Type) -> FixIt? {
    if fields is EntryField.Type {
      if let nested = nestedField(key) { return nested }
      // Other formats write the arguments next to the type.
      return RetryField.named(key) == nil
        ? FixIt("what the factory is given belongs under `arguments:`")
        : FixIt("`\(key)` belongs under `retry:`")
    }
    if fields is RetryField.Type {
      return FixIt("pauses that grow are written as the first and the longest: `pause: 200ms..5s`")
    }
    guard fields is FileField.Type || fields is SectionField.Type else { return nil }
    if fields is SectionField.Type, key == EntryField.extends.name {
      return FixIt(
        "an environment extends no other one: write what they share in the base, or in a file that "
          + "both of their files import")
    }
    return .fieldOfService(key)
  }

  /// Returns the fix of `retry.pause: …`, as other formats write a field of a map.
  private static func nestedField(_ key: String) -> FixIt? {
    let parts = key.split(separator: ".")
    guard parts.count == 2, let map = EntryField.named(String(parts[0])), map.isMap else {
      return nil
    }
    let name = String(parts[1])
    let field = map == .retry ? RetryField.named(inOtherFormats: name)?.name ?? name : name
    return FixIt("`\(map.name)` is a map: write `\(map.name): { \(field): … }`")
  }
}
