import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryReader {
  /// Reads `retry:`.
  mutating func retry(
    _ layered: LayeredValue, at keyPlace: SourcePlace, into definition: inout Definition
  ) {
    defer { evaluator.subject.name = "" }
    guard evaluator.isMap(layered, "a map with `attempts` and `pause`") else { return }
    let unknownBefore = evaluator.unknownFields.count
    var retry = Retry()
    for entry in layered.entries {
      evaluator.subject.name = entry.key
      switch entry.field(RetryField.self) {
      case .attempts: retry.attempts = attempts(entry.value)
      case .pause: retry.pause = pause(entry.value)
      case nil: report(.unknownField(entry, RetryField.self, in: layered))
      }
    }
    let isSet = retry != Retry() || evaluator.unknownFields.count > unknownBefore
    if retry != Retry() { definition.retry = retry }
    if isSet { definition.retryPlace = keyPlace }
  }

  private mutating func attempts(_ value: LayeredValue) -> Int? {
    guard let attempts = evaluator.integerField(value) else { return nil }
    if attempts >= 1 { return attempts }
    return evaluator.reject(.noAttempt(evaluator.subject.description, at: value.origin.place))
  }

  private mutating func pause(_ value: LayeredValue) -> RetryPause? {
    guard let pause = evaluator.pauseField(value) else { return nil }
    guard pause.low <= pause.high else { return evaluator.reject(descendingPause(value)) }
    return pause.isEndlessZero ? evaluator.reject(endlessZero(value)) : pause
  }

  private func endlessZero(_ value: LayeredValue) -> Diagnostic {
    let diagnostic = Diagnostic.endlessZero(
      evaluator.subject.description, at: value.origin.place)
    let node = value.node
    guard node.kind == .scalar, value.isPlain, !InterpolationTemplate.mayHoldReferences(node),
      case (_, let longest?) = RetryPause.parts(of: node.text)
    else { return diagnostic.fix("begin with a longer pause, such as `200ms`") }
    let first = Duration(configurationText: longest).map { $0 > .milliseconds(200) } ?? false
    return diagnostic.fix(
      "begin with a longer pause", replacing: first ? node.place : nil,
      with: "200ms..\(longest)")
  }

  private func descendingPause(_ value: LayeredValue) -> Diagnostic {
    let diagnostic = Diagnostic(
      .invalidRetry,
      "\(evaluator.subject.description) begins with a pause that is longer than the longest",
      at: value.origin.place, "descends"
    )
    .note("the first pause is written before the dots, the longest after them")
    let node = value.node
    guard node.kind == .scalar, value.isPlain, !InterpolationTemplate.mayHoldReferences(node),
      case (let first, let second?) = RetryPause.parts(of: node.text)
    else { return diagnostic.fix("write the shorter one first") }
    return diagnostic.fix("swap the two", replacing: node.place, with: "\(second)..\(first)")
  }
}

extension RetryPause {
  /// Whether it begins with 0, which no doubling makes longer.
  var isEndlessZero: Bool { low == .zero && high > .zero }
}

extension Diagnostic {
  /// Returns the error of a retry without any attempt.
  static func noAttempt(_ subject: String, at place: SourcePlace) -> Diagnostic {
    Diagnostic(.invalidRetry, "\(subject) must be at least 1", at: place, "no attempt at all")
      .note("the first attempt counts: `1` means that none follows it")
      .fix("to attempt it once, leave `retry` out; to attempt it again, write 2 or more")
  }

  /// Returns the error of a range that begins with 0, which no doubling makes longer.
  static func endlessZero(_ subject: String, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .invalidRetry, "\(subject) begins with 0, and no pause would ever be longer", at: place,
      "begins with 0"
    )
    .note("each pause is twice as long as the one before, up to the longest")
  }
}
