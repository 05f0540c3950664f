import PatchbayDiagnostics

extension PlanDraft {
  /// Decodes a value by the parameter's declared type.
  mutating func bindValue(_ argument: GivenArgument, _ use: ParameterUse) -> BoundArgument? {
    // Nearly all values are scalars, which have no parts to look at.
    if case .scalar = argument.content {
    } else {
      let value = argument.value
      if let service = firstService(in: value) {
        reportServiceForValue(service, use)
        return nil
      }
      if hasFault(value) { return nil }
      // No service is ever built with it: unknown values make no plan.
      if value.hasUnknownPart { return checkUnknown(argument, use) ? .absent : nil }
    }
    guard let decode = use.parameter.rules.decode else { return nil }
    do throws(ValueMismatch) {
      return .value(try decoded(argument, use.parameter, by: decode))
    } catch {
      let all = ValueMismatch.all(
        of: argument.value, as: use.parameter.type.type, decode, first: error)
      for mismatch in all { report(argumentType(mismatch, argument.argument, use)) }
      return nil
    }
  }

  /// Decodes a value, or returns an equal one.
  fileprivate mutating func decoded(
    _ argument: GivenArgument, _ parameter: ParameterSignature, by decode: BoxDecoder
  ) throws(ValueMismatch) -> AnyBox {
    let type = parameter.type.type
    guard type == Int.self || type == Duration.self, case .scalar(let scalar) = argument.content
    else { return try argument.decoded(by: decode) }
    let text = ExactText(scalar.text)
    if let known = type == Int.self ? integers[text] : durations[text] { return known }
    let box = try argument.decoded(by: decode)
    if type == Int.self { integers[text] = box } else { durations[text] = box }
    return box
  }
}

/// Returns the first service among a value's parts.
private func firstService(in value: ConfigurationValue) -> ServiceUse? {
  let part = value.firstPart { if case .service = $0.content { true } else { false } }
  return if case .service(let use)? = part?.content { use } else { nil }
}

private func hasFault(_ value: ConfigurationValue) -> Bool {
  value.firstPart { if case .faulty = $0.content { true } else { false } } != nil
}

extension PlanDraft {
  /// Returns the error of a value that cannot be read as its declared type.
  func argumentType(
    _ mismatch: ValueMismatch, _ argument: Argument, _ use: ParameterUse
  ) -> Diagnostic {
    let provenance = mismatch.value.provenance
    let isWhole = mismatch.value.place == argument.value.place && mismatch.unknownKey == nil
    let reference = isWhole ? mismatch.value.referenceToMap : nil
    let place = mismatch.unknownKey?.place ?? reference ?? mismatch.value.place
    // That of services has no text.
    let value = use.parameter.kind == .value ? use.parameter.defaultDescription : nil
    let fallback = value.map { " (default \($0))" } ?? ""
    let isOverriding = !provenance.overridden.isEmpty
    let layers = definitions.layers.joined(separator: " < ")
    let subject = use.subject(in: self)
    let message = mismatch.message(of: subject, whole: argument.value)
    let label = mismatch.variable == nil ? mismatch.label : "read by \(subject)"
    let diagnostic = Diagnostic(.argumentType, message, at: place, label)
      .label(reference.map { _ in mismatch.value.place }, "a map begins here")
      .labels(
        (mismatch.unknownKey == nil ? origins(of: provenance, use) : [])
          .filter { $0.place != reference }
      )
      .note(
        "\(use.declaredName) is declared `\(use.parameter.typeText)`\(fallback) at \(use.entry.location)"
      )
      .note(isOverriding ? "layer order, later wins: \(layers)" : nil)
      .note(mismatch.note)
      .note(mismatch.unshownFact)
      .fix(reference == nil ? mismatch.fixIt(at: place, isShared: sharesText(use.node)) : nil)
    // A value that overrides a secret is one too, even if its own line does not mark it.
    if mismatch.value.disclosure == .secret { place.span?.hide() }
    return diagnostic
  }

  func origins(of provenance: Provenance, _ use: ParameterUse) -> [Diagnostic.Label] {
    provenance.via.map { .init($0, "used here for `\(use.parameter.name)`") }
      + provenance.overridden.map { .init($0.place, "overrides this value") }
  }
}

extension ValueMismatch {
  fileprivate var label: String {
    if unknownKey != nil { return "not a field of the declared type" }
    return type.type == Never.self ? "expected \(expected)" : "expected `\(type)`"
  }

  fileprivate func fixIt(at place: SourcePlace, isShared: Bool) -> Diagnostic.FixIt? {
    if let unknownKey { return .didYouMean(unknownKey.name, among: legalTexts, at: place) }
    // An edit would replace all elements.
    guard element == nil, value.disclosure == .open, case .scalar(let scalar) = value.content else {
      return nil
    }
    if let replacement {
      return .init("write `\(replacement)`", replacing: place, with: replacement)
    }
    // A value from `$(…)` may be used elsewhere, where its type is valid.
    let isOwn = value.provenance.via.isEmpty && !isShared
    return .didYouMean(scalar.text, among: legalTexts, at: place, isClosed: isOwn)
  }
}

extension ConfigurationValue {
  /// The place of the `$(name)` that is the beginning of the names of parameters, and so refers to a map of them; nil
  /// for a value that is written here, or no map.
  var referenceToMap: SourcePlace? {
    guard case .map = content, disclosure != .secret, let place = provenance.via.last,
      let span = place.span
    else { return nil }
    let text = String(decoding: span.file.bytes[span.range], as: UTF8.self)
    guard text.hasPrefix("$("), text.hasSuffix(")") else { return nil }
    // The whole default of a variable may be such a reference, too, which is not at this place.
    return text.dropFirst(2).utf8.contains { ":$(".utf8.contains($0) } ? nil : place
  }
}
