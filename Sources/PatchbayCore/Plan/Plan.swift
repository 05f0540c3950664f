public import PatchbayDiagnostics

/// Validated wiring: every definition bound to its factory and every reference to its service, in
/// an order in which all can be built.
///
/// A plan holds no instances, and no factory has run for it. It is immutable and may be used from
/// any thread; any number of containers can be created from it.
public struct Plan: Sendable {
  /// The diagnostics that are not errors, sorted by place.
  public var warnings: [Diagnostic] { kept.warnings }
  /// The layers that were merged, low to high.
  package var layers: [String] { kept.set.layers }
  /// The environment that was selected; nil for the base alone.
  public var environment: String? { kept.set.environment }
  /// The parent's plan, if this plan was made for a child container.
  public var parent: Plan? { wiring.parent }
  /// The keys that can be resolved, including aliases and the parent's, sorted.
  public var keys: [String] { wiring.serviceKeys.sorted() }

  /// Whether a key can be resolved.
  public func contains(_ key: String) -> Bool { wiring.index(ofKey: key) != nil }

  /// What is kept of the definitions besides the wiring.
  let kept: KeptDefinitions
  /// The origin of the plan, for overlays; opaque to this module.
  package var origin: (any AnyObject & Sendable)?
  let wiring: Wiring

  /// Validates definitions against a catalog, and reports all errors at once; the result is nil
  /// exactly if the collector has errors afterwards.
  ///
  /// The cost is linear in the number of definitions and references. Values are decoded here, once
  /// for each definition; no other code of a factory runs. The services of a parent back those of a
  /// child.
  package static func checking(
    _ definitions: consuming DefinitionSet,
    catalog: FactoryCatalog,
    parent: Plan? = nil,
    into collector: inout DiagnosticCollector
  ) -> Plan? {
    var draft = PlanDraft(
      definitions: definitions, catalog: catalog, parent: parent)
    draft.check(into: &collector)
    guard !collector.hasErrors else { return nil }
    return Plan(
      kept: KeptDefinitions(definitions, warnings: collector.warnings),
      wiring: Wiring(consume draft))
  }

  /// Validates definitions against a catalog, and throws every error, sorted by place.
  package init(
    _ definitions: DefinitionSet, catalog: FactoryCatalog, parent: Plan? = nil
  ) throws(DiagnosticsError) {
    var collector = DiagnosticCollector()
    let plan = Plan.checking(definitions, catalog: catalog, parent: parent, into: &collector)
    try collector.throwErrors()
    // `checking` returns nil only if the collector has errors, and those were just thrown.
    self = plan!
  }

  /// Reports definitions that a stage marked as faulty without a diagnostic: they must not be
  /// built.
  static func reportLeftovers(
    of draft: PlanDraft, into collector: inout DiagnosticCollector
  ) {
    for node in draft.nodes where node.isFaulty {
      collector.add(
        Diagnostic(
          .missingField,
          "`\(node.key)` is incomplete",
          at: node.definition.place, "something is missing here"))
    }
  }

  init(kept: KeptDefinitions, wiring: Wiring) {
    self.kept = kept
    self.wiring = wiring
  }
}

extension Plan {
  /// The parts of the definitions that a plan keeps next to the wiring: nothing that grows with the
  /// number of services, whose values are already decoded. A class, because plans are copied.
  final class KeptDefinitions: Sendable {
    let warnings: [Diagnostic]
    /// Without its definitions, and without the closure that looks for definitions elsewhere.
    let set: DefinitionSet

    init(_ definitions: consuming DefinitionSet, warnings: [Diagnostic]) {
      definitions.definitions = []
      definitions.definitionsElsewhere = { _ in [] }
      definitions.keysMeantBelow = { _ in [] }
      set = definitions
      self.warnings = warnings
    }
  }

  /// The wiring as data.
  ///
  /// Computed at each access: the cost is linear in the number of definitions and references.
  package var graph: ServiceGraph { GraphBuilder(wiring, kept.set).graph }
}

extension Plan {
  /// Whether a configured value was decoded to an object, or contains one, which all containers of the plan
  /// share.
  package var hasDecodedObjects: Bool {
    wiring.services.indices.contains { index in
      let planned = wiring.services[index]
      return planned.arguments.contains { $0.holdsObject }
        || planned.properties.contains { $0.argument.holdsObject }
    }
  }
}

extension BoundArgument {
  fileprivate var holdsObject: Bool {
    if case .value(let box) = self, !Self.isPlain(box.contentType) {
      Self.holdsObject(box.anyContent)
    } else {
      false
    }
  }

  /// Returns whether a type is one of those that most values have. All values of each plan that a test makes are
  /// looked at, and a comparison of types costs a tenth of a cast.
  private static func isPlain(_ type: Any.Type) -> Bool {
    type == String.self || type == Int.self || type == Bool.self || type == Double.self
      || type == Duration.self
  }

  /// Returns whether a value is an object, or its mirror shows one at any depth.
  private static func holdsObject(_ value: Any) -> Bool {
    if type(of: value) is AnyObject.Type { return true }
    // Structs that keep their content in an object of their own, such as `URL`, are values all the same.
    if isPlain(type(of: value)) || value is any ConfigurationDecodable { return false }
    return Mirror(reflecting: value).children.contains { holdsObject($0.value) }
  }
}

extension Plan {
  /// What a check finds besides diagnostics.
  package struct Findings: Sendable {
    /// What has to be set, and which files have to exist.
    package var requirements = ExternalRequirements()
    /// The values that only the program's own types could check.
    package var unchecked: [Unchecked] = []
    /// The wiring as data; nil if there is an error, or if the definitions were not read for a model.
    package var model: WiringModel?
    /// What is used and what is not; empty unless the definitions record it.
    package var usage = Usage()
    /// The definitions that were checked; nil unless they record what is used.
    package var definitions: DefinitionSet?
    /// The unknown parts of values and what reads them, from which the requirements are made.
    var uses: [UnknownUse] = []

    init() {}
  }

  /// Validates definitions against a catalog without making a plan: their variables may be unknown.
  /// Returns what they need from outside, as far as it could be determined.
  package static func findings(
    in definitions: DefinitionSet, catalog: FactoryCatalog, parent: Plan? = nil,
    into collector: inout DiagnosticCollector
  ) -> Findings {
    var draft = PlanDraft(definitions: definitions, catalog: catalog, parent: parent)
    draft.check(into: &collector)
    let checks = definitions.checks
    let uses = checks.unknownUses + draft.unknownUses
    for (name, uses) in uses.byVariable {
      if let conflict = uses.conflict(over: name) { collector.add(conflict) }
    }
    var findings = Findings()
    findings.uses = uses
    findings.requirements = ExternalRequirements(uses)
    findings.unchecked = draft.unchecked
    if checks.modelParts != nil, !collector.hasErrors {
      findings.model = ModelBuilder.model(of: draft, findings.requirements)
    }
    if var usage = checks.usage {
      draft.addUsage(to: &usage)
      findings.usage = usage
      findings.definitions = definitions
    }
    return findings
  }
}
