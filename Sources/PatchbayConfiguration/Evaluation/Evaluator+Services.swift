import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Reads a value with the YAML tag of a service.
  mutating func service(_ tag: YAMLTag, _ value: LayeredValue) -> ConfigurationValue {
    let node = value.node
    guard subject.holdsServices else { return fault(misplacedService(tag, node), in: value) }
    let place = node.wholePlace
    let use: ServiceUse
    switch tag {
    case .inline:
      if node.kind == .mapping { return inline(value) }
      return fault(
        .wrongKind(
          node, "what `!inline` marks", mustBe: "a map with a `type`",
          found: node.contentDescription),
        in: value)
    case .tagged where node.kind == .mapping:
      guard let target = taggedByAttribute(value) else { return faulty(value) }
      use = ServiceUse(target, place: place)
    case .inner:
      guard node.isNothing else {
        return fault(wrongTarget(tag, node, "nothing after it"), in: value)
      }
      use = ServiceUse(.inner, place: place)
    default:
      guard let name = targetName(tag, value) else { return faulty(value) }
      switch tag {
      case .ref: use = ServiceUse(.reference(name), place: place)
      case .optional: use = ServiceUse(.optional(name), place: place)
      default:
        if policy.followsReferences { requestedTags.insert(name.text) }
        use = ServiceUse(.tagged(name), place: place)
      }
    }
    return ConfigurationValue(
      .service(use), Provenance(Origin(place: place, layer: value.layer)))
  }

  private mutating func targetName(_ tag: YAMLTag, _ value: LayeredValue) -> Located? {
    let node = value.node
    // Most texts are keys of services and share their storage; a plain `null` is no key.
    if node.textCount > 4 || !node.isNothing, let key = document.keyOfService(node) {
      return Located(key, Provenance(value.origin))
    }
    let text = node.text
    if Name.isKey(text), text.utf8.count > 4 || !node.isNothing {
      return Located(text, Provenance(value.origin))
    }
    let expected = tag == .tagged ? "the name of a tag" : "the key of a service"
    guard node.kind == .scalar, !node.isNothing, !text.isEmpty else {
      return reject(wrongTarget(tag, node, expected))
    }
    if InterpolationTemplate.holdsReference(text) {
      return reject(
        neverInterpolated("the text of `\(tag.rawValue)`", node, keyInReference(text, node)))
    }
    guard tag == .tagged else { return reject(wrongTarget(tag, node, expected)) }
    return Located(text, Provenance(value.origin))
  }

  /// Reads an inline service.
  mutating func inline(_ layered: LayeredValue) -> ConfigurationValue {
    let node = layered.node
    let origin = Origin(place: node.wholePlace, layer: layered.layer)
    guard subject.holdsServices else {
      report(misplacedService(.inline, node))
      return ConfigurationValue(.faulty, Provenance(origin))
    }
    let faultsBefore = faults
    inlineCount += 1
    let (outer, key) = (subject, inlineKey)
    subject = Subject(owner: .service(key))
    var definition = Definition(key: key, provenance: Provenance(origin), type: nil)
    for entry in layered.entries {
      switch entry.field(InlineField.self) {
      case .type:
        subject.field = "type"
        if let name = nameField(entry.value, "the name of a type") { definition.type = name }
        subject.field = ""
      case .arguments:
        definition.argumentsPlace = entry.keyPlace
        definition.arguments = arguments(entry.value, "arguments")
      case nil: report(.unknownField(entry, InlineField.self, in: layered))
      }
    }
    subject = outer
    if definition.type == nil, faults == faultsBefore, policy.isFinal {
      report(
        Diagnostic(
          .missingField, "an inline service needs a `type`", at: node.tagPlace, "names no type"))
    }
    definition.isFaulty = faults > faultsBefore
    let use = ServiceUse(.inline(definition), place: origin.place)
    return ConfigurationValue(.service(use), Provenance(origin))
  }

  /// A key for the inline service that begins; each of an argument has its own.
  var inlineKey: String {
    inlineCount == 1 ? subject.inlineKey : "\(subject.inlineKey)#\(inlineCount)"
  }

  private func misplacedService(_ tag: YAMLTag, _ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind, "`\(tag.rawValue)` is used in \(subject.description), which holds only data",
      at: node.wholePlace, "a service"
    )
    .note("services are referred to in `arguments` and `properties`")
  }

  private func wrongTarget(
    _ tag: YAMLTag, _ node: YAMLNode, _ expected: String
  ) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind,
      tag == .inner
        ? "`!inner` takes no value, found \(node.contentDescription)"
        : "`\(tag.rawValue)` needs \(expected), found \(node.contentDescription)",
      at: node.wholePlace, "expected \(expected)"
    )
    .fix(
      Self.optionalReference(tag, node) ?? Self.keyBehindSign(tag, node)
        ?? Self.elementsWithoutComma(node) ?? Self.listOfReferences(tag, node))
  }

  /// Returns the fix of `!ref [pool, queue]`, and of `!ref pool, !ref queue` without brackets; nil for anything
  /// else.
  private static func listOfReferences(
    _ tag: YAMLTag, _ node: YAMLNode
  ) -> Diagnostic.FixIt? {
    guard tag == .ref || tag == .optional, !node.isFromProgram, !node.span.isRedacted else {
      return nil
    }
    var elements: [String]
    switch node.kind {
    case .sequence where (1...64).contains(node.count):
      elements = node.elements.map { $0.kind == .scalar && !$0.hasTag ? $0.text : "" }
    case .scalar where !node.isQuoted && node.textCount <= 1_024:
      elements = node.text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        let words = part.split(separator: " ")
        let isTagged = words.count == 2 && words[0] == tag.rawValue
        return isTagged || words.count == 1 ? String(words[words.count - 1]) : ""
      }
    default: return nil
    }
    guard elements.allSatisfy({ Name.isKey($0) }), node.kind == .sequence || elements.count > 1
    else { return nil }
    elements = elements.map { "\(tag.rawValue) \($0)" }
    let list = "[\(elements.joined(separator: ", "))]"
    return .init(
      "each element of a list has its own `\(tag.rawValue)`", replacing: node.wholePlace, with: list
    )
  }

  /// Returns the fix of `[!ref pool !ref queue]`, which is one text to YAML; nil for any other text.
  private static func elementsWithoutComma(_ node: YAMLNode) -> Diagnostic.FixIt? {
    guard node.kind == .scalar, !node.isQuoted, !node.isFromProgram else { return nil }
    let elements = node.text.split(separator: " ")
    let isList =
      elements.count <= 64
      && elements.enumerated().allSatisfy { index, word in
        index.isMultiple(of: 2) ? Name.isKey(String(word)) : YAMLTag.named(String(word)) != nil
      }
    let file = node.span.file
    let before = file.bytes[
      file.lineRange(node.span.start.line).lowerBound..<node.span.range.lowerBound]
    guard isList, elements.count > 2,
      before.last(where: { "[]{}".utf8.contains($0) }) == UInt8(ascii: "[")
    else { return nil }
    return .init(
      "put a comma between two elements", replacing: .span(node.contentSpan),
      with: node.text.parts(separatedByText: " !").joined(separator: ", !"))
  }

  /// Returns the fix of `!ref "@pool"`, with the sign that other formats have instead of the tag; nil for any
  /// other text.
  private static func keyBehindSign(_ tag: YAMLTag, _ node: YAMLNode) -> Diagnostic.FixIt? {
    guard tag != .inner, node.kind == .scalar, let sign = node.text.first, "@%&*".contains(sign)
    else { return nil }
    let isOptional = node.text.dropFirst().first == "?"
    let key = node.text.dropFirst(isOptional ? 2 : 1).prefix { $0 != "%" }
    guard Name.isKey(String(key)) else { return nil }
    let meant = isOptional ? YAMLTag.optional.rawValue : tag.rawValue
    return .init(
      "the YAML tag says that it is a reference, without `\(sign)`: write `\(meant) \(key)`",
      replacing: node.wholePlace, with: "\(meant) \(key)")
  }

  /// Returns the fix of `!ref ?pool`; nil for any other text.
  private static func optionalReference(
    _ tag: YAMLTag, _ node: YAMLNode
  ) -> Diagnostic.FixIt? {
    guard tag == .ref, node.kind == .scalar, node.text.hasPrefix("?"),
      Name.isKey(String(node.text.dropFirst()))
    else { return nil }
    let key = node.text.dropFirst()
    return .init(
      "for a service that may be missing, write `!optional \(key)`",
      replacing: node.wholePlace, with: "!optional \(key)")
  }

  /// Returns the error of a `$(…)` in a text that is never interpolated.
  func neverInterpolated(
    _ subject: String, _ node: YAMLNode, _ fixIt: Diagnostic.FixIt? = nil
  ) -> Diagnostic {
    Diagnostic(
      .interpolationSyntax, "\(subject) is taken as it is: `$(…)` means nothing there",
      at: node.place, "never interpolated"
    )
    .fix(fixIt ?? .init("give the entry another one in each environment that needs it"))
  }

  /// Returns the fix of `!ref $(pool)`, where `pool` is a service; nil for any other text.
  private func keyInReference(_ text: String, _ node: YAMLNode) -> Diagnostic.FixIt? {
    guard text.hasPrefix("$("), text.hasSuffix(")") else { return nil }
    let key = String(text.dropFirst(2).dropLast())
    guard document.content.defines(service: key), parameters[key] == nil else { return nil }
    return .init("write the key of the service alone", replacing: node.place, with: key)
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
    arguments.reserveCapacity(layered.entryCount)
    WorkMeter.count(layered.entryCount)
    var cut: SourceSpan?
    layered.forEachEntry { key, value, _ in
      read(
        value, under: key.text, at: key.place, key.isCredentialName, into: &arguments, &cut)
    }
    return arguments
  }

  /// Reads an argument, unless it is the rest of a reference that a comma cut.
  private mutating func read(
    _ value: LayeredValue, under name: String, at namePlace: @autoclosure () -> SourcePlace,
    _ isCredential: Bool, into arguments: inout [Argument], _ cut: inout SourceSpan?
  ) {
    if let cut, let key = namePlace().span, cut.file == key.file,
      cut.range.contains(key.range.lowerBound)
    {
      return
    }
    subject.name = name
    inlineCount = 0
    let isSecret = isCredential && lintSecret(name, value)
    let position = arguments.count
    // A faulty argument counts as present, so that missing ones are still reported.
    let faultsBefore = faults
    defer { faults = faultsBefore }
    if !value.isMarked {
      // The usual case: the value is not optional, which saves a copy.
      arguments.append(
        Argument(name: name, namePlace: namePlace(), value: wholeWritten(value)))
    } else if let whole = wholeValue(value) {
      arguments.append(Argument(name: name, namePlace: namePlace(), value: whole))
    }
    // By index, because `last` would copy the argument.
    if isSecret, position < arguments.count { keepSecret(&arguments[position].value, name, value) }
    if !arguments.isEmpty, case .faulty = arguments[arguments.count - 1].value.content {
      cut = CutReference(value.node)?.span
    }
  }

  /// Returns whether a section is a map, and reports one that is neither a map nor blank.
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
    } else if let error = markWithoutEffect(layered.detail) {
      report(error)
      if node.knownTag != .replace { return false }
    }
    switch node.tagKind {
    case .none, .plain, .known(.replace):
      if node.isNothing { return false }
      if node.kind == .mapping { return true }
    // Only in a shape check; otherwise the mark was reported or had an effect.
    case .known(.remove): return false
    case .unknown(let tag):
      report(.unknownTag(tag, of: node))
      return false
    case .known: break
    }
    report(.wrongKind(node, subject.description, mustBe: expected))
    return false
  }
}
