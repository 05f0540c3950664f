import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Returns the value of a `$(env:…)`.
  mutating func variable(
    _ name: String, _ fallback: InterpolationTemplate?, keepsEmpty: Bool, _ source: TextSource
  ) -> ConfigurationValue {
    if hideNameWithSecret(name, source) {
      report(secretInName(source))
      return faulty(source)
    }
    let isSecret = SecretNames.isSecret(name)
    if isSecret, let fallback { hideDefault(fallback, source) }
    // An empty one is not set, unless `??` says that it counts.
    if let value = context.variables.values?[name], keepsEmpty || !value.isEmpty {
      if let fallback { checkNames(in: fallback, source) }
      guard count(value.utf8.count, source) else { return faulty(source) }
      if isSecret { secrets.insert(value) }
      return external(value, source, isOfVariable: true)
    }
    outerVariables.append(name)
    var fallbackValue = fallback.map { self.fallback($0, source) }
    outerVariables.removeLast()
    if isSecret { fallbackValue = fallbackValue?.concealed }
    if context.variables.areUnknown {
      warnOfMissingColon(name, source)
      if case .faulty? = fallbackValue?.content { return faulty(source) }
      let part = UnknownText.Source(
        .variable(name), at: source.place,
        fallback: fallbackValue, keepsEmpty: keepsEmpty)
      let value = unknown(part, source)
      guard case .unknown(let text) = value.content, text.depth <= Self.deepestDefaults else {
        report(
          Diagnostic(
            .limitExceeded,
            "the defaults in \(subject.description) nest deeper than \(Self.deepestDefaults) levels",
            at: source.place, "one more level"
          )
          .fix("give the inner ones fewer defaults"))
        return faulty(source)
      }
      return value
    }
    guard let fallbackValue else {
      missingVariables.add(name, source.place)
      // Where two places differ, none of the others helps both.
      let isSame = alternatives[name].map { $0 == outerVariables } ?? true
      alternatives[name] = isSame ? outerVariables : []
      if isSecret || mayBePassword(source) { missingSecrets.insert(name) }
      return faulty(source)
    }
    return fallbackValue
  }

  /// Hides the default of a credential that a missing colon makes a part of the name; returns
  /// whether there is one.
  mutating func hideNameWithSecret(_ name: String, _ source: TextSource) -> Bool {
    guard let dash = name.firstIndex(of: "-"), SecretNames.isSecret(String(name[..<dash])) else {
      return false
    }
    if let span = source.place.span { likelySecrets.append(span) }
    return true
  }

  private func secretInName(_ source: TextSource) -> Diagnostic {
    Diagnostic(
      .interpolationSyntax, "the default of a credential follows `-`, which is a part of its name",
      at: source.place, "is not shown, as it may be a secret"
    )
    .fix("a default follows `:-`")
  }

  /// Warns of a name that ends like a default of a shell, which nothing would set.
  private mutating func warnOfMissingColon(_ name: String, _ source: TextSource) {
    guard let fixIt = Self.missingColon(name), source.disclosure != .secret else { return }
    report(
      Diagnostic(
        .suspiciousInterpolation, "the name of the environment variable `\(name)` has a `-`",
        at: source.place, "few programs can set it"
      )
      .asWarning.fix(fixIt))
  }

  /// Hides the literal default of a variable with the name of a credential in all messages.
  mutating func hideDefault(_ fallback: InterpolationTemplate, _ source: TextSource) {
    guard fallback.whole == nil, let span = source.part(fallback.range).place.span else { return }
    likelySecrets.append(span)
  }

  /// How deep defaults may nest through parameters, because everything that reads them recurses.
  private static let deepestDefaults = 128

  /// Returns a text from outside the configuration that is not looked at.
  func unknown(_ part: UnknownText.Source, _ source: TextSource) -> ConfigurationValue {
    ConfigurationValue(
      .unknown(UnknownText([.source(part)])), source.provenance,
      disclosure: source.disclosure.joined(with: .external)
        .joined(with: part.fallback?.disclosure ?? .open))
  }

  /// Returns the value of a default.
  private mutating func fallback(
    _ fallback: InterpolationTemplate, _ source: TextSource
  ) -> ConfigurationValue {
    var result = evaluate(fallback, source)
    if case .scalar(let scalar) = result.content, fallback.whole == nil {
      result.content = .scalar(scalar.ofVariable)
      // `null` and `~` are null as elsewhere, but a blank default is an empty text.
      if ScalarText.isNull(scalar.text), !source.node.isQuoted { result.content = .null }
      if scalar.text.isEmpty {
        result.content = .scalar(.init("", isQuoted: true, isOfVariable: true))
      }
    }
    if fallback.parts.isEmpty { result.provenance = source.provenance }
    return result
  }

  /// Checks the names in a default that is not used.
  private mutating func checkNames(in fallback: InterpolationTemplate, _ source: TextSource) {
    for reference in fallback.references {
      if case .parameter(let name) = reference.kind, parameters[name] == nil,
        shouldReport("$(\(name))", in: source)
      {
        let part = source.part(reference.range)
        reportUnknownParameter(name, part.place, of: part)
      }
    }
  }
}
