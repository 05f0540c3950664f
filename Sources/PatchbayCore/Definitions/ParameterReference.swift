package import PatchbayDiagnostics

/// A `$(…)` that names a parameter.
package struct ParameterReference: Sendable, Equatable {
  /// The whole name, such as `http.port`.
  package let name: String
  /// The value that it is a part of: ``the argument `port` of `server` ``.
  package let subject: String
  /// The place of the `$(…)`.
  package let place: SourcePlace

  package init(name: String, subject: String, place: SourcePlace) {
    (self.name, self.subject, self.place) = (name, subject, place)
  }
}
