import PatchbayDiagnostics

/// Returns the error of a parameter without a default that a definition does not set.
func missingArgument(_ use: ParameterUse, _ definition: Definition) -> Diagnostic {
  let name = use.parameter.name
  var diagnostic = Diagnostic(
    .missingArgument,
    "`\(use.entry.name)` needs the argument `\(name)`, which `\(definition.key)` does not give",
    labels: [
      .init(definition.argumentsPlace ?? definition.place, "`\(name)` is missing here")
    ],
    notes: ["declared at \(use.entry.location): \(use.entry.shortSignature)"],
    fixIts: [
      .init("add the argument", suggestion: suggestion(use.parameter, definition))
    ]
  )
  if let replaced = definition.replacedArguments.first(where: { $0.text == name }) {
    // An entry with `type` was written instead of a patch.
    diagnostic.labels.append(
      .init(replaced.place, "the entry that it replaces gives `\(name)` here"))
    diagnostic.fixIts.insert(
      .init(
        "to change only some fields of the entry below, "
          + (definition.place.isSwift ? "write `Change`" : "leave out `type`")), at: 0)
  }
  return diagnostic
}

private func suggestion(_ parameter: ParameterSignature, _ definition: Definition) -> String {
  if definition.place.isSwift { return swiftSuggestion(parameter, definition) }
  let value =
    switch parameter.kind {
    case .service, .providedService, .lazyService:
      definition.decorates == nil ? "!ref <\(parameter.contract.contractName)>" : "!inner"
    default: "<\(parameter.type)>"
    }
  let line = "\(parameter.name): \(value)"
  return definition.argumentsPlace == nil ? "arguments: { \(line) }" : line
}

/// Returns the same for a definition in Swift.
private func swiftSuggestion(
  _ parameter: ParameterSignature, _ definition: Definition
) -> String {
  let reference = ".reference(<\(parameter.contract.contractName)>)"
  let value =
    switch parameter.kind {
    case .service, .providedService, .lazyService:
      definition.decorates == nil ? reference : ".inner"
    default: "<\(parameter.type)>"
    }
  return ".argument(\"\(parameter.name)\", \(value))"
}
