import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Reads the use of a service.
  mutating func service(
    _ tag: YAMLTag, _ value: LayeredValue, _ kind: ValueKind
  ) -> ConfigurationValue {
    let node = value.node
    guard kind == .argument else { return fault(misplacedService(tag, node), in: value) }
    let target: ServiceUse.Target
    switch tag {
    case .inline:
      if node.kind == .mapping { return inline(value, kind) }
      return fault(
        .wrongKind(
          node, "what `!inline` marks", mustBe: "a map with a `type`", found: node.contentWords),
        in: value)
    case .inner:
      guard node.isNothing else {
        return fault(wrongTarget(tag, node, "nothing behind it"), in: value)
      }
      target = .inner
    default:
      guard let name = targetName(tag, value) else { return faulty(value) }
      switch tag {
      case .ref: target = .reference(name)
      case .optional: target = .optional(name)
      default:
        if policy.followsReferences { askedTags.insert(name.text) }
        target = .tagged(name)
      }
    }
    let place = node.wholePlace
    return ConfigurationValue(
      .service(ServiceUse(target, place: place)),
      Provenance(Origin(place: place, layer: value.layer)))
  }

  private mutating func targetName(_ tag: YAMLTag, _ value: LayeredValue) -> Located? {
    let node = value.node
    // Most name keys of services, and share their texts; `null` looks like a key and is none.
    if node.textCount > 4 || !node.isNothing, let key = services.key(node) {
      return Located(key, Provenance(value.origin))
    }
    let text = node.text
    if node.isFromProgram || Name.isKey(text), text.utf8.count > 4 || !node.isNothing {
      return Located(text, Provenance(value.origin))
    }
    let expected = tag == .tagged ? "the name of a tag" : "the key of a service"
    guard node.kind == .scalar, !node.isNothing, !text.isEmpty else {
      return reject(wrongTarget(tag, node, expected))
    }
    if InterpolationTemplate.holdsReference(text) {
      return reject(neverInterpolated("the text of `\(tag.rawValue)`", node))
    }
    guard tag == .tagged else { return reject(wrongTarget(tag, node, expected)) }
    return Located(text, Provenance(value.origin))
  }

  /// Reads an anonymous service.
  mutating func inline(_ layered: LayeredValue, _ kind: ValueKind) -> ConfigurationValue {
    let node = layered.node
    let origin = Origin(place: node.wholePlace, layer: layered.layer)
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
    for entry in layered.members {
      switch entry.field(InlineField.self) {
      case .type:
        subject.field = "type"
        definition.type = nameField(entry.value, "the name of a type")
        subject.field = ""
      case .arguments:
        definition.argumentsPlace = entry.keyPlace.isSwift ? nil : entry.keyPlace
        definition.arguments = arguments(entry.value, "arguments")
      case nil: report(.unknownField(entry, InlineField.self, in: layered))
      }
    }
    subject = outer
    if definition.type == nil, faults == faultsBefore, policy.isFinal {
      report(
        Diagnostic(
          .missingField,
          "an inline service needs a `type`",
          labels: [.init(node.tagPlace, "names no type")]
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
      labels: [.init(node.wholePlace, "a service")],
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
      labels: [.init(node.wholePlace, "expected \(expected)")]
    )
  }

  func neverInterpolated(_ what: String, _ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .interpolationSyntax,
      "\(what) is taken as it is: `$(…)` means nothing there",
      labels: [.init(node.place, "never interpolated")],
      fixIts: [.init("give the entry another one in each environment that needs it")]
    )
  }
}

// Arguments.
extension Evaluator {
  /// Reads `arguments:` or `properties:`.
  mutating func arguments(_ layered: LayeredValue, _ field: String) -> [Argument] {
    subject.field = field
    defer { (subject.field, subject.name) = ("", "") }
    var arguments: [Argument] = []
    guard isMap(layered, "a map of values by their names") else { return [] }
    arguments.reserveCapacity(layered.memberCount)
    var cut: SourceSpan?
    for entry in layered.members {
      // The rest of a reference that a comma cut in two is no argument of its own.
      if let cut, let key = entry.keyPlace.span, cut.file == key.file,
        cut.range.contains(key.range.lowerBound)
      {
        continue
      }
      read(entry, into: &arguments)
      // By its index: `last` would copy it.
      if !arguments.isEmpty, case .faulty = arguments[arguments.count - 1].value.content {
        cut = CutReference(entry.value.node)?.span
      }
    }
    return arguments
  }

  // Inlined, so that an entry need not be stored and released: there is one for each argument.
  @inline(__always)
  private mutating func read(_ entry: MapEntry, into arguments: inout [Argument]) {
    let name = entry.key
    subject.name = name
    inlineCount = 0
    let isCredential = lintSecret(name, entry.value)
    // A faulty argument counts as given, so that other missing ones are still reported.
    let faultsBefore = faults
    defer { faults = faultsBefore }
    let place = entry.keyPlace
    if !entry.value.isMarked {
      // The usual case: there always is a value, so none is copied out of an optional.
      arguments.append(
        Argument(name: name, namePlace: place, value: wholeWritten(entry.value, .argument)))
    } else if let value = wholeValue(entry.value, .argument) {
      arguments.append(Argument(name: name, namePlace: place, value: value))
    } else {
      return
    }
    if isCredential { keepSecret(&arguments[arguments.count - 1].value, name, entry.value) }
  }

  /// Whether a section is the map that it must be; reports where it is neither a map nor blank.
  mutating func isMap(_ layered: LayeredValue, _ expected: String) -> Bool {
    let node = layered.node
    if layered.isPlain, node.kind == .mapping { return true }
    if let merged = layered.merged {
      checkMarks(ofMap: layered)
      switch merged.content {
      case .entries: return true
      case .written: break
      case .nothing, .faulty: return false
      }
    } else if let mistake = unmetMark(layered.detail) {
      report(mistake)
      if node.knownTag != .replace { return false }
    }
    switch node.tagKind {
    case .none, .plain, .known(.replace):
      if node.isNothing { return false }
      if node.kind == .mapping { return true }
    // Only in a shape check; elsewhere the mark was reported or took effect.
    case .known(.remove): return false
    case .unknown(let tag):
      report(.unknownTag(tag, of: node))
      return false
    case .known: break
    }
    report(.wrongKind(node, subject.words, mustBe: expected))
    return false
  }
}

extension YAMLNode {
  /// The content of a tagged node, for messages.
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
