package import PatchbayCore
package import PatchbayDiagnostics

extension ServiceConfiguration {
  /// Checks one environment, and makes no plan.
  ///
  /// Where flags that are not known decide the wiring, every combination of them is checked, up to
  /// 16; of more flags all on, all off, and each of the first 64 off.
  ///
  /// - Parameters:
  ///   - environment: The environment to select; nil for the base alone.
  ///   - variables: The variables that `$(env:…)` reads, by default none, whatever their values.
  ///   - overlays: Further sources, each above the one before.
  ///   - modules: The program's own definitions, above all overlays.
  ///   - catalog: The types that the configuration may name.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - collector: Receives every error and warning.
  /// - Returns: What the environment needs from outside, and what it uses.
  package func check(
    environment: String?, variables: Variables = .unknown, overlays: [ConfigurationSource] = [],
    modules: [any Module] = [], for catalog: FactoryCatalog, fileID: String = #fileID,
    line: Int = #line, into collector: inout DiagnosticCollector
  ) -> Plan.Findings {
    func check(_ variables: Variables) -> (Plan.Findings, [UnknownFlag], [Diagnostic]) {
      var own = DiagnosticCollector(hints: collector.hints)
      let definitions = definitions(
        environment: environment, variables: variables, overlays: overlays, modules: modules,
        fileID: fileID, line: line, into: &own)
      let findings = Plan.findings(in: definitions, catalog: catalog, into: &own)
      return (findings, definitions.unknownFlags, own.diagnostics)
    }
    var (findings, flags, diagnostics) = check(variables)
    guard !flags.isEmpty else {
      for diagnostic in diagnostics { collector.add(diagnostic) }
      return findings
    }
    let combinations = FlagCombinations(flags)
    var found: [(diagnostic: Diagnostic, combinations: [[String: Bool?]])] = []
    var positions: [Diagnostic: Int] = [:]
    for (index, assumed) in combinations.all.enumerated() {
      // The first is that of all on, which is known.
      if index > 0 {
        let other = check(.unknown(assuming: assumed))
        findings.usage.formUnion(other.0.usage)
        diagnostics = other.2
      }
      for diagnostic in diagnostics {
        let cause = diagnostic.cause
        if let position = positions[cause] {
          found[position].combinations.append(assumed)
        } else {
          positions[cause] = found.count
          found.append((diagnostic, [assumed]))
        }
      }
    }
    for (diagnostic, holding) in found {
      let isEverywhere = holding.count == combinations.all.count
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
