import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// What merging made of a field; nil where it is removed or faulty.
  private mutating func detail(of layered: LayeredValue) -> LayeredValue.Detail? {
    let detail = layered.detail
    if let mistake = unmetMark(detail) { return reject(mistake) }
    switch detail.content {
    case .faulty: return nil
    // A shape check also reads what a mark adds.
    case .nothing: return policy.isFinal || detail.edits.isEmpty ? nil : detail
    case .written, .entries: return detail
    }
  }

  /// Reports a mistake where there is then no result.
  mutating func reject<Result>(_ mistake: Diagnostic) -> Result? {
    report(mistake)
    return nil
  }

  /// Reads a name that is taken as it is.
  mutating func nameField(_ layered: LayeredValue, _ expected: String = "a name") -> Located? {
    if layered.isPlain { return name(layered, expected) }
    guard let detail = detail(of: layered) else { return nil }
    if let edit = detail.edits.first, detail.floor == nil || !layered.node.isNothing {
      return reject(
        .appendWithoutList(edit.node, subject.words, below: layered.origin.place, "no list"))
    }
    var name = name(layered, expected)
    name?.provenance.overridden = detail.overridden
    return name
  }

  private mutating func name(_ value: LayeredValue, _ expected: String = "a name") -> Located? {
    let node = value.node
    switch node.tagKind {
    case .none, .plain, .known(.replace):
      guard node.kind == .scalar, !node.isNothing else { break }
      let text = node.text
      if text.isEmpty { break }
      if InterpolationTemplate.mayHoldReferences(node), InterpolationTemplate.holdsReference(text) {
        return reject(neverInterpolated(subject.words, node))
      }
      return Located(text, Provenance(value.origin))
    case .unknown(let tag): return reject(.unknownTag(tag, of: node))
    case .known: break
    }
    return reject(.wrongKind(node, subject.words, mustBe: expected))
  }

  /// Reads a list of names.
  mutating func namesField(_ layered: LayeredValue) -> [Located]? {
    guard let detail = detail(of: layered) else { return nil }
    let node = layered.node
    switch node.tagKind {
    case .none where node.isNothing: return []
    case .none, .plain, .known(.replace), .known(.append), .known(.prepend): break
    case .unknown(let tag): return reject(.unknownTag(tag, of: node))
    case .known: return reject(wrongNames(node))
    }
    guard node.kind == .sequence else { return reject(wrongNames(node)) }
    var names = node.elements.compactMap { name(LayeredValue($0, layered.layer)) }
    for edit in detail.edits where layered.merged != nil {
      guard edit.node.kind == .sequence else {
        report(wrongNames(edit.node))
        continue
      }
      let added = edit.node.elements.compactMap { name(LayeredValue($0, edit.layer)) }
      names = edit.isFront ? added + names : names + added
    }
    return names
  }

  private func wrongNames(_ node: YAMLNode) -> Diagnostic {
    .wrongKind(node, subject.words, mustBe: "a list of names")
  }

  /// Reads a text that may be interpolated; nil where there is none.
  ///
  /// These texts are printed in messages and by `explain`, so they must not be secret or from outside.
  mutating func textField(_ layered: LayeredValue, _ expected: String = "a text") -> Located? {
    if let text = plainText(layered) { return text }
    guard let value = wholeValue(layered, .data) else { return nil }
    switch value.content {
    case .scalar where value.disclosure != .open:
      report(notForPeople(value, expected))
    case .scalar(let scalar): return Located(scalar.text, value.provenance)
    case .faulty: break
    default: report(.wrongKind(layered.node, subject.words, mustBe: expected))
    }
    return nil
  }

  /// A text that one layer wrote and that needs no evaluation.
  private func plainText(_ layered: LayeredValue) -> Located? {
    let node = layered.node
    guard layered.isPlain, node.kind == .scalar, !node.isNothing,
      !InterpolationTemplate.mayHoldReferences(node)
    else { return nil }
    return Located(node.text, Provenance(layered.origin))
  }

  private func notForPeople(_ value: ConfigurationValue, _ expected: String) -> Diagnostic {
    let found = value.disclosure == .secret ? "a secret" : "a text from outside the configuration"
    return Diagnostic(
      .wrongNodeKind,
      "\(subject.words) must be \(expected) that everyone may read, found \(found)",
      labels: [.init(value.place, "would be shown to people")]
        + value.provenance.via.map { .init($0, "used here") }
    )
  }

  mutating func flagField(_ layered: LayeredValue) -> Bool? {
    read(layered, "`true` or `false`") { text in
      text == "true" ? true : text == "false" ? false : nil
    }
  }

  mutating func integerField(_ layered: LayeredValue) -> Int? {
    read(layered, "a whole number") { Scalars.integer($0) }
  }

  mutating func durationField(_ layered: LayeredValue) -> Duration? {
    read(layered, Duration.configurationExpectation) { Duration(configurationText: $0) }
  }

  private mutating func read<Value>(
    _ layered: LayeredValue, _ expected: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard let value = wholeValue(layered, .data) else { return nil }
    switch value.content {
    case .faulty: return nil
    case .scalar(let scalar):
      if let result = parse(scalar.text) { return result }
      report(wrongText(scalar.text, value, layered, expected))
    default: report(.wrongKind(layered.node, subject.words, mustBe: expected))
    }
    return nil
  }

  private func wrongText(
    _ text: String, _ value: ConfigurationValue, _ layered: LayeredValue, _ expected: String
  ) -> Diagnostic {
    let isShown = value.disclosure == .open && text.utf8.count <= 64
    let labels =
      [Diagnostic.Label(value.place, "expected \(expected)")]
      + value.provenance.via.map { .init($0, "used here") }
    return Diagnostic(
      .wrongNodeKind,
      "\(subject.words) must be \(expected), found "
        + (isShown ? "the text `\(text)`" : "a text that is not shown"),
      labels: labels
    )
  }
}
