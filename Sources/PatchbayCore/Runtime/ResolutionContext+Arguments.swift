import PatchbayDiagnostics

extension ResolutionContext {
  /// Checks a request's arguments against the factory's parameters, and adds the ones left out.
  ///
  /// - Throws: `runtime-arguments` if the number or a type differs from that of the factory.
  func accepted(
    _ arguments: [any Sendable],
    by index: Int
  ) throws(DiagnosticsError) -> [AnyBox] {
    let binding = wiring.bindings[index]
    guard !arguments.isEmpty || binding.takesArguments else { return [] }
    let parameters = binding.entry.runtimeParameters
    let omitted = parameters.dropFirst(arguments.count).compactMap(\.omitted)
    guard arguments.count + omitted.count == parameters.count else {
      throw wrongNumber(arguments, of: parameters, binding)
    }
    var boxes: [AnyBox] = []
    var mistakes: [DiagnosticsError] = []
    for (parameter, argument) in zip(parameters, arguments) {
      if let box = parameter.accept?(argument) {
        boxes.append(box)
      } else {
        mistakes.append(wrongType(argument, of: parameter, binding))
      }
    }
    if !mistakes.isEmpty { throw joined(mistakes) }
    return boxes + omitted
  }
}

private func wrongNumber(
  _ arguments: [any Sendable],
  of parameters: [ParameterSignature],
  _ binding: Binding
) -> DiagnosticsError {
  let expected =
    parameters.isEmpty
    ? "no arguments"
    : "\(range(of: parameters)) argument\(parameters.count == 1 ? "" : "s")"
  let fixIt =
    parameters.isEmpty
    ? "ask for it without `arguments:`"
    : "ask for it with `arguments:`, in this order: "
      + parameters.map { "`\($0.name)`, \($0.type.withArticle)" }.joined(separator: "; ")
  return DiagnosticsError(
    Diagnostic(
      .runtimeArguments,
      "`\(binding.key)` takes \(expected) from each request, and was given "
        + (arguments.isEmpty ? "none" : numberInWords(arguments.count)),
      labels: [.init(binding.place, "built by the factory `\(binding.entry.name)`")],
      notes: ["declared at \(binding.entry.location): \(binding.entry.signatureText)"],
      fixIts: [.init(fixIt)]
    )
  )
}

/// Describes how many arguments a request passes: optional ones at the end may be left out.
private func range(of parameters: [ParameterSignature]) -> String {
  let (all, least) = (parameters.count, (parameters.lastIndex { $0.omitted == nil } ?? -1) + 1)
  if least == all { return numberInWords(all) }
  return (least == 0 ? "at most" : "\(numberInWords(least)) to") + " \(numberInWords(all))"
}

private func wrongType(
  _ argument: any Sendable,
  of parameter: ParameterSignature,
  _ binding: Binding
) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .runtimeArguments,
      "the argument `\(parameter.name)` of `\(binding.key)` is \(parameter.type.withArticle), and "
        + "was given \(TypeName(type(of: argument)).withArticle)",
      labels: [.init(binding.place, "built by the factory `\(binding.entry.name)`")],
      notes: ["declared at \(binding.entry.location): \(binding.entry.signatureText)"]
    )
  )
}
