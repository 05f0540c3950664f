package import PatchbayDiagnostics

extension FactoryCatalog {
  /// A factory as people are told of it.
  package struct Outline: Sendable {
    /// As Swift declares it: `SMTPMailer(host: String, port: Int = 587)`.
    package let signature: String
    package let location: SwiftLocation
    /// The parameters that a definition may leave out, each as Swift declares it.
    package let optionalParameters: [(name: String, text: String)]
  }

  /// The factory that a type name stands for.
  package func outline(of typeName: String) -> Outline? {
    guard let entry = entries[typeName] else { return nil }
    return Outline(
      signature: entry.signatureText,
      location: entry.location,
      optionalParameters: entry.parameters.filter(\.mayBeLeftOut).map { parameter in
        (parameter.name, parameter.description)
      }
    )
  }
}
