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
      case .found(let bound): return use.bound(bound)
      case .absent: return .absent
      case .reported: return nil
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
      case .found(let bound):
        services.append((key.isEmpty ? nodes[bound.index].key : key, bound))
      case .absent: break
      case .reported: isHealthy = false
      }
    }
    return isHealthy ? .services(services) : nil
  }
}

// Errors of kind: a service for a value parameter, a value for a service, several services for one.
extension PlanDraft {
  mutating func reportServiceForValue(_ service: ServiceUse, _ use: ParameterUse) {
    let error = argumentKind(
      use, "takes a value, found a service", service.place,
      "a service, where `\(use.parameter.typeText)` is declared")
    report(error) { error, draft in
      error.fix(
        draft.parameter(named: service)
          ?? .init(
            "write the value itself, or declare the parameter with `.service` in the factory"))
    }
  }

  /// Returns the fix of `!ref mail.from`, where `mail.from` is a parameter and no service.
  private func parameter(named service: ServiceUse) -> Diagnostic.FixIt? {
    guard case .reference(let key) = service.target, meanings[key.text] == nil,
      service.place.span != nil,
      definitions.parameters.evaluate(key.text, service.place).value != nil
    else { return nil }
    return .init(
      "`\(key.text)` is a parameter and no service: write `$(\(key.text))`",
      replacing: service.place, with: "$(\(key.text))")
  }

  mutating func reportValueForService(_ value: ConfigurationValue, _ use: ParameterUse) {
    let contract = use.parameter.contract
    let prefix = value.usedPrefix
    let error = argumentKind(
      use, "takes a service, found \(value.found)", prefix?.place ?? value.place,
      "expected a service that provides `\(contract)`"
    )
    .label(prefix.map { _ in value.place }, "a map begins here")
    .labels(origins(of: value.provenance, use).filter { $0.place != prefix?.place })
    report(error) { error, draft in
      error.fix(
        prefix.flatMap { draft.reference(insteadOf: $0, value, use) } ?? draft.unquoteTag(
          value, use) ?? draft.referenceInstead(of: value, use)
          ?? draft.unprovided(contract, use)
          ?? draft.candidates(for: contract, insteadOf: value) { draft.isOwn($0, of: use.node) })
    }
  }

  /// Returns the fix of `$(db)`, where a service is `db`, and parameters have names such as `db.host`.
  private func reference(
    insteadOf prefix: ConfigurationValue.UsedPrefix, _ value: ConfigurationValue,
    _ use: ParameterUse
  ) -> Diagnostic.FixIt? {
    guard case .service = meanings[prefix.name], !isOwn(prefix.name, of: use.node) else {
      return nil
    }
    // A parameter cannot hold a reference.
    let isArgument = value.provenance.via.count == 1
    return .init(
      "to refer to the service `\(prefix.name)`, write a `!ref` reference",
      replacing: isArgument ? prefix.place : nil, with: "!ref \(prefix.name)")
  }

  /// Returns the fix of a parameter of a type that no service provides and that is probably a value:
  /// declared as a service, or not `Decodable`, so that a macro took it for one.
  private func unprovided(_ contract: TypeName, _ use: ParameterUse) -> Diagnostic.FixIt? {
    if let other = use.otherType { return other }
    guard !contract.isExistential, !contract.isClass, offers[contract].isEmpty else { return nil }
    if contract.type is any Decodable.Type {
      return .init(
        "`\(contract)` is a value: declare it with `.value(\"\(use.parameter.name)\")` at "
          + "\(use.entry.location)")
    }
    // No function conforms to a protocol.
    guard !"\(contract)".contains(text: "->") else { return nil }
    return .init(
      "no service provides `\(contract)`: define one, or conform it to `Decodable`, so that it is a value"
    )
  }

  func severalForOne(_ place: SourcePlace, _ use: ParameterUse) -> Diagnostic {
    argumentKind(
      use, "takes one service, found all services of a tag", place, "gives several services"
    )
    .fix("refer to one of them with `!ref`, or declare the parameter with `.services`")
  }

  func optionalForOne(_ service: ServiceUse, _ use: ParameterUse) -> Diagnostic {
    var edits: [TextEdit] = []
    if case .optional(let key) = service.target, let span = service.place.span,
      !isOwn(key.text, of: use.node)
    {
      edits = [TextEdit(span, "!ref \(key.text)")]
    }
    return argumentKind(
      use, "takes a service that must be there, found `!optional`", service.place, "may give none"
    )
    .fix("write `!ref`, or declare the parameter with `.optional` in the factory", edits: edits)
  }

  mutating func reportOtherForSeveral(_ value: ConfigurationValue, _ use: ParameterUse) {
    let wantsKeys = use.parameter.kind == .serviceDictionary
    let error = argumentKind(
      use, "takes several services, found \(value.found)", value.place,
      "expected `!tagged` or a \(wantsKeys ? "map" : "list") of references")
    report(error) { error, draft in
      error.fix(
        wantsKeys
          ? draft.unquoteTag(value, use)
          : draft.listOfOne(value, use) ?? draft.unquoteTag(value, use)
            ?? draft.referenceInstead(of: value, use, isForList: true))
    }
  }

  func argumentKind(
    _ use: ParameterUse, _ fact: String, _ place: SourcePlace, _ label: String
  ) -> Diagnostic {
    Diagnostic(.argumentKind, "\(use.subject(in: self)) \(fact)", at: place, label)
      .note("\(use.declaredName) is declared `\(use.parameter.typeText)` at \(use.entry.location)")
  }

  /// Handles a YAML tag inside the quotes, where it is part of the text: `"!ref pool"`.
  private func unquoteTag(_ value: ConfigurationValue, _ use: ParameterUse) -> Diagnostic.FixIt? {
    guard case .scalar(let scalar) = value.content, scalar.isQuoted, value.disclosure == .open,
      value.provenance.via.isEmpty
    else { return nil }
    let words = scalar.text.split(separator: " ")
    guard let tag = words.first, ["!ref", "!optional", "!tagged", "!inner"].contains(tag),
      words.count == (tag == "!inner" ? 1 : 2)
    else { return nil }
    return .init(
      "in quotes `\(tag)` is a part of the text: remove them",
      replacing: value.place, with: scalar.text,
      isCertain: tag == "!ref" && certainlyFits(String(words[1]), use))
  }

  private func listOfOne(_ value: ConfigurationValue, _ use: ParameterUse) -> Diagnostic.FixIt? {
    guard case .service(let service) = value.content, case .reference(let key) = service.target,
      service.place.span != nil
    else { return nil }
    if members[key.text] != nil {
      return .init(
        "`!tagged` is the list of the services that have a tag", replacing: service.place,
        with: "!tagged \(key.text)")
    }
    if isOwn(key.text, of: use.node) { return nil }
    return .init(
      "make it a list of one", replacing: service.place, with: "[!ref \(key.text)]",
      isCertain: certainlyFits(key.text, use))
  }

  /// Whether a reference to a key, through its decorators, is right for a parameter in all services
  /// that share the text.
  func certainlyFits(_ key: String, _ use: ParameterUse) -> Bool {
    guard case .service(let index) = meanings[key] else { return false }
    let entry = nodes[outermost(of: index)].knownEntry
    return entry?.contractIndex(of: use.parameter.contract) != nil && !sharesText(use.node)
  }
}
