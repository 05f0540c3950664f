package import PatchbayDiagnostics

extension FactoryCatalog {
  /// A factory as people are told of it.
  package struct Outline: Sendable {
    /// As Swift declares it: `SMTPMailer(host: String, port: Int = 587)`.
    package let signature: String
    package let location: SwiftLocation
    /// The parameters that a definition may leave out, each as Swift declares it.
    package let optionalParameters: [(name: String, text: String)]
    /// What each request gives, as Swift declares it.
    package let requestArguments: [String]
    /// Why it may ask for services that no parameter declares; nil where it cannot.
    package let opacity: String?
    /// Whether its call has to be awaited.
    package let isAwaited: Bool
    /// Whether a test must not build it.
    package let isLive: Bool
  }

  /// The factory that a type name stands for.
  package func outline(of typeName: String) -> Outline? {
    entries[typeName].map(Self.outline)
  }

  fileprivate static func outline(of entry: CatalogEntry) -> Outline {
    Outline(
      signature: entry.signatureText,
      location: entry.location,
      optionalParameters: entry.parameters.filter(\.mayBeLeftOut).map { parameter in
        (parameter.name, parameter.description)
      },
      requestArguments: entry.runtimeParameters.map(\.description),
      opacity: entry.opacity,
      isAwaited: entry.isAwaited,
      isLive: entry.isLive
    )
  }
}

extension Definition {
  /// The factory that the definition is built by: the one that came with it, or one of a catalog.
  package func factoryOutline(in catalog: FactoryCatalog) -> FactoryCatalog.Outline? {
    factory.map(FactoryCatalog.outline) ?? type.flatMap { catalog.outline(of: $0.text) }
  }
}
