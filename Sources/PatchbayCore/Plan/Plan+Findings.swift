package import PatchbayDiagnostics

extension Plan {
  /// What a check finds besides diagnostics.
  package struct Findings: Sendable {
    /// What has to be set, and which files have to exist.
    package var requirements = ExternalRequirements()
    /// The values that only the program's own types could check.
    package var unchecked: [Unchecked] = []
    /// The wiring as data; nil if there is an error, or if the definitions were not read for a model.
    package internal(set) var model: WiringModel?
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
    in definitions: DefinitionSet, catalog: FactoryCatalog,
    into collector: inout DiagnosticCollector
  ) -> Findings {
    var draft = PlanDraft(
      definitions: definitions, catalog: catalog, parent: nil, hints: collector.hints)
    draft.check(into: &collector)
    let uses = definitions.unknownUses + draft.unknownUses
    for conflict in VariableReaders.all(uses).compactMap(\.conflict) { collector.add(conflict) }
    var findings = Findings()
    findings.uses = uses
    findings.requirements = ExternalRequirements(uses)
    findings.unchecked = draft.unchecked
    if definitions.modelParts != nil, !collector.hasErrors {
      findings.model = ModelBuilder.model(of: draft, findings.requirements)
    }
    if var usage = definitions.usage {
      draft.addUsage(to: &usage)
      findings.usage = usage
      findings.definitions = definitions
    }
    return findings
  }
}
