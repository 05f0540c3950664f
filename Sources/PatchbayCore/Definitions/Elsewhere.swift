package import PatchbayDiagnostics

/// A place in an environment that is not selected.
package struct Elsewhere: Sendable {
  package let environment: String
  package let place: SourcePlace

  package init(environment: String, place: SourcePlace) {
    self.environment = environment
    self.place = place
  }
}

extension [Elsewhere] {
  /// Returns the fix for a name that only other environments have: to `define` or `set` it where it
  /// lacks, which is the base alone for nil.
  package func advice(_ verb: String, lackingIn selected: String?) -> String {
    if let selected { return "\(verb) it in the base, or for `\(selected)` too" }
    let which = count == 1 ? "that environment" : "one of those environments"
    return "\(verb) it in the base, or select \(which)"
  }
}
