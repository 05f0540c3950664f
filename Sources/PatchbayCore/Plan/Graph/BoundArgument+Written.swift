extension BoundArgument {
  /// The services it gives, each with what is written for it; nil for what nobody wrote.
  ///
  /// - Parameters:
  ///   - value: what the definition has there.
  ///   - wiring: of the plan that bound it.
  func written(
    as value: ConfigurationValue?,
    in wiring: Wiring
  ) -> [(service: BoundService, use: ServiceUse?)] {
    switch self {
    case .value, .resolver, .runtimeArgument, .absent: return []
    case .service(let service), .deferred(let service): return [(service, value?.serviceUse)]
    case .services(let services):
      // One `!tagged` stands for all; of elements, an optional one that is not there gives nothing.
      if let use = value?.serviceUse { return services.map { ($0.service, use) } }
      let uses = (value?.elements ?? []).filter { !$0.isAbsent(from: wiring) }
      return services.enumerated().map { number, element in
        (element.service, uses.indices.contains(number) ? uses[number] : nil)
      }
    }
  }
}

extension ServiceUse {
  fileprivate func isAbsent(from wiring: Wiring) -> Bool {
    if case .optional(let key) = target { wiring.index(ofKey: key.text) == nil } else { false }
  }
}

extension ConfigurationValue {
  fileprivate var serviceUse: ServiceUse? {
    if case .service(let use) = content { use } else { nil }
  }

  fileprivate var elements: [ServiceUse] {
    switch content {
    case .list(let elements): elements.compactMap(\.serviceUse)
    case .map(let entries): entries.compactMap(\.value.serviceUse)
    case .null, .scalar, .service, .faulty: []
    }
  }
}
