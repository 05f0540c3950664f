package import PatchbayDiagnostics

/// The parameters of a configuration, evaluated on demand.
package struct ParameterLookup: Sendable {
  /// A parameter's value; nil if the reason was reported.
  package typealias Answer = (value: ConfigurationValue?, reported: [Diagnostic])

  /// Evaluates a parameter that is used at a place.
  let evaluate: @Sendable (_ name: String, _ place: SourcePlace) -> Answer

  package init(_ evaluate: @escaping @Sendable (String, SourcePlace) -> Answer) {
    self.evaluate = evaluate
  }

  /// Creates a lookup without parameters.
  init() {
    evaluate = { name, place in
      (
        nil,
        [Diagnostic(.unknownParameter, "no parameter is named `\(name)`", at: place, "used here")]
      )
    }
  }
}
