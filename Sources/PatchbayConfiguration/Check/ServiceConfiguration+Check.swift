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
    let request = LoadRequest(
      environment: environment, variables: variables, overlays: overlays, modules: modules,
      at: SwiftLocation(fileID: fileID, line: line))
    var loading = DiagnosticCollector()
    let definitions = definitions(of: request, into: &loading)
    func check(_ definitions: DefinitionSet) -> (
      findings: Plan.Findings, diagnostics: [Diagnostic]
    ) {
      var own = loading
      let findings = Plan.findings(in: definitions, catalog: catalog, into: &own)
      return (findings, own.diagnostics)
    }
    let allOn = check(definitions)
    var findings = allOn.findings
    let flags = definitions.checks.unknownFlags
    guard !flags.isEmpty else {
      for diagnostic in allOn.diagnostics { collector.add(diagnostic) }
      return findings
    }
    let combinations = FlagCombinations(flags)
    var tried = 0
    var causes = FindingsByCause()
    for (index, assumed) in combinations.all.enumerated() {
      let decided = definitions.deciding { $0.value(assuming: assumed) }
      // Where a flag is unset that another one needs, variables cannot be so.
      guard decided.checks.unknownFlags.isEmpty else { continue }
      let found = index == 0 ? allOn : check(decided)
      tried += 1
      findings.usage.formUnion(found.findings.usage)
      for diagnostic in found.diagnostics { causes.add(diagnostic, diagnostic.cause, in: index) }
    }
    for finding in causes.findings {
      let isEverywhere = finding.combinations.count == tried
      collector.add(
        finding.diagnostic.note(isEverywhere ? nil : combinations.note(finding.combinations)))
    }
    if !combinations.areComplete { collector.add(combinations.incomplete(at: flags[0].place)) }
    return findings
  }
}

/// The combinations of unknown flags that are checked: all on, all off, and each flag changed in both.
///
/// For up to three flags that have to be set, these are all.
struct FlagCombinations {
  /// What the flags are read from, in order, and what each is assumed to be.
  private let references: [String]
  private let states: [String: [Bool?]]
  let all: [[String: Bool?]]
  /// The most flags that are changed: each combination costs as much as the check itself.
  private static let mostChanged = 64

  init(_ flags: [UnknownFlag]) {
    let (references, states) = (flags.references, flags.states)
    let equal = [true, false].map { isOn in
      Dictionary(uniqueKeysWithValues: references.map { ($0, Bool?.some(isOn)) })
    }
    let changed = references.prefix(Self.mostChanged).flatMap { reference in
      equal.flatMap { known in
        (states[reference] ?? []).map { state in known.merging([reference: state]) { $1 } }
      }
    }
    (self.references, self.states, all) = (references, states, (equal + changed).uniqued)
  }

  /// Whether there are no others.
  var areComplete: Bool {
    states.values.reduce(1) { min($0 * $1.count, all.count + 1) } == all.count
  }

  /// Returns the note on what has to be set for a diagnostic: the flags that all its combinations
  /// have in common, or else those of the first.
  func note(_ holding: [Int]) -> String {
    func state(_ reference: String, _ index: Int) -> String {
      let state = all[index][reference] ?? nil
      return "`\(reference)` is \(state.map { "`\($0)`" } ?? "not set")"
    }
    let common = references.filter { reference in
      Set(holding.map { state(reference, $0) }).count == 1
    }
    let deciding = (common.isEmpty ? references : common).prefix(4)
    return "found where " + deciding.map { state($0, holding[0]) }.joined(separator: " and ")
  }

  /// Returns the warning that there are more combinations than were checked.
  func incomplete(at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .uncheckedShape,
      "\(references.count) variables decide which services there are: not every combination is checked",
      at: place, "one of them"
    )
    .asWarning
    .note("checked are all on, all off, and each one changed in both")
    .fix("use environments, or overlays, for what belongs together")
  }
}
