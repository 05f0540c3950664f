import PatchbayDiagnostics

extension PlanDraft {
  /// Reports parameters without defaults that a definition does not set, all in one error.
  mutating func reportMissing(_ missing: [ParameterUse], in definition: Definition) {
    guard let entry = missing.first?.entry else { return }
    let names = missing.map(\.parameter.name)
    let types = missing.filter { definition.autowire && $0.parameter.kind.takesServices }
      .map(\.parameter.contract.description).uniqued
    let autowiring =
      types.isEmpty ? "" : "; `autowire` can give no \(types.someQuoted(joinedBy: "or"))"
    let error = Diagnostic(
      .missingArgument,
      "`\(entry.name)` needs the \(names.count == 1 ? "argument" : "arguments") \(names.someQuoted()), "
        + "which `\(definition.key)` does not give\(autowiring)",
      at: definition.argumentsPlace ?? definition.place,
      "\(names.someQuoted()) \(names.count == 1 ? "is" : "are") missing here"
    )
    .note("declared at \(entry.location): \(entry.shortSignature)")
    report(error) { error, draft in error.fix(draft.additions(of: missing, to: definition)) }
  }

  /// Returns the fix that adds all missing arguments at once, each with the only service that fits, or else with its
  /// type.
  private func additions(
    of missing: [ParameterUse], to definition: Definition
  ) -> Diagnostic.FixIt {
    let place = definition.place
    // What a decorator wraps is one argument only.
    let inner = missing.first { $0.isSingleService && definition.decorates != nil }?.position
    let values = missing.map { use -> (name: String, text: String) in
      guard use.isSingleService else { return (use.parameter.name, "<\(use.parameter.type)>") }
      if use.position == inner {
        return (use.parameter.name, place.spelling(yaml: "!inner", swift: ".inner"))
      }
      let keys = services(fitting: use, atMost: 2).map { nodes[$0].key }
      let only = keys.count == 1 ? keys[0] : nil
      let key = only ?? "<\(use.parameter.contract.contractName)>"
      return (
        use.parameter.name,
        place.spelling(
          yaml: "!ref \(key)", swift: ".reference(\(only.map { "\"\($0)\"" } ?? key))")
      )
    }
    let entries = values.map { "\($0.name): \($0.text)" }
    let isOneService = missing.count == 1 && missing[0].isSingleService && inner == nil
    let fitting =
      isOneService
      ? ": "
        + candidates(for: missing[0].parameter.contract) { isOwn($0, of: missing[0].node) }.message
      : ""
    return .init(
      "add the argument\(missing.count == 1 ? "" : "s")\(fitting)",
      suggestion: place.spelling(
        yaml: definition.argumentsPlace == nil
          ? "arguments: { \(entries.joined(separator: ", ")) }" : entries.joined(separator: "\n"),
        swift: values.map { ".argument(\"\($0.name)\", \($0.text))" }.joined(separator: " ")))
  }
}

extension ParameterUse {
  fileprivate var isSingleService: Bool {
    [.service, .providedService, .lazyService].contains(parameter.kind)
  }
}
