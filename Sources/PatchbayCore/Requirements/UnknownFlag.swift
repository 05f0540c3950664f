package import PatchbayDiagnostics

/// A flag that decides the wiring, such as `enabled`, and that is not known.
package struct UnknownFlag: Sendable {
  /// The reference, as a configuration writes it; equal texts are equal flags.
  package let reference: String
  /// What a flag is where its variable is unset or empty.
  package enum Default: Sendable, Hashable {
    /// There is no default; a flag inside a default may be unset where that is not read.
    case none(isInner: Bool)
    case known(Bool)
    /// Another flag.
    case unknown
  }

  private var defaults: Set<Default> = []
  /// The first place that reads it.
  package let place: SourcePlace

  package init(_ reference: String, at place: SourcePlace) {
    self.reference = reference
    self.place = place
  }

  /// Adds the default of one place that reads it.
  package mutating func add(default fallback: Default) { defaults.insert(fallback) }

  /// The assumptions under which it has to be checked; nil for the defaults.
  package var states: [Bool?] {
    // A flag that has to be set is never unset; one with a single known default needs no third try.
    if defaults.contains(.none(isInner: false)) { return [true, false] }
    let isSimple = defaults.count == 1 && !defaults.contains(.unknown)
    return isSimple ? [true, false] : [true, false, nil]
  }
}
