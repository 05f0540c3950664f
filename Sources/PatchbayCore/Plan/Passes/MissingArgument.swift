import PatchbayDiagnostics

extension ParameterUse {
  /// Returns the error of a parameter without a default that a definition does not set.
  func missing(in definition: Definition) -> Diagnostic {
    let name = parameter.name
    let replaced = definition.replacedArguments.first { $0.text == name }
    let patch = definition.place.spelling(yaml: "leave out `type`", swift: "write `Change`")
    return Diagnostic(
      .missingArgument,
      "`\(entry.name)` needs the argument `\(name)`, which `\(definition.key)` does not give",
      at: definition.argumentsPlace ?? definition.place, "`\(name)` is missing here"
    )
    .label(replaced?.place, "the entry that it replaces gives `\(name)` here")
    .note("declared at \(entry.location): \(entry.shortSignature)")
    .fix(
      // An entry with `type` was written instead of a patch.
      replaced.map { _ in .init("to change only some fields of the entry below, \(patch)") }
    )
    .fix("add the argument", suggestion: suggestion(for: definition))
  }

  private func suggestion(for definition: Definition) -> String {
    let name = parameter.name
    let value =
      switch parameter.kind {
      case .service, .providedService, .lazyService:
        definition.decorates == nil
          ? definition.place.spelling(
            yaml: "!ref <\(parameter.contract.contractName)>",
            swift: ".reference(<\(parameter.contract.contractName)>)")
          : definition.place.spelling(yaml: "!inner", swift: ".inner")
      default: "<\(parameter.type)>"
      }
    return definition.place.spelling(
      yaml: definition.argumentsPlace == nil
        ? "arguments: { \(name): \(value) }" : "\(name): \(value)",
      swift: ".argument(\"\(name)\", \(value))")
  }
}
