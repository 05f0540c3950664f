import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension DocumentDecoder {
  /// What is left of an entry that the program replaces: where it stood, and what it gave.
  ///
  /// Only its shape is looked at; what it needs, nobody uses.
  mutating func covered(_ entry: EntryTable.Entry) -> Definition {
    var definition = Definition(key: entry.key, provenance: provenance(of: entry), type: nil)
    var says = entry.history.filter { $0.role != .removal }.map { ($0.node, $0.layer) }
    if says.isEmpty {
      says = [(entry.value.node, entry.layer)]
      checkShape(entry.value.node, entry.layer, .service(entry.key), entry.keyNode)
    }
    for (node, layer) in says {
      func located(_ text: String, _ span: SourceSpan) -> Located {
        Located(text, Provenance(Origin(place: .span(span), layer: layer)))
      }
      if let arguments = node["arguments"], arguments.kind == .mapping {
        definition.replacedArguments += arguments.entries.map { key, _ in
          located(key.text, key.contentSpan)
        }
      }
      definition.tags += tagNames(node).map { TagUse(name: located($0.text, $0.span)) }
    }
    return definition
  }

  /// What is left of an argument that the program sets: its place, and whether it is marked as a secret.
  mutating func covered(_ value: Layered) -> ConfigurationValue? {
    mode = .shape
    let disclosure = wholeValue(value, .argument)?.disclosure ?? .open
    mode = .full
    let overridden = value.merged?.overridden ?? []
    return ConfigurationValue(
      .faulty, Provenance(value.origin, overridden: overridden), disclosure: disclosure)
  }

  /// Evaluates the parameters that definitions in Swift take.
  mutating func parametersOfProgram() -> [Coverage.Use: ConfigurationValue?] {
    var values: [Coverage.Use: ConfigurationValue?] = [:]
    for use in context.coverage.uses where values[use] == nil {
      values[use] = .some(parameter(use.name, at: use.place))
    }
    return values
  }

  /// Evaluates the other parameters at their first request. `known` holds the parameters that were
  /// evaluated, with nil for those whose errors were reported.
  func lookup(knowing known: [Coverage.Use: ConfigurationValue?]) -> ParameterLookup {
    var decoder = self
    decoder.forget()
    let fresh = decoder
    return ParameterLookup { name, place in
      if let value = known[Coverage.Use(name: name, place: place)] { return (value, []) }
      var decoder = fresh
      let value = decoder.parameter(name, at: place)
      decoder.tellMissing()
      return (decoder.collector.hasErrors ? nil : value, decoder.collector.errors)
    }
  }

  /// Lets go of what evaluating a parameter does not need.
  private mutating func forget() {
    collector = DiagnosticCollector()
    document.forgetEntries()
    effectiveEntries = [:]
    missingVariables = Uses()
    requiredParameters = Uses()
  }
}
