import PatchbayDiagnostics

extension PlanDraft {
  /// Matches each definition's arguments with its factory's parameters.
  ///
  /// Afterwards a valid node has one bound argument for each parameter, in order, and an edge for
  /// each service among them. Inline services have become separate nodes.
  mutating func bindArguments() {
    let arguments = nodes.reduce(0) {
      $0 + ($1.inherited == nil ? $1.knownEntry?.parameters.count ?? 0 : 0)
    }
    self.arguments.reserveCapacity(arguments)
    // Most services need at most one other.
    edges.reserveCapacity(min(nodes.count, arguments))
    // Inline services are appended during the loop, and are bound in turn.
    var index = 0
    while index < nodes.count {
      bindNode(index)
      index += 1
    }
    for node in nodes { node.arguments = node.arguments.within(self.arguments) }
  }

  private mutating func bindNode(_ index: Int) {
    let node = nodes[index]
    // The parent builds its own services.
    guard node.inherited == nil else { return }
    guard let entry = node.knownEntry else { return reportUnknownReferences(of: index) }
    let (firstEdge, firstArgument) = (edges.count, self.arguments.count)
    let arguments = node.definition.arguments
    let isInOrder = entry.hasInOrder(arguments)
    let setsProperties = !node.definition.properties.isEmpty
    let meant = isInOrder && !setsProperties ? [] : reportUnknownArguments(index, entry)
    if setsProperties { bindProperties(index, entry) }
    WorkMeter.count(1 + arguments.count)
    var missing: [ParameterUse] = []
    if let first = entry.parameters.first {
      // One of each for all parameters: creating them anew costs four retains a parameter.
      var given = GivenArgument(arguments, 0)
      var use = ParameterUse(node: index, entry: entry, parameter: first, position: 0)
      for position in entry.parameters.indices {
        use.parameter = entry.parameters[position]
        use.position = position
        let written =
          isInOrder
          ? (position < arguments.count ? position : nil)
          : arguments.firstIndex { $0.name == use.parameter.name }
        given.index = written ?? 0
        let result: BoundArgument? =
          if written != nil {
            bind(given, use)
          } else {
            bindLeftOut(use, node.definition, meant, &missing)
          }
        if let result { self.arguments.append(result) } else { node.isFaulty = true }
      }
    }
    if !missing.isEmpty { reportMissing(missing, in: node.definition) }
    node.arguments = BoundArguments(in: firstArgument..<self.arguments.count)
    node.edges = firstEdge..<edges.count
  }

  /// Reports the references to services that there are not, of a service whose factory is unknown: nothing else of its
  /// arguments can be checked.
  private mutating func reportUnknownReferences(of index: Int) {
    let definition = nodes[index].definition
    for argument in definition.arguments + definition.properties {
      var unknown: [Located] = []
      _ = argument.value.firstPart { part in
        if case .service(let service) = part.content, case .reference(let key) = service.target,
          meanings[key.text] == nil
        {
          unknown.append(key)
        }
        return false
      }
      for key in unknown {
        reportUnknownService(
          key, "`\(definition.key)` depends on `\(key.text)`", besides: [definition.key],
          requester: index)
      }
    }
  }

  private mutating func bindProperties(_ index: Int, _ entry: CatalogEntry) {
    let definition = nodes[index].definition
    // Not changed in place: then the exclusivity of each access of them would be checked at run time, for
    // 400 instructions a service.
    var properties: [BoundProperty] = []
    for (position, property) in definition.properties.enumerated() {
      guard let found = entry.properties.firstIndex(where: { $0.signature.name == property.name })
      else {
        reportUnknownProperty(property, of: index, entry)
        continue
      }
      let use = ParameterUse(
        node: index,
        entry: entry,
        parameter: entry.properties[found].signature,
        position: found,
        isProperty: true
      )
      switch bind(GivenArgument(definition.properties, position), use) {
      // An `!optional` that finds no service leaves the property as the factory made it.
      case .absent? where use.parameter.kind == .service: continue
      case let bound?: properties.append((entry.properties[found], bound))
      case nil: nodes[index].isFaulty = true
      }
    }
    nodes[index].properties = properties
  }
}

/// One parameter of one service, which every message about an argument names.
struct ParameterUse {
  let node: Int
  let entry: CatalogEntry
  var parameter: ParameterSignature
  /// The index of the parameter or property in the factory.
  var position: Int
  var isProperty = false

  var timing: Edge.Timing {
    if parameter.kind.isDeferred { .deferred } else { isProperty ? .property : .argument }
  }

  /// Returns the argument that a service is.
  func bound(_ service: BoundService) -> BoundArgument {
    parameter.kind.isDeferred ? .deferred(service) : .service(service)
  }

  /// Returns the name of the argument in messages: ``the argument `size` of `pool` ``.
  func subject(in draft: PlanDraft) -> String {
    "the \(isProperty ? "property" : "argument") `\(parameter.name)` of `\(draft.nodes[node].key)`"
  }

  /// The name where the factory declares it: `` `SMTPMailer.from` is declared … ``.
  var declaredName: String { "`\(entry.name).\(parameter.name)`" }

  /// The note about the place where the factory declares it.
  var declaration: String { "\(declaredName) is declared at \(entry.location)" }
}

/// An argument by its position among others: passing it on makes no copy, each of which costs six
/// retains.
struct GivenArgument {
  private let arguments: [Argument]
  var index: Int

  init(_ arguments: [Argument], _ index: Int) {
    self.arguments = arguments
    self.index = index
  }

  /// A copy of the argument, for messages.
  var argument: Argument { arguments[index] }
  var value: ConfigurationValue { arguments[index].value }
  var content: ConfigurationValue.Content { arguments[index].value.content }

  /// Decodes the value where it is: a copy costs four retains.
  func decoded(by decode: BoxDecoder) throws(ValueMismatch) -> AnyBox {
    try arguments.withUnsafeBufferPointer { (arguments) throws(ValueMismatch) in
      try decode(arguments[index].value)
    }
  }
}

extension PlanDraft {
  /// Binds an argument that is written; returns nil if an error of it was reported.
  private mutating func bind(_ argument: GivenArgument, _ use: ParameterUse) -> BoundArgument? {
    if case .faulty = argument.content { return nil }
    switch use.parameter.kind {
    case .value:
      return bindValue(argument, use)
    case .service, .optionalService, .providedService, .lazyService:
      return bindService(argument, use)
    case .serviceList, .serviceDictionary:
      return bindServices(argument, use)
    case .resolver, .readiness:
      // No definition contains it: errors of what is written under its name were already reported.
      return nil
    case .runtimeArgument:
      report(
        Diagnostic(
          .runtimeArguments,
          "\(use.subject(in: self)) is given by each request, and not by a configuration",
          at: argument.argument.namePlace, "cannot be given here"
        )
        .note("\(use.declaredName) is declared with `.argument` at \(use.entry.location)"))
      return nil
    }
  }

  /// Binds an argument that is not written: by autowiring, by its default, or not at all.
  private mutating func bindLeftOut(
    _ use: ParameterUse, _ definition: Definition, _ meant: Set<String>,
    _ missing: inout [ParameterUse]
  ) -> BoundArgument? {
    switch use.parameter.kind {
    case .resolver: return .resolver
    case .readiness: return .readiness
    case .runtimeArgument: return .runtimeArgument
    default: break
    }
    if definition.autowire, use.parameter.kind.takesServices, !use.parameter.kind.takesSeveral {
      var found = autowiredInner(use, definition)
      if case .absent? = found { found = autowired(use, definition) }
      switch found {
      case .found(let bound)?: return use.bound(bound)
      case nil: return nil
      case .absent?: break
      }
    }
    if let fallback = use.parameter.rules.fallback { return .value(fallback) }
    if use.parameter.kind.takesSeveral, !use.parameter.hasDefault { return .services([]) }
    if use.parameter.mayBeLeftOut { return .absent }
    // If a part of the entry could not be read, it may contain the argument.
    if !definition.isFaulty, !meant.contains(use.parameter.name) {
      missing.append(use)
    }
    return nil
  }
}
