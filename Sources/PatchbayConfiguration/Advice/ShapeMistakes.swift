import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

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

  /// Returns the error of a node of another kind than the format expects.
  static func wrongKind(
    _ node: YAMLNode, _ subject: String, mustBe expected: String, found: String? = nil
  ) -> Diagnostic {
    if case .unknown(let tag) = node.tagKind { return unknownTag(tag, of: node) }
    func error(at place: SourcePlace, _ label: String) -> Diagnostic {
      Diagnostic(
        .wrongNodeKind,
        "\(subject) must be \(expected), found \(found ?? node.description)", at: place, label)
    }
    let takesList = expected.hasPrefix("a list")
    if takesList || expected.hasPrefix("a map"), let misread = MisreadText(node, asList: takesList)
    {
      return error(at: .span(misread.place), misread.label).fix(misread.fixIt)
        .concealing(credentialIn: node)
    }
    return error(at: node.wholePlace, "expected \(expected)").fix(form(of: node, mustBe: expected))
      .concealing(credentialIn: node)
  }

  /// Returns the fix of a node that has the form of another kind; nil if it may be anything.
  private static func form(of node: YAMLNode, mustBe expected: String) -> FixIt? {
    switch expected {
    case "a map of entries" where node.kind == .sequence:
      FixIt("write each entry as `key: …`, without a dash")
    case "a map of values by their names" where node.kind == .sequence:
      FixIt("arguments have names, and no order: write each as `name: value`, without a dash")
    case "a map of environments": mapOfEnvironments(node)
    case _ where expected.hasPrefix("a map with `attempts`"): retryOfAttempts(node)
    case "a map with `start` and `stop`": timeoutsOfOne(node)
    case _ where expected.hasPrefix("a list of names"): listOfOne(node)
    case "a list of files": listOfOne(node, separator: "/")
    default: removeInQuotes(node)
    }
  }

  /// Returns the fix of `"!remove"`; nil for any other node.
  private static func removeInQuotes(_ node: YAMLNode) -> FixIt? {
    guard node.isQuoted, !node.isFromProgram, node.hasText("!remove") else {
      return nil
    }
    // A tag needs a space before a bracket.
    let next = node.span.file.bytes.dropFirst(node.span.range.upperBound).first ?? 0x0A
    return FixIt(
      "in quotes `!remove` is a part of the text: remove them", replacing: .span(node.span),
      with: ",]}".utf8.contains(next) ? "!remove " : "!remove")
  }

  /// Returns the fix that makes a map of a list of environments; nil for any other node.
  private static func mapOfEnvironments(_ node: YAMLNode) -> FixIt? {
    guard node.kind == .sequence else { return nil }
    let names = node.elements.map(\.text)
    let span = node.span
    guard names.count <= 16, names.allSatisfy({ Name.isEnvironment($0) }),
      span.file.bytes[span.range].first == UInt8(ascii: "[")
    else { return FixIt("write each environment as a key of its own: `test: {}`") }
    return FixIt(
      "write each environment as a key of its own", replacing: .span(span),
      with: "{ \(names.map { "\($0): {}" }.joined(separator: ", ")) }")
  }

  /// Returns the fix of `retry: 5`; nil for any other text.
  private static func retryOfAttempts(_ node: YAMLNode) -> FixIt? {
    guard node.kind == .scalar, !node.hasTag, let attempts = Scalars.integer(node.text) as Int?,
      attempts > 0
    else { return nil }
    return FixIt(
      "give it the number of attempts", replacing: .span(node.span),
      with: "{ attempts: \(attempts) }")
  }

  /// Returns the fix of `timeouts: 5s`; nil for any other text.
  private static func timeoutsOfOne(_ node: YAMLNode) -> FixIt? {
    guard node.kind == .scalar, !node.hasTag, Duration(configurationText: node.text) != nil
    else { return nil }
    return FixIt(
      "give it to each hook", replacing: .span(node.span),
      with: "{ start: \(node.text), stop: \(node.text) }")
  }

  /// Returns the fix that makes a list of a name; nil for any other node.
  private static func listOfOne(_ node: YAMLNode, separator: Character? = nil) -> FixIt? {
    guard node.kind == .scalar, !node.hasTag, !node.isNothing,
      Name.isKey(node.text.filter { $0 != separator }),
      !node.text.hasPrefix("-")
    else { return nil }
    return FixIt(
      "make it a list of one", replacing: .span(node.span), with: "[\(node.text)]",
      isCertain: true)
  }

  /// Returns the error of a YAML tag that the format does not have.
  static func unknownTag(_ tag: String, of node: YAMLNode) -> Diagnostic {
    let shown = tag.hasPrefix("tag:yaml.org,2002:") ? "!!\(tag.dropFirst(18))" : tag
    let names = YAMLTag.allCases.map(\.rawValue)
    return Diagnostic(
      .unknownYAMLTag, "no YAML tag is named `\(shown)`", at: node.tagPlace, "unknown YAML tag"
    )
    .note("the YAML tags are: \(names.joined(separator: ", "))")
    .fix(
      node.insteadOfTag(shown)
        ?? .didYouMean(
          anyOf: nearMisses(of: shown, in: names),
          // Of `!refa` without a key, more than the tag is missing.
          insteadOf: node.isNothing ? nil : shown, replacing: node.tagSpan)
    )
    .fix(
      shown.hasPrefix("!!")
        ? FixIt("leave it out: the factory's signature decides the type of a value") : nil)
  }
}

extension Diagnostic {
  /// Returns the diagnostic without the text of a node that holds the name of a credential and its value.
  func concealing(credentialIn node: YAMLNode) -> Diagnostic {
    guard node.kind == .scalar, !node.isFromProgram,
      SecretNames.withoutValue(node.text) != node.text
    else { return self }
    node.contentSpan.hide()
    return self
  }
}

extension Diagnostic.FixIt {
  /// Returns the fix of a field of a service in place of a section or of a service's key.
  static func fieldOfService(_ key: String) -> Self? {
    EntryField.named(key).map {
      .init("`\($0.name)` is a field of a service: indent it deeper than the service's key")
    }
  }
}

extension YAMLNode {
  /// How messages name the node: never with the text of a secret, nor with a long text.
  var description: String {
    guard let tag = knownTag, tag != .replace else {
      return kind == .scalar && isNull ? "nothing" : describedContent(empty: "an empty text")
    }
    return tag == .secret ? "a secret" : "`\(tag.rawValue)`"
  }

  /// How messages name the content of a node with a tag.
  var contentDescription: String {
    kind == .scalar && isNothing ? "nothing" : describedContent(empty: "nothing")
  }

  private func describedContent(empty: String) -> String {
    switch kind {
    case .mapping: return "a map"
    case .sequence: return "a list"
    case .scalar:
      let text = text
      if text.isEmpty { return empty }
      // The parser has hidden it: it is under the name of a credential.
      if !isFromProgram, contentSpan.isRedacted { return "a secret text, which is not shown" }
      return text.utf8.count > 64 ? "a long text" : "the text `\(SecretNames.withoutValue(text))`"
    }
  }
}
