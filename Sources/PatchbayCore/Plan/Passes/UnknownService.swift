import PatchbayDiagnostics

extension PlanDraft {
  /// Reports a key that no layer defines, that a layer removed, or whose entry is disabled.
  ///
  /// - Parameters:
  ///   - reference: The key.
  ///   - sentence: The beginning of the message, such as `` `a` depends on `b` ``.
  ///   - code: The code, if it is that of all references of this kind to a key without a service.
  ///   - own: Keys that are not proposed, because the service would then depend on itself.
  ///   - requester: The service that needs the key, to which the path of requests leads.
  mutating func reportUnknownService(
    _ reference: Located, _ sentence: String, as code: DiagnosticCode? = nil,
    besides own: [String] = [], requester: Int? = nil
  ) {
    let key = reference.text
    if let removal = definitions.removed[key] {
      return report(removedService(reference, removal, sentence, code), requester: requester)
    }
    if let flag = disabled[key] {
      return report(disabledService(reference, flag, sentence), requester: requester)
    }
    let template = definitions.templatePlace(key)
    let label =
      template != nil
      ? Diagnostic.templateLabel
      : catalog.entries[key] != nil
        ? "the name of a type, and not the key of a service" : Self.unknownLabel
    let error = Diagnostic(
      code ?? .unknownService,
      "\(sentence), which \(template == nil ? "no layer defines" : "is a template")",
      at: reference.place, label
    )
    .note(searchedLayers)
    .requested(key, at: nil)
    report(error, requester: requester) { error, draft in
      let elsewhere = draft.definitions.definitionsElsewhere(key)
      if !elsewhere.isEmpty { return draft.defined(error, elsewhere) }
      if let template { return error.extending(template: key, at: template) }
      return draft.naming(error, reference, besides: own)
    }
  }

  private static let unknownLabel = "no service has this key"

  /// Returns the error of a key that only other environments define.
  private func defined(_ error: Diagnostic, _ elsewhere: [Elsewhere]) -> Diagnostic {
    var error = error
    error.labels[0].message = Self.unknownLabel
    return error.labels(
      elsewhere.prefix(5).map {
        .init($0.place, "defined only for the environment `\($0.environment)`")
      }
    )
    .fix(elsewhere.advice("define", lackingIn: definitions.environment))
  }

  /// Returns the error of an unknown key with similar ones.
  private func naming(
    _ error: Diagnostic, _ reference: Located, besides own: [String]
  ) -> Diagnostic {
    let near = nearMisses(
      of: reference.text,
      in: meanings.all.compactMap { key, meaning in
        if case .decorator = meaning { nil } else { own.contains(key.text) ? nil : key.text }
      })
    return error.label(near.first.flatMap { place(ofKey: $0) }, "a similar key is defined here")
      .fix(
        .didYouMean(anyOf: near, replacing: reference.place.span, writing: ScalarText.written))
  }

  private func removedService(
    _ reference: Located, _ removal: Origin, _ sentence: String, _ code: DiagnosticCode?
  ) -> Diagnostic {
    Diagnostic(
      code ?? .removedService,
      "\(sentence), which the layer `\(definitions.layers[removal.layer])` removes",
      at: reference.place, "still refers to `\(reference.text)`"
    )
    .label(removal.place, "removed here")
    .requested(reference.text, at: nil)
  }

  private func disabledService(
    _ reference: Located, _ flag: SourcePlace, _ sentence: String
  ) -> Diagnostic {
    Diagnostic(
      .disabledService, "\(sentence), which is disabled", at: reference.place,
      "refers to a disabled service"
    )
    .label(flag, "`\(reference.text)` is disabled here")
    .requested(reference.text, at: nil)
  }

  private var searchedLayers: String {
    let layers = definitions.layers
    let own =
      "\(layers.count) layer\(layers.count == 1 ? " was" : "s were") searched: "
      + layers.joined(separator: ", ")
    guard let count = parent?.wiring.serviceKeys.count else { return own }
    return
      "\(own); so \(count == 1 ? "was" : "were") the parent's \(count.counted("key"))"
  }

  /// Returns the place where a key is defined.
  func place(ofKey key: String) -> SourcePlace? {
    switch meanings[key] {
    case .service(let index) where nodes[index].key == key: return nodes[index].place
    case .decorator(let index): return definitions.definitions[index].place
    default: return aliases[key]?.provenance.place
    }
  }
}

extension Diagnostic {
  /// The label of a template's name in place of a service's key.
  static let templateLabel = "the name of a template, and not the key of a service"

  /// Returns the diagnostic with the place of that template, and how to make a service of it.
  func extending(template name: String, at place: SourcePlace) -> Diagnostic {
    label(place, "a template: only what extends it is built")
      .fix(
        "define a service that extends it, and refer to that service",
        suggestion: "<key>: { extends: \(name) }")
  }
}

extension PlanDraft {
  /// Warns of a reference to a deprecated service or alias.
  mutating func reportDeprecation(of reference: Located, _ index: Int, by referrer: String) {
    // Nearly all references name a service that is not deprecated, by its own key.
    if aliases.isEmpty, nodes[index].inherited == nil, nodes[index].definition.deprecated == nil {
      return
    }
    let alias = aliases[reference.text]
    let text =
      if nodes[index].inherited != nil, alias == nil {
        parent?.wiring.deprecations[reference.text]
      } else {
        nodes[index].key == reference.text
          ? nodes[index].definition.deprecated : alias?.deprecated
      }
    guard let text else { return }
    report(
      Diagnostic(
        .deprecatedReference,
        "`\(referrer)` refers to `\(reference.text)`, which is deprecated: \(text.text)",
        at: reference.place, "deprecated"
      )
      .asWarning
      .label(text.place, "said here"))
  }
}
