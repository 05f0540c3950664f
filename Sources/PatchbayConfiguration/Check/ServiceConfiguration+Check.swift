package import PatchbayCore
package import PatchbayDiagnostics

extension ServiceConfiguration {
  /// Checks one environment, by default whatever the values of variables, and makes no plan;
  /// returns what it needs from outside, and what it uses.
  ///
  /// Where flags that are not known decide the wiring, the check is repeated with all on, all off, and
  /// each of the first 64 changed in both.
  package func check(
    environment: String?, variables: Variables = .unknown, overlays: [ConfigurationSource] = [],
    modules: [any Module] = [], catalog: FactoryCatalog, fileID: String = #fileID,
    line: Int = #line, into collector: inout DiagnosticCollector
  ) -> Plan.Findings {
    var request = LoadRequest(
      environment: environment, variables: variables, overlays: overlays, modules: modules,
      at: SwiftLocation(fileID: fileID, line: line))
    func check() -> (
      findings: Plan.Findings, definitions: DefinitionSet, diagnostics: [Diagnostic]
    ) {
      var own = DiagnosticCollector()
      let definitions = definitions(of: request, into: &own)
      let findings = Plan.findings(in: definitions, catalog: catalog, into: &own)
      return (findings, definitions, own.diagnostics)
    }
    // Without assumptions, all flags are on.
    let allOn = check()
    var findings = allOn.findings
    guard !allOn.definitions.checks.unknownFlags.isEmpty else {
      for diagnostic in allOn.diagnostics { collector.add(diagnostic) }
      return findings
    }
    let combinations = FlagCombinations(allOn.definitions.checks.unknownFlags)
    var tried = 0
    var results: [(diagnostic: Diagnostic, combinations: [[String: Bool?]])] = []
    var positions: [Diagnostic: Int] = [:]
    for (index, assumed) in combinations.all.enumerated() {
      request.variables = .unknown(assuming: assumed)
      let found = index == 0 ? allOn : check()
      guard found.definitions.checks.areFlagsPossible else { continue }
      tried += 1
      findings.usage.formUnion(found.findings.usage)
      for diagnostic in found.diagnostics {
        let cause = diagnostic.cause
        if let position = positions[cause] {
          results[position].combinations.append(assumed)
        } else {
          positions[cause] = results.count
          results.append((diagnostic, [assumed]))
        }
      }
    }
    for (diagnostic, holding) in results {
      let isEverywhere = holding.count == tried
      collector.add(isEverywhere ? diagnostic : diagnostic.note(combinations.note(holding)))
    }
    if !combinations.areComplete { collector.add(combinations.incomplete) }
    return findings
  }
}

extension Diagnostic {
  /// The parts that identify a diagnostic among those of several checks: notes, paths and further
  /// places may differ between them, and suggestions exist until their budget is spent.
  var cause: Diagnostic {
    var cause = self
    (cause.notes, cause.fixIts, cause.requestedBy) = ([], [], [])
    cause.labels = Array(cause.labels.prefix(1))
    return cause
  }
}
