public import PatchbayDiagnostics

/// Checked wiring: every definition joined to its factory, every reference to its service, in an
/// order in which all can be built. A plan holds no instances, and no factory has run for it.
///
/// A plan is immutable and may be used from any thread; any number of containers can be made of it.
public struct Plan: Sendable {
  /// What is not an error, sorted by place.
  public var warnings: [Diagnostic] { said.warnings }
  /// The layers that were merged, low to high.
  package var layers: [LayerName] { said.set.layers }
  /// The environment that was selected; nil for the base alone.
  public var environment: String? { said.set.environment }
  /// The plan that this one was made for a child of.
  public var parent: Plan? { wiring.parent }
  /// The keys that can be resolved, aliases and the parent's included, sorted.
  public var keys: [String] { wiring.names.names.sorted() }

  /// Whether a key can be resolved.
  public func contains(_ key: String) -> Bool { wiring.index(ofKey: key) != nil }

  /// What the definitions say beside the services.
  let said: Said
  /// How it was made, for those who lay something over it; nothing in this module knows what it is.
  package var origin: (any AnyObject & Sendable)?
  let wiring: Wiring

  /// Checks definitions against a catalog, all at once.
  ///
  /// The cost is linear in the number of definitions and references. Values are decoded here, once
  /// for each definition; nothing else that belongs to a factory runs.
  ///
  /// - Parameters:
  ///   - definitions: what a configuration or a program says.
  ///   - catalog: what may be named.
  ///   - parent: for a child, whose services stand behind its own.
  ///   - collector: receives every mistake and every warning.
  /// - Returns: the plan, or nil exactly where the collector has errors afterwards.
  package static func checking(
    _ definitions: DefinitionSet,
    catalog: FactoryCatalog,
    parent: Plan? = nil,
    into collector: inout DiagnosticCollector
  ) -> Plan? {
    var draft = PlanDraft(
      definitions: definitions, catalog: catalog, parent: parent, hints: collector.hints)
    for pass in planPasses { pass(&draft) }
    draft.tellAll(into: &collector)
    if !collector.hasErrors { tellLeftovers(of: draft, into: &collector) }
    guard !collector.hasErrors else { return nil }
    return Plan(
      said: Said(definitions, warnings: collector.warnings),
      wiring: Wiring(draft)
    )
  }

  /// Checks definitions against a catalog.
  ///
  /// - Parameters:
  ///   - definitions: what a configuration or a program says.
  ///   - catalog: what may be named.
  ///   - parent: for a child, whose services stand behind its own.
  /// - Throws: ``DiagnosticsError`` with every mistake, sorted by place.
  package init(
    _ definitions: DefinitionSet,
    catalog: FactoryCatalog,
    parent: Plan? = nil
  ) throws(DiagnosticsError) {
    var collector = DiagnosticCollector()
    let plan = Plan.checking(definitions, catalog: catalog, parent: parent, into: &collector)
    try collector.throwErrors()
    // `checking` gives nil only where the collector has errors, and those were just thrown.
    self = plan!
  }

  /// A definition that some stage called faulty without a word must not be built either.
  private static func tellLeftovers(
    of draft: PlanDraft,
    into collector: inout DiagnosticCollector
  ) {
    for node in draft.nodes where node.isFaulty {
      collector.add(
        Diagnostic(
          .missingField,
          "`\(node.key)` is not defined whole",
          labels: [.init(node.definition.place, "something is missing here")]
        )
      )
    }
  }

  private init(said: Said, wiring: Wiring) {
    self.said = said
    self.wiring = wiring
  }
}

extension Plan {
  /// What a plan keeps of its definitions beside the wiring: nothing that grows with the services, of
  /// whose values the decoded ones are there already. A class, as plans are copied.
  final class Said: Sendable {
    let warnings: [Diagnostic]
    /// Without its definitions, and what looks for them elsewhere.
    let set: DefinitionSet

    init(_ definitions: DefinitionSet, warnings: [Diagnostic]) {
      var set = definitions
      set.definitions = []
      set.definitionsElsewhere = { _, _ in [] }
      (self.set, self.warnings) = (set, warnings)
    }
  }

  /// The keys that are defined, those of decorators too, and the aliases.
  package var definedKeys: [String] {
    wiring.bindings.filter { $0.inherited == nil && $0.owner == nil }.map(\.key)
      + said.set.aliases.map(\.key)
  }
}
