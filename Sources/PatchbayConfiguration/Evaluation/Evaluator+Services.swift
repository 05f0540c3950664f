import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// A field of an inline service, as one layer wrote it or as several merged it.
struct InlineEntry {
  let key: String
  let keySpan: SourceSpan
  let value: Layered

  init(_ key: String, _ keySpan: SourceSpan, _ value: Layered) {
    self.key = key
    self.keySpan = keySpan
    self.value = value
  }
}

extension DocumentDecoder {
  /// Reads the use of a service.
  mutating func service(
    _ tag: YAMLTag, _ node: YAMLNode, _ layer: Int, _ kind: ValueKind
  ) -> ConfigurationValue {
    guard kind == .argument else {
      report(misplacedService(tag, node))
      return faulty(Layered(node, layer))
    }
    if tag == .inline {
      guard node.kind == .mapping else {
        report(
          .wrongKind(
            node, "what `!inline` marks", mustBe: "a map with a `type`", found: node.contentWords))
        return faulty(Layered(node, layer))
      }
      let fields = node.entries.map {
        InlineEntry($0.key.text, $0.key.contentSpan, Layered($0.value, layer))
      }
      return inline(fields, node, layer, kind)
    }
    let target: ServiceUse.Target
    switch tag {
    case .inner:
      guard node.isNothing else {
        report(wrongTarget(tag, node, "nothing behind it"))
        return faulty(Layered(node, layer))
      }
      target = .inner
    default:
      guard let name = targetName(tag, node, layer) else { return faulty(Layered(node, layer)) }
      switch tag {
      case .ref: target = .reference(name)
      case .optional: target = .optional(name)
      default:
        if mode == .full { askedTags.insert(name.text) }
        target = .tagged(name)
      }
    }
    let place = SourcePlace.span(node.span)
    return ConfigurationValue(
      .service(ServiceUse(target, place: place)),
      Provenance(Origin(place: place, layer: layer)))
  }

  private mutating func targetName(
    _ tag: YAMLTag, _ node: YAMLNode, _ layer: Int
  ) -> Located? {
    // By far the most are keys of services, and share their texts; `null` looks like one and is none.
    if node.textCount > 4 || !node.isNothing, let key = document.services.key(node) {
      return Located(key, Provenance(origin(node, layer)))
    }
    let text = node.text
    if Name.isKey(text), text.utf8.count > 4 || !node.isNothing {
      return Located(text, Provenance(origin(node, layer)))
    }
    let expected = tag == .tagged ? "the name of a tag" : "the key of a service"
    guard node.kind == .scalar, !node.isNothing, !text.isEmpty else {
      report(wrongTarget(tag, node, expected))
      return nil
    }
    if InterpolationTemplate.holdsReference(text) {
      report(neverInterpolated("the text of `\(tag.rawValue)`", node))
      return nil
    }
    if tag != .tagged {
      report(wrongTarget(tag, node, expected))
      return nil
    }
    return Located(text, Provenance(origin(node, layer)))
  }

  /// Reads an anonymous service.
  mutating func inline(
    _ fields: [InlineEntry], _ node: YAMLNode, _ layer: Int, _ kind: ValueKind
  ) -> ConfigurationValue {
    let origin = Origin(place: .span(node.span), layer: layer)
    guard kind == .argument else {
      report(misplacedService(.inline, node))
      return ConfigurationValue(.faulty, Provenance(origin))
    }
    let faultsBefore = faults
    inlineCount += 1
    let outer = subject
    let name = outer.inlineKey
    let key = inlineCount == 1 ? name : "\(name)#\(inlineCount)"
    subject = Subject(owner: .service(key))
    var definition = Definition(key: key, provenance: Provenance(origin), type: nil)
    for field in fields {
      switch InlineField.named(field.key) {
      case .type:
        subject.field = "type"
        definition.type = nameField(field.value, "the name of a type")
        subject.field = ""
      case .arguments:
        definition.argumentsPlace = .span(field.keySpan)
        definition.arguments = arguments(field.value, "arguments")
      case nil:
        report(
          .unknownField(
            field.key, field.keySpan, InlineField.self,
            beside: fields.count <= FieldLimits.mostNeighbours ? fields.map(\.key) : nil))
      }
    }
    subject = outer
    if definition.type == nil, faults == faultsBefore, mode != .shape {
      report(
        Diagnostic(
          .missingField,
          "an inline service needs a `type`",
          labels: [.init(.span(node.tagSpan ?? node.span), "names no type")]
        ))
    }
    definition.isFaulty = faults > faultsBefore
    let use = ServiceUse(.inline(definition), place: origin.place)
    return ConfigurationValue(.service(use), Provenance(origin))
  }

  private func misplacedService(_ tag: YAMLTag, _ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind,
      "`\(tag.rawValue)` stands in \(subject.words), which holds only data",
      labels: [.init(.span(node.span), "a service")],
      notes: ["services are referred to in `arguments` and `properties`"]
    )
  }

  private func wrongTarget(
    _ tag: YAMLTag, _ node: YAMLNode, _ expected: String
  ) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind,
      tag == .inner
        ? "`!inner` stands alone, found \(node.contentWords)"
        : "`\(tag.rawValue)` needs \(expected), found \(node.contentWords)",
      labels: [.init(.span(node.span), "expected \(expected)")]
    )
  }

  func neverInterpolated(_ what: String, _ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .interpolationSyntax,
      "\(what) is taken as it is: `$(…)` means nothing there",
      labels: [.init(.span(node.contentSpan), "never interpolated")],
      fixIts: [.init("give the entry another one in each environment that needs it")]
    )
  }
}

extension YAMLNode {
  /// What a tagged node holds behind its tag, for messages.
  var contentWords: String {
    switch kind {
    case .mapping: return "a map"
    case .sequence: return "a list"
    case .scalar:
      if isNothing || text.isEmpty { return "nothing" }
      return text.utf8.count <= 64 ? "the text `\(text)`" : "a long text"
    }
  }
}

extension Merger.Owner {
  /// The key of the service or template.
  var key: String {
    switch self {
    case .parameters, .section: ""
    case .service(let key), .template(let key): key
    }
  }
}

extension DocumentDecoder {
  /// Reads `arguments:` or `properties:`.
  mutating func arguments(_ layered: Layered, _ field: String) -> [Argument] {
    subject.field = field
    defer { (subject.field, subject.name) = ("", "") }
    var arguments: [Argument] = []
    if case .entries(let entries) = layered.merged?.content {
      refuseMarks(layered)
      arguments.reserveCapacity(entries.count)
      for entry in entries { read(entry.key, entry.keySpan, entry.value, into: &arguments) }
      return arguments
    }
    guard let node = mapNode(layered, "a map of values by their names") else { return [] }
    arguments.reserveCapacity(node.count)
    var cut: SourceSpan?
    for (key, value) in node.entries {
      // The rest of a reference that a comma cut in two is no argument of its own.
      if let cut, cut.file == key.contentSpan.file,
        cut.range.contains(key.contentSpan.range.lowerBound)
      {
        continue
      }
      read(key.text, key.contentSpan, Layered(value, layered.layer), into: &arguments)
      // By its index: to ask for the last one copies it.
      if !arguments.isEmpty, case .faulty = arguments[arguments.count - 1].value.content {
        cut = CutReference(value)?.span
      }
    }
    return arguments
  }

  private mutating func read(
    _ name: String, _ span: SourceSpan, _ value: Layered, into arguments: inout [Argument]
  ) {
    subject.name = name
    inlineCount = 0
    let isCredential = lintSecret(name, value)
    // A faulty value is there all the same: what else is missing is still told.
    let faultsBefore = faults
    defer { faults = faultsBefore }
    if mode == .full, context.coverage.setsFields,
      context.coverage.sets(name, in: subject.field, of: subject.owner.key)
    {
      guard let value = covered(value) else { return }
      arguments.append(Argument(name: name, namePlace: .span(span), value: value))
    } else if !value.isMarked {
      // By far the most. There is always a value, so that none is copied out of an optional.
      arguments.append(
        Argument(name: name, namePlace: .span(span), value: wholeWritten(value, .argument)))
    } else if let value = wholeValue(value, .argument) {
      arguments.append(Argument(name: name, namePlace: .span(span), value: value))
    } else {
      return
    }
    if isCredential { keepSecret(&arguments[arguments.count - 1].value, name, value) }
  }

  /// Tells about marks on a map that hit nothing.
  mutating func refuseMarks(_ layered: Layered) {
    guard mode != .shape, let merged = layered.merged else { return }
    if let mistake = markMistake(merged) { report(mistake) }
    if let edit = merged.edits.first {
      report(
        .appendWithoutList(
          edit.node, subject.words, below: layered.origin.place, "this is no list"))
    }
  }

  /// The node of a section that must be a map; nil where it says nothing or is none.
  mutating func mapNode(_ layered: Layered, _ expected: String) -> YAMLNode? {
    let node = layered.node
    if layered.isPlain, node.kind == .mapping { return node }
    if let merged = layered.merged {
      refuseMarks(layered)
      guard case .written = merged.content else { return nil }
    } else if mode != .shape, let mistake = markMistake(layered.detail) {
      report(mistake)
      if node.knownTag != .replace { return nil }
    }
    switch node.tagKind {
    case .none, .plain, .known(.replace):
      if node.isNothing { return nil }
      if node.kind == .mapping { return node }
    case .known(.remove) where mode == .shape: return nil
    case .unknown(let tag):
      report(.unknownTag(tag, of: node))
      return nil
    case .known: break
    }
    report(.wrongKind(node, subject.words, mustBe: expected))
    return nil
  }
}
