import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Warns where a value under the name of a credential has no mark, and is a literal or comes from
  /// outside.
  ///
  /// - Returns: whether the name is that of a credential.
  mutating func lintSecret(_ name: String, _ value: LayeredValue) -> Bool {
    guard SecretNames.isSecret(name) else { return false }
    // No line shows such a text: the reader has hidden it.
    guard policy.isFinal, !value.node.isFromProgram else { return true }
    if let span = Self.literal(value) {
      report(literalSecret(span))
    } else if Self.comesFromOutside(value) {
      report(unmarkedSecret(at: value.node.place))
    }
    return true
  }

  /// Makes a text under the name of a credential a secret, and warns where its parameter or source took
  /// it from outside.
  mutating func keepSecret(
    _ value: inout ConfigurationValue, _ name: String, _ layered: LayeredValue
  ) {
    if !Self.comesFromOutside(layered) { warnOfOutside(value) }
    value = value.concealed(under: name)
  }

  private mutating func warnOfOutside(_ value: ConfigurationValue) {
    switch value.content {
    case .scalar where value.disclosure == .external:
      report(unmarkedSecret(at: value.place, via: value.provenance.via))
    // The parser bounds the depth.
    case .list(let elements): for element in elements { warnOfOutside(element) }
    case .scalar, .null, .map, .service, .faulty: break
    }
  }

  /// Warns of a literal that overrides a secret: it is a secret too, but not marked as one.
  mutating func warnOfUnmarkedSecret(_ layered: LayeredValue, _ merged: LayeredValue.Detail) {
    let node = layered.node
    guard policy.isFinal, !node.isFromProgram, node.kind == .scalar, node.knownTag != .secret,
      !node.isNothing,
      case .written = merged.content, let below = merged.overridden.first
    else { return }
    let span = node.contentSpan
    // What surrounds a reference, or its default, is a part of the secret.
    let isReference = InterpolationTemplate.isWhole(node.text) && !node.text.contains(":-")
    if !isReference { likelySecrets.append(span) }
    if InterpolationTemplate.mayHoldReferences(node) { return }
    let start = SourceSpan(span.file, span.range.lowerBound..<span.range.lowerBound)
    let mark = node.tagSpan ?? start
    report(
      Diagnostic(
        .literalSecret,
        severity: .warning,
        "\(subject.words) overrides a secret and is not marked as one",
        labels: [.init(.span(span), "not marked `!secret`"), .init(below.place, "a secret below")],
        fixIts: [
          .init(
            "mark it, and it is never printed",
            edits: [.init(mark, node.tagSpan == nil ? "!secret " : "!secret")])
        ]
      ))
  }
}

extension Evaluator {
  /// The place of a text that is the credential; nil where it is marked or comes from elsewhere.
  private static func literal(_ value: LayeredValue) -> SourceSpan? {
    let node = value.node
    guard isUnmarked(value), !node.isNothing, !node.text.isEmpty,
      !InterpolationTemplate.mayHoldReferences(node.text)
    else { return nil }
    // `requirePassword: true` gives nothing away.
    if !node.isQuoted, node.hasText("true") || node.hasText("false") { return nil }
    return node.contentSpan
  }

  /// Whether a text without a mark takes from a variable or a file, even if only in a default.
  private static func comesFromOutside(_ value: LayeredValue) -> Bool {
    guard isUnmarked(value), InterpolationTemplate.mayHoldReferences(value.node),
      let template = try? InterpolationTemplate(value.node.text)
    else { return false }
    return template.references.contains { reference in
      switch reference.kind {
      case .variable, .source("file", _, _): true
      // A registered source marks its secrets itself.
      case .parameter, .source: false
      }
    }
  }

  private static func isUnmarked(_ value: LayeredValue) -> Bool {
    let node = value.node
    return node.kind == .scalar && (node.tagKind == .none || node.knownTag == .replace)
      && value.merged?.isSecret != true
  }

  private func literalSecret(_ span: SourceSpan) -> Diagnostic {
    let start = SourceSpan(span.file, span.range.lowerBound..<span.range.lowerBound)
    return Diagnostic(
      .literalSecret,
      severity: .warning,
      "\(subject.words) looks like a secret and stands in the file for all to read",
      labels: [.init(.span(span), "not marked `!secret`")],
      fixIts: [
        .init("mark it, and it is never printed", edits: [.init(start, "!secret ")]),
        .init("better, take it from outside: `!secret $(env:NAME)` or `!secret $(file:path)`"),
      ]
    )
  }

  private func unmarkedSecret(at place: SourcePlace, via: [SourcePlace] = []) -> Diagnostic {
    Diagnostic(
      .unmarkedSecret,
      severity: .warning,
      "\(subject.words) comes from outside the configuration and is not marked `!secret`",
      labels: [.init(place, "not marked `!secret`")] + via.map { .init($0, "used here") },
      fixIts: [.init("mark it, and it is never printed", edits: Self.mark(place))]
    )
  }

  /// Puts the mark before a value; nothing where the place is only a part of one.
  private static func mark(_ place: SourcePlace) -> [TextEdit] {
    guard let span = place.span else { return [] }
    let bytes = span.file.bytes
    var start = span.range.lowerBound
    // The text of a quoted value begins after the quote.
    if start > 0, "\"'".utf8.contains(bytes[start - 1]) { start -= 1 }
    guard start == 0 || " \t\r\n[{,".utf8.contains(bytes[start - 1]) else { return [] }
    return [.init(SourceSpan(span.file, start..<start), "!secret ")]
  }
}
