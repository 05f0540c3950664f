package import PatchbayDiagnostics

/// A flag that decides the wiring, such as `enabled`, and that is not known.
package struct UnknownFlag: Sendable {
  /// The reference, as a configuration writes it; equal texts are equal flags.
  package let reference: String
  /// The values where the variable is unset; more than one if several entries have different
  /// defaults.
  package var defaults: Set<Bool>
  /// The first place that reads it.
  package let place: SourcePlace

  /// Creates a flag that one place reads.
  package init(_ reference: String, default fallback: Bool?, at place: SourcePlace) {
    self.reference = reference
    defaults = fallback.map { [$0] } ?? []
    self.place = place
  }

  /// The assumptions under which it has to be checked; nil for the defaults.
  package var states: [Bool?] { defaults.count > 1 ? [true, false, nil] : [true, false] }
}
