import PatchbayDiagnostics

extension FactoryCatalog {
  /// The declarations of all factories, sorted by the bytes of their names.
  package var factories: [WiringModel.Factory] {
    entries.values.map { WiringModel.Factory(entry: $0) }.sortedByBytes(of: \.name)
  }
}

extension WiringModel.Factory {
  /// The parameters that a configuration sets.
  package var arguments: [WiringModel.Input] { parameters.filter(\.isConfigurable) }

  /// As Swift declares it: `SMTPMailer(host: String, port: Int = 587)`; defaults of credentials are
  /// hidden.
  package var signature: String {
    "\(name)(\(parameters.map(\.declaration).joined(separator: ", ")))"
  }
}

extension WiringModel.Input {
  /// What a configuration gives a parameter.
  package enum Form: Sendable, Equatable {
    case value(ValueShape)
    case service
    /// A service that may be missing.
    case optionalService
    case serviceList
    case serviceMap
  }

  /// Whether a configuration sets it, and not the container or a request.
  fileprivate var isConfigurable: Bool { kind != .resolver && kind != .runtimeArgument }

  /// What a configuration gives it.
  package var form: Form {
    switch kind {
    case .optionalService: .optionalService
    case .serviceList: .serviceList
    case .serviceDictionary: .serviceMap
    case .service, .providedService, .lazyService: .service
    case .value, .resolver, .runtimeArgument:
      .value((type.type as? any Decodable.Type).map { ValueShape($0) } ?? .unknown)
    }
  }

  /// Whether the service is resolved when it is used, so that it may depend on its user.
  package var isDeferred: Bool { kind.isDeferred }

  /// As Swift declares it: `port: Int = 587`. The default of a credential is hidden.
  package var declaration: String {
    let isHidden = kind == .value && SecretNames.isSecret(name)
    let value = signature.defaultDescription.map { isHidden ? "…" : $0 }
    return "\(name): \(signature.typeText)" + (value.map { " = \($0)" } ?? "")
  }
}
