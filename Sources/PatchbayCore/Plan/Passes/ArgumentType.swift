import PatchbayDiagnostics

/// Returns the error of a value that cannot be read as its declared type.
func argumentType(
  _ mismatch: ValueMismatch,
  _ argument: Argument,
  _ use: ParameterUse,
  _ draft: PlanDraft
) -> Diagnostic {
  let value = mismatch.value
  let place = mismatch.unknownKey?.place ?? value.place
  var labels = [Diagnostic.Label(place, label(mismatch))]
  if mismatch.unknownKey == nil {
    for bringer in value.provenance.via {
      labels.append(.init(bringer, "used here for `\(use.parameter.name)`"))
    }
    for origin in value.provenance.overridden {
      labels.append(.init(origin.place, overriddenLabel(origin, use)))
    }
  }
  let diagnostic = Diagnostic(
    .argumentType,
    message(mismatch, argument, use.subject(in: draft)),
    labels: labels,
    notes: notes(value, use, draft) + (mismatch.note.map { [$0] } ?? []),
    fixIts: fixIts(mismatch, place, isShared: draft.sharesText(use.node))
  )
  // A value that overrides a secret is one too, even if its own line does not mark it.
  guard value.disclosure == .secret, let span = place.span else { return diagnostic }
  return diagnostic.concealing(span)
}

private func message(_ mismatch: ValueMismatch, _ argument: Argument, _ subject: String)
  -> String
{
  if let unknown = mismatch.unknownKey {
    return "\(subject) has no field `\(unknown.name)`"
  }
  if let reason = mismatch.reason { return "\(subject) cannot be read: \(reason)" }
  let isPart = mismatch.value.place != argument.value.place
  return "\(isPart ? "a part of \(subject)" : subject) must be \(mismatch.expected), "
    + "found \(mismatch.found)"
}

private func label(_ mismatch: ValueMismatch) -> String {
  if mismatch.unknownKey != nil { return "not a field of the declared type" }
  return mismatch.type.type == Never.self
    ? "expected \(mismatch.expected)" : "expected `\(mismatch.type)`"
}

/// Returns a label that says whether the overridden value would have been valid: then the
/// overriding one is the error.
private func overriddenLabel(_ origin: Origin, _ use: ParameterUse) -> String {
  guard let span = origin.place.span, !span.isRedacted, let decode = use.parameter.decode,
    span.range.upperBound <= span.file.bytes.count
  else { return "overrides this value" }
  let text = String(decoding: span.file.bytes[span.range], as: UTF8.self)
  let below = ConfigurationValue(.scalar(.init(text)), Provenance(origin))
  let isValid = (try? decode(below)) != nil
  return isValid ? "overrides this valid value" : "overrides this value"
}

private func notes(
  _ value: ConfigurationValue,
  _ use: ParameterUse,
  _ draft: PlanDraft
) -> [String] {
  let fallback = use.parameter.defaultDescription.map { " (default \($0))" } ?? ""
  var notes = [
    "\(use.declaredName) is declared `\(use.parameter.typeText)`\(fallback) at \(use.entry.location)"
  ]
  if !value.provenance.overridden.isEmpty {
    let layers = draft.definitions.layers.map(\.description)
    notes.append("layer order, later wins: \(layers.joined(separator: " < "))")
  }
  return notes
}

private func fixIts(
  _ mismatch: ValueMismatch,
  _ place: SourcePlace,
  isShared: Bool
) -> [Diagnostic.FixIt] {
  if let unknown = mismatch.unknownKey {
    return didYouMean(unknown.name, mismatch.legalTexts, at: place)
  }
  guard mismatch.value.disclosure == .open else { return [] }
  if let replacement = mismatch.replacement {
    let edits = place.span.map { [TextEdit($0, replacement.text)] } ?? []
    return [.init(replacement.message, edits: edits)]
  }
  if case .scalar(let scalar) = mismatch.value.content {
    if mismatch.expected == "a list", !scalar.isQuoted, scalar.text.hasPrefix("-") {
      return [missingSpaceAfterDash(place)]
    }
    // A value from `$(…)` may be used elsewhere, where its type is valid.
    let isOwn = mismatch.value.provenance.via.isEmpty && !isShared
    return didYouMean(scalar.text, mismatch.legalTexts, at: place, isClosed: isOwn)
  }
  return []
}

/// Returns the fix-it for a list whose items begin with a dash and no space, which YAML reads as
/// text.
private func missingSpaceAfterDash(_ place: SourcePlace) -> Diagnostic.FixIt {
  var fixIt = Diagnostic.FixIt("an item of a list begins with a dash and a space")
  if let span = place.span, span.start.line == span.file.lineColumn(at: span.range.upperBound).line,
    span.file.bytes[span.range].first == UInt8(ascii: "-"),
    span.file.bytes[..<span.range.lowerBound].last(where: { $0 != 0x20 }) == 0x0A
  {
    let end = span.range.lowerBound + 1
    fixIt.edits = [.init(SourceSpan(span.file, end..<end), " ")]
  }
  return fixIt
}
