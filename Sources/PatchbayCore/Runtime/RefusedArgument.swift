import PatchbayDiagnostics

/// An argument that a factory refuses with a `DecodingError` whose path begins with its name.
///
/// The error is one of the standard library, so a type that throws it does not depend on Patchbay.
struct RefusedArgument {
  private let binding: Binding
  private let name: String
  /// The path from the argument's value to the part that is wrong.
  private let path: ArraySlice<any CodingKey>
  private let sentence: String

  /// Returns nil for an error that names no argument of the factory, or says nothing about it.
  init?(_ error: any Error, of binding: Binding) {
    guard let context = (error as? DecodingError)?.context, !context.debugDescription.isEmpty,
      let first = context.codingPath.first,
      binding.entry.parameters.contains(where: {
        $0.kind == .value && $0.name == first.stringValue
      })
    else { return nil }
    self.binding = binding
    name = first.stringValue
    path = context.codingPath.dropFirst()
    sentence = context.debugDescription
  }

  /// Returns the error at the value of the argument; at the definition, if the value is not written.
  ///
  /// The plan has only decoded values, so this reads the definitions again: the cost of a failure,
  /// instead of one for every plan.
  func diagnostic(in plan: Plan) -> Diagnostic {
    let message = binding.factoryFailure(plan.wiring.secrets.conceal(sentence))
    var collector = DiagnosticCollector()
    let origin = plan.origin as? any DefinitionOrigin
    let definitions = origin?.definitions(into: &collector) ?? []
    // An overlay that was removed or changed meanwhile may no longer have the definition.
    guard let arguments = definitions.arguments(of: binding.key) else {
      return binding.diagnostic(.factoryFailed, message)
    }
    guard let argument = arguments.last(where: { $0.name == name }) else {
      return binding.diagnostic(
        .factoryFailed, message, "the argument `\(name)` is not written here")
    }
    let value = argument.value.part(at: path)
    // A secret is not shown, and neither is the reference that brings it.
    let variables = value.variables
    let source = variables.isEmpty ? "" : ", from \(variables.quoted())"
    let label = "the value of `\(name)`\(source)"
    let refused = Diagnostic(.factoryFailed, message, at: value.place, label)
      .labels(value.provenance.via.map { .init($0, "used here for `\(name)`") })
      .labels(value.sources(outside: value.place).map { .init($0, "a part of the value") })
    // Over the texts that hide what reading the definitions found to be secret.
    collector.add(refused)
    return collector.diagnostics.last ?? refused
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context): context
    case .keyNotFound(_, let context), .dataCorrupted(let context): context
    @unknown default: nil
    }
  }
}

extension [Definition] {
  /// Returns the arguments of a definition, which may be an inline one; nil if none has the key.
  ///
  /// With an explicit stack instead of recursion: the author of a value determines its depth.
  fileprivate func arguments(of key: String) -> [Argument]? {
    var pending: [ConfigurationValue] = []
    for definition in self {
      if definition.key == key { return definition.arguments }
      pending += (definition.arguments + definition.properties).map(\.value)
    }
    while let next = pending.popLast() {
      switch next.content {
      case .list(let elements): pending += elements
      case .map(let entries): pending += entries.map(\.value)
      case .service(let use):
        guard case .inline(let definition) = use.target else { continue }
        if definition.key == key { return definition.arguments }
        pending += (definition.arguments + definition.properties).map(\.value)
      case .null, .scalar, .unknown, .faulty: continue
      }
    }
    return nil
  }
}

extension ConfigurationValue {
  /// Returns the part at a path, as far as the value has its steps.
  fileprivate func part(at path: ArraySlice<any CodingKey>) -> ConfigurationValue {
    var value = self
    for step in path {
      switch value.content {
      case .map(let entries):
        guard let entry = entries.last(where: { $0.key == step.stringValue }) else { return value }
        value = entry.value
      case .list(let elements):
        guard let index = step.intValue, elements.indices.contains(index) else { return value }
        value = elements[index]
      case .null, .scalar, .unknown, .service, .faulty: return value
      }
    }
    return value
  }

  /// The references to variables that the text consists of, each once.
  fileprivate var variables: [String] {
    guard case .unknown(let text) = content else { return [] }
    var found: [String] = []
    for case .source(let source) in text.pieces {
      guard case .variable = source.kind, !found.contains(source.kind.description) else { continue }
      found.append(source.kind.description)
    }
    return found
  }

  /// The places of the `$(env:…)` and the like that bring a part of the text, except those in a place.
  fileprivate func sources(outside place: SourcePlace) -> [SourcePlace] {
    guard case .unknown(let text) = content else { return [] }
    return text.pieces.compactMap { piece in
      guard case .source(let source) = piece, source.place != place else { return nil }
      if let outer = place.span, let inner = source.place.span, inner.file == outer.file,
        outer.range.contains(inner.range.lowerBound)
      {
        return nil
      }
      return source.place
    }
  }
}
