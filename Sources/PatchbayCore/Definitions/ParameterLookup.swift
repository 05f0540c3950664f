package import PatchbayDiagnostics

/// The parameters of a configuration, evaluated on demand.
package struct ParameterLookup: Sendable {
  /// A parameter's value; nil if the reason was reported.
  package typealias Answer = (value: ConfigurationValue?, reported: [Diagnostic])

  /// Evaluates a parameter that is used at a place.
  let evaluate: @Sendable (_ name: String, _ place: SourcePlace) -> Answer

  /// The parameters that it evaluates, opaque to this module; nil if there are none.
  let table: (any Sendable)?

  package init(
    of table: (any Sendable)?, _ evaluate: @escaping @Sendable (String, SourcePlace) -> Answer
  ) {
    (self.table, self.evaluate) = (table, evaluate)
  }

  /// Creates a lookup without parameters.
  init() {
    table = nil
    evaluate = { name, place in
      (
        nil,
        [Diagnostic(.unknownParameter, "no parameter is named `\(name)`", at: place, "used here")]
      )
    }
  }
}
