import PatchbayDiagnostics

extension PlanDraft {
  /// Binds a parameter that takes one service.
  mutating func bindService(_ argument: GivenArgument, _ use: ParameterUse) -> BoundArgument? {
    let isOptional = use.parameter.kind == .optionalService
    switch argument.content {
    case .null where isOptional:
      return .absent
    case .service(let service):
      switch service.target {
      case .tagged:
        report(severalForOne(service.place, use))
        return nil
      case .optional where !isOptional && !use.isProperty:
        report(optionalForOne(service, use))
        return nil
      default: break
      }
      switch findService(service, use) {
      case .found(let bound)?: return use.bound(bound)
      case .absent?: return .absent
      case nil: return nil
      }
    default:
      reportValueForService(argument.value, use)
      return nil
    }
  }

  /// Binds a parameter that takes several services: `!tagged`, a list, or a map.
  mutating func bindServices(_ argument: GivenArgument, _ use: ParameterUse) -> BoundArgument? {
    let wantsKeys = use.parameter.kind == .serviceDictionary
    switch argument.content {
    case .service(let service):
      if case .tagged(let tag, let key) = service.target {
        return bindTagged(tag, key, service.place, use)
      }
    case .list(let elements) where !wantsKeys:
      return bindElements(elements.map { ("", $0) }, use)
    case .map(let entries) where wantsKeys:
      if let twin = entries.firstTwin {
        let value = argument.argument.value
        let mismatch = ValueMismatch(twin: twin, type: [String: Any].self, in: value)
        report(argumentType(mismatch, argument.argument, use))
        return nil
      }
      return bindElements(entries.map { ($0.key, $0.value) }, use)
    default: break
    }
    reportOtherForSeveral(argument.value, use)
    return nil
  }

  private mutating func bindElements(
    _ elements: [(key: String, value: ConfigurationValue)], _ use: ParameterUse
  ) -> BoundArgument? {
    var services: [(key: String, service: BoundService)] = []
    var isHealthy = true
    for (key, value) in elements {
      guard case .service(let service) = value.content else {
        if case .faulty = value.content {
        } else {
          reportValueForService(value, use)
        }
        isHealthy = false
        continue
      }
      if case .tagged = service.target {
        report(severalForOne(service.place, use))
        isHealthy = false
        continue
      }
      switch findService(service, use) {
      case .found(let bound)?:
        services.append((key.isEmpty ? nodes[bound.index].key : key, bound))
      case .absent?: break
      case nil: isHealthy = false
      }
    }
    return isHealthy ? .services(services) : nil
  }
}

// Errors of kind: a service for a value parameter, a value for a service, several services for one.
extension PlanDraft {
  mutating func reportServiceForValue(_ service: ServiceUse, _ use: ParameterUse) {
    report(
      argumentKind(
        use, "takes a value, found a service", service.place,
        "a service, where `\(use.parameter.typeText)` is declared"))
  }

  mutating func reportValueForService(_ value: ConfigurationValue, _ use: ParameterUse) {
    let contract = use.parameter.contract
    let reference = value.referenceToMap
    let error = argumentKind(
      use, "takes a service, found \(value.found)", reference ?? value.place,
      "expected a service that provides `\(contract)`"
    )
    .label(reference.map { _ in value.place }, "a map begins here")
    .labels(origins(of: value.provenance, use).filter { $0.place != reference })
    report(error) { error, draft in
      error.fix(
        draft.referenceInstead(of: value, use)
          ?? draft.candidates(for: contract) { draft.isOwn($0, of: use.node) })
    }
  }

  private func severalForOne(_ place: SourcePlace, _ use: ParameterUse) -> Diagnostic {
    argumentKind(
      use, "takes one service, found all services of a tag", place, "gives several services")
  }

  private func optionalForOne(_ service: ServiceUse, _ use: ParameterUse) -> Diagnostic {
    let error = argumentKind(
      use, "takes a service that must be there, found `!optional`", service.place, "may give none")
    guard case .optional(let key) = service.target, !isOwn(key.text, of: use.node) else {
      return error
    }
    return error.fix("write `!ref`", replacing: service.place, with: "!ref \(key.text)")
  }

  private mutating func reportOtherForSeveral(_ value: ConfigurationValue, _ use: ParameterUse) {
    let wantsKeys = use.parameter.kind == .serviceDictionary
    let error = argumentKind(
      use, "takes several services, found \(value.found)", value.place,
      "expected `!tagged` or a \(wantsKeys ? "map" : "list") of references")
    report(error) { error, draft in
      guard !wantsKeys else { return error }
      return error.fix(
        draft.listOfOne(value, use) ?? draft.referenceInstead(of: value, use, isForList: true))
    }
  }

  func argumentKind(
    _ use: ParameterUse, _ fact: String, _ place: SourcePlace, _ label: String
  ) -> Diagnostic {
    Diagnostic(.argumentKind, "\(use.subject(in: self)) \(fact)", at: place, label)
      .note("\(use.declaredName) is declared `\(use.parameter.typeText)` at \(use.entry.location)")
  }
}
