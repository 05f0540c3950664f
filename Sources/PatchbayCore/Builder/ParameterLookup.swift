package import PatchbayDiagnostics

/// What the parameters of a configuration stand for, evaluated when somebody asks.
package struct ParameterLookup: Sendable {
  /// A parameter's value; nil if the reason was reported.
  package typealias Answer = (value: ConfigurationValue?, told: [Diagnostic])

  /// Evaluates a parameter that is used at a place.
  package let evaluate: @Sendable (_ name: String, _ place: SourcePlace) -> Answer

  package init(_ evaluate: @escaping @Sendable (String, SourcePlace) -> Answer) {
    self.evaluate = evaluate
  }

  /// No parameter is known.
  init() { self.init(ParameterTree()) }

  /// The parameters that a program sets.
  init(_ tree: ParameterTree) {
    evaluate = { name, place in
      if let value = tree[name] { return (value.brought(by: place), []) }
      return (nil, [tree.unknown(name, place)])
    }
  }
}

extension ConfigurationValue {
  /// The value as it arrives where a parameter is used: every part knows what brought it.
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
