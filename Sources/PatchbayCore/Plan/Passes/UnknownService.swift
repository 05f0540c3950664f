import PatchbayDiagnostics

extension PlanDraft {
  /// Returns the error of a key that no layer defines, or that a layer removed. `use` is the
  /// beginning of the message, such as `` `a` depends on `b` ``; `own` are keys that are not proposed,
  /// because the service would then depend on itself.
  func unknownService(
    _ reference: Located, _ use: String, requester: Definition? = nil,
    as contract: TypeName? = nil, besides own: [String] = []
  ) -> Diagnostic {
    let key = reference.text
    if let removal = definitions.removed[key] {
      return removedService(reference, removal, requester: requester)
    }
    func unknown(_ label: String, _ fact: String = "no layer defines") -> Diagnostic {
      Diagnostic(.unknownService, "\(use), which \(fact)", at: reference.place, label)
        .note(searchedLayers)
        .requested(key, at: nil)
    }
    let elsewhere = definitions.definitionsElsewhere(key, hints)
    if !elsewhere.isEmpty {
      return unknown("no service has this key")
        .labels(
          elsewhere.prefix(5).map {
            .init($0.place, "defined only for the environment `\($0.environment)`")
          }
        )
        .fix(elsewhere.advice("define", lackingIn: definitions.environment))
    }
    if let place = definitions.templatePlace(key) {
      return unknown(Diagnostic.templateLabel, "is a template").extending(template: key, at: place)
    }
    if catalog.entries[key] != nil {
      return unknown("the name of a type, and not the key of a service")
        .fix(typeInsteadOfKey(reference, as: contract, besides: own))
    }
    // Decorators cost time although they are no candidates.
    func candidates() -> [String] {
      guard hints.spend(meanings.all.count) else { return [] }
      return meanings.all.compactMap { key, meaning in
        if case .decorator = meaning { nil } else { own.contains(key.text) ? nil : key.text }
      }
    }
    let sectionless = ["services.", "service."].first { key.hasPrefix($0) }
      .map { String(key.dropFirst($0.utf8.count)) }
    let near =
      sectionless.flatMap { place(ofKey: $0) == nil || own.contains($0) ? nil : [$0] }
      ?? nearMisses(of: key, in: candidates(), within: hints)
    // An alias or a decorator, which are named before tags are collected, cannot take a list.
    if near.isEmpty, members[key] != nil {
      return unknown("no service has this key")
        .fix("`\(key)` is a tag: `!tagged \(key)` is the list of the services that have it")
    }
    return unknown("no service has this key")
      .label(near.first.flatMap { place(ofKey: $0) }, "a similar key is defined here")
      .fix(
        .didYouMean(anyOf: near, replacing: reference.place.span, writing: ScalarText.written))
  }

  /// Returns the fix-it for a type's name in place of a service's key: the services of that type.
  private func typeInsteadOfKey(
    _ reference: Located, as contract: TypeName?, besides own: [String]
  ) -> Diagnostic.FixIt? {
    let type = reference.text
    if let contract, let entry = catalog.entries[type], entry.contractIndex(of: contract) == nil {
      return candidates(for: contract) { own.contains(nodes[$0].key) }.map {
        .init("`\(type)` does not provide `\(contract)`; \($0.message)")
      }
    }
    return service(insteadOfType: type, at: reference.place, besides: own) { $0 }
  }

  private func removedService(
    _ reference: Located, _ removal: Origin, requester: Definition?
  ) -> Diagnostic {
    let user = requester.map { "`\($0.key)` depends on" } ?? "something refers to"
    let optional = reference.place.spelling(yaml: "!optional", swift: ".optional")
    return Diagnostic(
      .removedService,
      "\(user) `\(reference.text)`, which the layer `\(definitions.layers[removal.layer])` removes",
      at: reference.place, "still refers to `\(reference.text)`"
    )
    .label(removal.place, "removed here")
    .fix("change the reference in that layer too, or write `\(optional)` where it may be missing")
    .requested(reference.text, at: nil)
  }

  private var searchedLayers: String {
    let layers = definitions.layers
    let own =
      "\(layers.count) layer\(layers.count == 1 ? " was" : "s were") searched: "
      + layers.joined(separator: ", ")
    guard let count = parent?.wiring.names.all.count else { return own }
    return
      "\(own); so \(count == 1 ? "was" : "were") the parent's \(count) key\(count == 1 ? "" : "s")"
  }

  /// Returns the place where a key is defined.
  func place(ofKey key: String) -> SourcePlace? {
    switch meanings[key] {
    case .service(let index) where nodes[index].key == key: return nodes[index].place
    case .decorator(let index): return definitions.definitions[index].place
    case .disabled(let index): return disabled[index].place
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
