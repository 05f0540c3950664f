package import PatchbayDiagnostics

/// The parameters of a configuration, evaluated on demand.
package struct ParameterLookup: Sendable {
  /// A parameter's value; nil if the reason was reported.
  package typealias Answer = (value: ConfigurationValue?, reported: [Diagnostic])

  /// Evaluates a parameter that is used at a place.
  package let evaluate: @Sendable (_ name: String, _ place: SourcePlace) -> Answer

  package init(_ evaluate: @escaping @Sendable (String, SourcePlace) -> Answer) {
    self.evaluate = evaluate
  }

  /// Creates a lookup without parameters.
  init() { self.init(ParameterTree()) }

  /// Creates a lookup of the parameters that a program sets.
  init(_ tree: ParameterTree) {
    evaluate = { name, place in
      if let value = tree[name] { return (value.brought(by: place), []) }
      return (nil, [tree.unknown(name, place)])
    }
  }
}

extension ConfigurationValue {
  /// Returns the value with the place of the parameter's use in the provenance of every part.
  fileprivate func brought(by place: SourcePlace) -> ConfigurationValue {
    var value = self
    value.provenance.via.insert(place, at: 0)
    switch content {
    case .list(let elements): value.content = .list(elements.map { $0.brought(by: place) })
    case .map(let entries):
      value.content = .map(
        entries.map {
          .init(key: $0.key, keyPlace: $0.keyPlace, value: $0.value.brought(by: place))
        })
    case .null, .scalar, .service, .faulty: break
    }
    return value
  }
}
