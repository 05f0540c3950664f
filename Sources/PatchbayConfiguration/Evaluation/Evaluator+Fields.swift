import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Returns the merge result of a field; nil if the field is removed or faulty.
  private mutating func detail(of layered: LayeredValue) -> LayeredValue.Detail? {
    let detail = layered.detail
    if let error = markWithoutEffect(detail) { return reject(error) }
    switch detail.content {
    case .faulty: return nil
    // A shape check also reads the additions of a mark.
    case .nothing: return policy.isFinal || detail.additions.isEmpty ? nil : detail
    case .written, .entries: return detail
    }
  }

  /// Reports an error, and returns nil as the result of the caller.
  mutating func reject<Result>(_ error: Diagnostic) -> Result? {
    report(error)
    return nil
  }

  /// Reads a name, which is never interpolated.
  mutating func nameField(_ layered: LayeredValue, _ expected: String = "a name") -> Located? {
    if layered.isPlain { return name(layered, expected) }
    guard let detail = detail(of: layered) else { return nil }
    if let addition = detail.additions.first, detail.mask == nil || !layered.node.isNothing {
      return reject(
        .appendWithoutList(
          addition.node, subject.description, below: layered.origin.place, "no list"))
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
        return reject(neverInterpolated(subject.description, node))
      }
      return Located(text, Provenance(value.origin))
    case .unknown(let tag): return reject(.unknownTag(tag, of: node))
    case .known(.ref) where node.kind == .scalar && !node.isNothing:
      return reject(
        Diagnostic.wrongKind(node, subject.description, mustBe: expected)
          .fix(
            "what is expected here is a name: write it without `!ref`",
            replacing: .span(node.span), with: ScalarText.written(node.text)))
    case .known: break
    }
    return reject(.wrongKind(node, subject.description, mustBe: expected))
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
    WorkMeter.count(node.count)
    var names = node.elements.compactMap { name(LayeredValue($0, layered.layer)) }
    for addition in detail.additions where layered.merged != nil {
      guard addition.node.kind == .sequence else {
        report(wrongNames(addition.node))
        continue
      }
      let added = addition.node.elements.compactMap { name(LayeredValue($0, addition.layer)) }
      names = addition.node.knownTag == .prepend ? added + names : names + added
    }
    return names
  }

  private func wrongNames(_ node: YAMLNode) -> Diagnostic {
    .wrongKind(node, subject.description, mustBe: "a list of names")
  }

  /// Reads a text, which may be interpolated; returns nil if there is none.
  ///
  /// Messages and `show` print these texts, so they must not be secret or from outside the
  /// configuration.
  mutating func textField(_ layered: LayeredValue, _ expected: String = "a text") -> Located? {
    if let text = plainText(layered) { return text }
    guard let value = wholeValue(layered) else { return nil }
    switch value.content {
    case .scalar where value.disclosure != .open, .unknown:
      report(undisclosable(value, expected))
    case .scalar(let scalar): return Located(scalar.text, value.provenance)
    case .faulty: break
    default: report(.wrongKind(layered.node, subject.description, mustBe: expected))
    }
    return nil
  }

  /// Returns a text of one layer that needs no evaluation; nil for any other value.
  private func plainText(_ layered: LayeredValue) -> Located? {
    guard isPlainText(layered) else { return nil }
    return Located(layered.node.text, Provenance(layered.origin))
  }

  private func isPlainText(_ layered: LayeredValue) -> Bool {
    let node = layered.node
    return layered.isPlain && node.kind == .scalar && !node.isNothing
      && !InterpolationTemplate.mayHoldReferences(node)
  }

  /// Returns the place of a text of one layer that a file contains as it is; nil for any other value.
  func spanOfText(_ layered: LayeredValue) -> SourceSpan? {
    guard isPlainText(layered) else { return nil }
    return layered.node.textSpan
  }

  private func undisclosable(_ value: ConfigurationValue, _ expected: String) -> Diagnostic {
    let found = value.disclosure == .secret ? "a secret" : "a text from outside the configuration"
    return Diagnostic(
      .wrongNodeKind,
      "\(subject.description) must be \(expected) that messages may show, found \(found)",
      at: value.place, "messages would show it"
    )
    .labels(value.provenance.via.map { .init($0, "used here") })
  }

  mutating func flagField(_ layered: LayeredValue) -> Bool? {
    read(layered, "`true` or `false`") { text in
      text == "true" ? true : text == "false" ? false : nil
    }
  }

  /// Records the unknown texts of a value that nothing but a text is read from.
  mutating func recordTexts(in value: ConfigurationValue) {
    guard value.hasUnknownPart, let reader = TextReader(String.self) else { return }
    for (text, part) in value.unknownTexts {
      unknownUses += UnknownUse.all(
        of: text, read: reader, as: subject.description, isSecret: part.disclosure == .secret)
    }
  }

  /// Reads a flag that decides the wiring: one that is not known is on, until
  /// ``DefinitionSet/deciding(_:)`` decides otherwise.
  mutating func shapeFlagField(_ layered: LayeredValue) -> Bool? {
    let (known, faultsBefore) = (unknownFields.count, faults)
    let fallback = flagField(layered)
    guard unknownFields.count > known else { return fallback }
    guard faults == faultsBefore, let text = unknownFields[known].value.unknownText else {
      unknownFields.removeLast()
      return nil
    }
    unknownFlags.append(UnknownFlag(text, at: unknownFields[known].value.place))
    return true
  }

  /// Reads a priority, which decides an order: of one that is not known the default is checked, or
  /// else 0.
  mutating func priorityField(_ layered: LayeredValue) -> Int? {
    let (known, faultsBefore) = (unknownFields.count, faults)
    let priority = integerField(layered)
    guard unknownFields.count > known, faults == faultsBefore else { return priority }
    report(
      Diagnostic(
        .uncheckedShape, "\(subject.description) is not known: it is checked as \(priority ?? 0)",
        at: unknownFields[known].value.place, "decides an order"
      )
      .asWarning
      .fix("write the number in the file, or set it in an environment"))
    return priority
  }

  mutating func durationField(_ layered: LayeredValue) -> Duration? {
    read(layered, Duration.configurationExpectation) { Duration(configurationText: $0) }
  }

  /// Reads a limit, of which null is none.
  mutating func limitField(
    _ layered: LayeredValue
  ) -> (duration: Duration?, isNone: Bool)? {
    if layered.merged == nil, layered.node.isNull { return (nil, true) }
    return durationField(layered).map { ($0, false) }
  }

  mutating func integerField(_ layered: LayeredValue) -> Int? {
    read(layered, "a whole number") { Scalars.integer($0) }
  }

  mutating func pauseField(_ layered: LayeredValue) -> RetryPause? {
    read(layered, RetryPause.configurationExpectation) { RetryPause(configurationText: $0) }
  }

  mutating func endingField(_ layered: LayeredValue) -> RunEnding? {
    read(layered, "`stop`, `fail` or `continue`") { RunEnding(rawValue: $0) }
  }

  private mutating func read<Value: Decodable>(
    _ layered: LayeredValue, _ expected: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard let value = wholeValue(layered) else { return nil }
    switch value.content {
    case .faulty: return nil
    case .scalar(let scalar):
      if let result = parse(scalar.text) { return result }
      // What is wrong may be in the value of a `$(…)`, which has another place.
      let meant =
        InterpolationTemplate.mayHoldReferences(layered.node)
        ? nil : ScalarCorrection.meant(by: scalar.text, for: Value.self)
      report(
        wrongText(
          scalar.text, value, layered,
          Value.self == Int.self && Scalars.isInteger(scalar.text)
            ? Int.expectationWithRange : expected,
          meant.flatMap { parse($0) == nil ? nil : $0 }))
    case .unknown(let text):
      guard let reader = TextReader(Value.self) else { return nil }
      unknownUses += UnknownUse.all(
        of: text, read: reader, as: subject.description, isSecret: value.disclosure == .secret)
      if let error = reader.mismatch(text, in: value, of: subject.description) {
        return reject(error)
      }
      let path = [subject.field, subject.name].filter { !$0.isEmpty } + subject.path
      unknownFields.append(.init(path: path, value: value, at: layered.origin.place))
      guard let known = value.withDefaults else { return nil }
      if case .scalar(let scalar) = known.content {
        if let result = parse(scalar.text) { return result }
        report(wrongText(scalar.text, known, layered, expected))
      } else {
        report(.wrongKind(layered.node, subject.description, mustBe: expected))
      }
    default: report(.wrongKind(layered.node, subject.description, mustBe: expected))
    }
    return nil
  }

  private func wrongText(
    _ text: String, _ value: ConfigurationValue, _ layered: LayeredValue, _ expected: String,
    _ meant: String? = nil
  ) -> Diagnostic {
    let isShown = value.disclosure == .open && text.utf8.count <= 64
    return Diagnostic(
      .wrongNodeKind,
      "\(subject.description) must be \(expected), found "
        + (isShown ? "the text `\(text)`" : "a text that is not shown"),
      at: value.place, "expected \(expected)"
    )
    .labels(value.provenance.via.map { .init($0, "used here") })
    .note(value.disclosure == .open ? nil : ScalarCorrection.unshownFact(text))
    .fix(
      isShown
        ? meant.map { .init("write `\($0)`", replacing: value.place, with: $0) } : nil)
  }
}
