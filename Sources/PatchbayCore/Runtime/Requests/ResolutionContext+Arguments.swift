import PatchbayDiagnostics

extension ResolutionContext {
  /// Checks a request's arguments against the factory's parameters, and adds the ones left out.
  ///
  /// - Throws: `runtime-arguments` if the number or a type differs from that of the factory.
  func accepted(
    _ arguments: [AnyBox], by planned: PlannedService
  ) throws(DiagnosticsError) -> [AnyBox] {
    let parameters = planned.entry.runtimeParameters
    if arguments.isEmpty, parameters.isEmpty { return [] }
    // Nearly always all are there, and of the declared types.
    let areDeclared =
      arguments.count == parameters.count
      && arguments.indices.allSatisfy { arguments[$0].contentType == parameters[$0].type.type }
    if areDeclared { return arguments }
    let omitted = parameters.dropFirst(arguments.count).compactMap(\.rules.omitted)
    guard arguments.count + omitted.count == parameters.count else {
      throw planned.wrongNumber(arguments)
    }
    var boxes: [AnyBox] = []
    var mistakes: [DiagnosticsError] = []
    for (parameter, argument) in zip(parameters, arguments) {
      // Otherwise of a subtype, or in an existential.
      if argument.contentType == parameter.type.type {
        boxes.append(argument)
      } else if let box = parameter.rules.accept?(argument.anyContent) {
        boxes.append(box)
      } else {
        mistakes.append(planned.wrongType(argument, of: parameter))
      }
    }
    if !mistakes.isEmpty { throw mistakes.joined() }
    return boxes + omitted
  }
}

extension PlannedService {
  fileprivate func wrongNumber(_ arguments: [AnyBox]) -> DiagnosticsError {
    let parameters = entry.runtimeParameters
    let all = parameters.count
    // Optional ones at the end may be left out.
    let least = (parameters.lastIndex { $0.rules.omitted == nil } ?? -1) + 1
    let range = least == all ? "" : least == 0 ? "at most " : "\(least.inWords) to "
    let expected = all == 0 ? "no" : range + all.inWords
    let given = arguments.isEmpty ? "none" : arguments.count.inWords
    return diagnostic(
      .runtimeArguments,
      "`\(key)` takes \(expected) argument\(all == 1 ? "" : "s") from each request, and was given "
        + given
    )
    .note("declared at \(entry.location): \(entry.signatureText)")
    .asError()
  }

  fileprivate func wrongType(
    _ argument: AnyBox, of parameter: ParameterSignature
  ) -> DiagnosticsError {
    diagnostic(
      .runtimeArguments,
      "the argument `\(parameter.name)` of `\(key)` is \(parameter.type.withArticle), and "
        + "was given \(TypeName(type(of: argument.anyContent)).withArticle)"
    )
    .note("declared at \(entry.location): \(entry.signatureText)")
    .asError()
  }
}
