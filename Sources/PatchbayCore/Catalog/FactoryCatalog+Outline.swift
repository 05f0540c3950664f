package import PatchbayDiagnostics

extension FactoryCatalog {
  /// A description of a factory for readers.
  package struct Outline: Sendable {
    /// As Swift declares it: `SMTPMailer(host: String, port: Int = 587)`.
    package let signature: String
    package let location: SwiftLocation
    /// The parameters that a definition may leave out, each as Swift declares it.
    package let optionalParameters: [(name: String, text: String)]
    /// The arguments that each request passes, as Swift declares them.
    package let requestArguments: [String]
    /// Why it may resolve services that no parameter declares; nil if it cannot.
    package let opacity: String?
    /// Whether its call requires `await`.
    package let isAwaited: Bool
    /// Whether a test must not build it.
    package let isLive: Bool
  }

  /// Returns the description of the factory with a type name.
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
  /// Returns the description of the definition's factory: its own, or one of a catalog.
  package func factoryOutline(in catalog: FactoryCatalog) -> FactoryCatalog.Outline? {
    factory.map(FactoryCatalog.outline) ?? type.flatMap { catalog.outline(of: $0.text) }
  }
}
