package import PatchbayDiagnostics

/// A flag that decides the wiring, such as `enabled`, and that is not known.
package struct UnknownFlag: Sendable {
  /// The reference, as a configuration writes it; equal texts are equal flags.
  package let reference: String
  /// The values where the variable is unset; more than one if several entries have different
  /// defaults.
  private var defaults: Set<Bool> = []
  /// Whether an entry reads it without a default, so that it has to be set.
  private var isNeeded = false
  /// The first place that reads it.
  package let place: SourcePlace

  /// Creates a flag that one place reads.
  package init(_ reference: String, at place: SourcePlace) {
    self.reference = reference
    self.place = place
  }

  /// Adds the default of one place that reads it; nil if there is none.
  package mutating func add(default fallback: Bool?) {
    if let fallback { defaults.insert(fallback) } else { isNeeded = true }
  }

  /// The assumptions under which it has to be checked; nil for the defaults.
  package var states: [Bool?] {
    defaults.count > 1 && !isNeeded ? [true, false, nil] : [true, false]
  }
}
