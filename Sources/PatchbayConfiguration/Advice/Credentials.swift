import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Warns of a value under the name of a credential that is not marked `!secret`, and is a literal
  /// or comes from outside the configuration.
  ///
  /// - Returns: Whether the name is that of a credential.
  mutating func lintSecret(_ entry: MapEntry) -> Bool {
    entry.isCredential && lintSecret(entry.key, entry.value)
  }

  /// Warns of the value of one name.
  mutating func lintSecret(_ name: String, _ value: LayeredValue) -> Bool {
    guard SecretNames.isSecret(name) else { return false }
    // The parser has hidden such a text in the file, so no message shows it.
    guard policy.isFinal, !value.node.isFromProgram else { return true }
    switch Self.credentialSource(value) {
    case .literal: report(literalSecret(value.node.contentSpan))
    case .outside where value.node.isQuoted && value.node.text.hasPrefix("!secret "):
      report(quotedMark(value.node))
    case .outside: report(unmarkedSecret(at: value.node.place))
    case .parameters, .other: break
    }
    return true
  }

  /// Makes a text under the name of a credential secret, and warns if its parameter or source is a
  /// literal, or took it from outside the configuration.
  mutating func keepSecret(
    _ value: inout ConfigurationValue, _ name: String, _ layered: LayeredValue? = nil
  ) {
    let source = layered.map { Self.credentialSource($0) }
    if source != .outside { warn(of: value, isOfParameters: source == .parameters) }
    hideDefaults(in: value)
    value = value.concealed(under: name)
  }

  /// Hides the literal defaults of a parameter's variables in all messages: the parameter itself may
  /// not have the name of a credential.
  private mutating func hideDefaults(in value: ConfigurationValue) {
    switch value.content {
    case .unknown(let text):
      for case .source(let source) in text.pieces {
        guard let fallback = source.fallback else { continue }
        if case .scalar = fallback.content, fallback.provenance.composition == nil,
          let span = fallback.place.span
        {
          likelySecrets.append(span)
        }
        hideDefaults(in: fallback)
      }
    case .list(let elements): for element in elements { hideDefaults(in: element) }
    case .scalar, .null, .map, .service, .faulty: break
    }
  }

  /// Warns of texts from outside, and of literals if the credential is written as parameters that have them.
  private mutating func warn(of value: ConfigurationValue, isOfParameters: Bool) {
    switch (value.content, value.disclosure) {
    case (.scalar, .external), (.unknown, .external):
      report(unmarkedSecret(at: value.place, via: value.provenance.via))
    case (.scalar(let scalar), .open)
    where isOfParameters && value.provenance.composition == nil:
      // Such as `true`, which is no password.
      let isFlag = !scalar.isQuoted && (scalar.text == "true" || scalar.text == "false")
      guard !isFlag, !scalar.text.isEmpty, let span = value.place.span else { return }
      report(literalSecret(span, via: value.provenance.via))
    // The parser bounds the depth.
    case (.list(let elements), _):
      for element in elements { warn(of: element, isOfParameters: isOfParameters) }
    default: break
    }
  }

  /// Whether the current value, or a map that contains it, has the name of a credential.
  var isUnderCredential: Bool {
    ([subject.name] + subject.path).contains(where: SecretNames.isSecret)
  }

  /// Returns the error of an unknown YAML tag; under the name of a credential it may be the credential
  /// itself, such as `!hunter2`.
  mutating func unknownTag(_ tag: String, of node: YAMLNode) -> Diagnostic {
    let error = Diagnostic.unknownTag(tag, of: node)
    guard isUnderCredential, error.fixIts.allSatisfy(\.edits.isEmpty) else { return error }
    if Self.tagsOfOthers.contains(tag.lowercased()) {
      likelySecrets.append(node.contentSpan)
      return error.fix("take it from outside: `!secret $(env:NAME)` or `!secret $(file:path)`")
    }
    likelySecrets.append(node.span)
    return Diagnostic(
      .unknownYAMLTag, "\(subject.description) has an unknown YAML tag", at: node.tagPlace,
      "is not shown, as it may be a secret"
    )
    .notes(error.notes)
    .fix("if the text begins with `!`, put it in quotes")
  }

  /// Tags that other formats have before what a secret is read from.
  private static var tagsOfOthers: [String] {
    [
      "!vault", "!include", "!sub", "!env", "!env_var", "!getatt", "!importvalue", "!ref", "!file",
      "!lookup", "!sops", "!ssm",
    ]
  }

  /// Warns of a literal that overrides a secret: it is secret, too, but not marked `!secret`.
  mutating func warnOfUnmarkedSecret(_ layered: LayeredValue, _ merged: LayeredValue.Detail) {
    let node = layered.node
    guard policy.isFinal, !node.isFromProgram, node.knownTag != .secret, !node.isNothing,
      let below = merged.overridden.first
    else { return }
    let span = node.contentSpan
    guard node.kind == .scalar, case .written = merged.content else {
      likelySecrets.append(span)
      return
    }
    // Text next to a reference, and a default, are parts of the secret.
    let hasDefault = node.text.contains(text: ":-") || node.text.contains(text: "??")
    let isReference = InterpolationTemplate.isWhole(node.text) && !hasDefault
    if !isReference { likelySecrets.append(span) }
    if InterpolationTemplate.mayHoldReferences(node) { return }
    let start = SourceSpan(span.file, span.range.lowerBound..<span.range.lowerBound)
    let mark = node.tagSpan ?? start
    report(
      Diagnostic(
        .literalSecret, "\(subject.description) overrides a secret and is not marked as one",
        at: span, "not marked `!secret`"
      )
      .asWarning.label(below.place, "a secret below")
      .fix(
        "mark it, and it is never printed", replacing: .span(mark),
        with: node.tagSpan == nil ? "!secret " : "!secret"))
  }
}

extension Evaluator {
  /// What an unmarked text under the name of a credential is.
  private enum CredentialSource {
    case literal
    /// It refers to a variable or a file, even if only in a default.
    case outside
    /// It refers to parameters, and to nothing else.
    case parameters
    /// It is marked or empty, or a registered source marks its secrets itself.
    case other
  }

  private static func credentialSource(_ value: LayeredValue) -> CredentialSource {
    let node = value.node
    guard node.kind == .scalar, node.tagKind == .none || node.knownTag == .replace,
      value.merged?.isSecret != true
    else { return .other }
    guard InterpolationTemplate.mayHoldReferences(node) else {
      // Such as `requirePassword: true`, which is no password.
      let isFlag = !node.isQuoted && (node.hasText("true") || node.hasText("false"))
      return isFlag || node.isNothing || node.text.isEmpty ? .other : .literal
    }
    var source = CredentialSource.parameters
    let references = (try? InterpolationTemplate(node.text))?.references ?? []
    for reference in references {
      switch reference.kind {
      case .variable, .source("file", _, _): return .outside
      case .source: source = .other
      case .parameter: break
      }
    }
    return references.isEmpty ? .other : source
  }

  private mutating func literalSecret(_ span: SourceSpan, via: [SourcePlace] = []) -> Diagnostic {
    likelySecrets.append(span)
    let start = SourceSpan(span.file, span.range.lowerBound..<span.range.lowerBound)
    return Diagnostic(
      .literalSecret,
      "\(subject.description) looks like a secret, but is plain text in the file",
      at: span, "not marked `!secret`"
    )
    .asWarning.labels(via.map { .init($0, "used here") })
    .fix(
      "mark it, and it is never printed",
      edits: via.isEmpty ? [TextEdit(start, "!secret ")] : Self.mark(.span(span))
    )
    .fix("better, take it from outside: `!secret $(env:NAME)` or `!secret $(file:path)`")
  }

  /// Returns the warning of `"!secret $(env:TOKEN)"`, whose mark is a part of the text.
  private func quotedMark(_ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .unmarkedSecret, "in quotes, the `!secret` of \(subject.description) is a part of the text",
      at: node.place, "marks nothing"
    )
    .asWarning
    .fix("write the mark before the quotes, or leave them out")
  }

  private func unmarkedSecret(at place: SourcePlace, via: [SourcePlace] = []) -> Diagnostic {
    Diagnostic(
      .unmarkedSecret,
      "\(subject.description) comes from outside the configuration and is not marked `!secret`",
      at: place, "not marked `!secret`"
    )
    .asWarning.labels(via.map { .init($0, "used here") })
    .fix("mark it, and it is never printed", edits: Self.mark(place))
  }

  /// Returns the edit that inserts the mark before a value; none if the place is a part of a value.
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
