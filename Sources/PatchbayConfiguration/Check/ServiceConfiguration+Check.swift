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
    let flags = allOn.definitions.checks.unknownFlags
    guard !flags.isEmpty else {
      for diagnostic in allOn.diagnostics { collector.add(diagnostic) }
      return findings
    }
    let combinations = FlagCombinations(flags)
    var tried = 0
    var causes = FindingsByCause()
    for (index, assumed) in combinations.all.enumerated() {
      request.variables = .unknown(assuming: assumed)
      let found = index == 0 ? allOn : check()
      guard found.definitions.checks.areFlagsPossible else { continue }
      tried += 1
      findings.usage.formUnion(found.findings.usage)
      for diagnostic in found.diagnostics { causes.add(diagnostic, diagnostic.cause, in: index) }
    }
    for finding in causes.findings {
      let isEverywhere = finding.combinations.count == tried
      collector.add(
        finding.diagnostic.note(isEverywhere ? nil : combinations.note(finding.combinations)))
    }
    if !combinations.areComplete { collector.add(combinations.incomplete) }
    return findings
  }
}

/// The combinations of unknown flags that are checked: all on, all off, and each flag changed in both.
///
/// For up to three flags that have to be set, these are all.
struct FlagCombinations {
  private let flags: [UnknownFlag]
  let all: [[String: Bool?]]
  /// The most flags that are changed: each combination costs as much as the check itself.
  private static let mostChanged = 64

  init(_ flags: [UnknownFlag]) {
    self.flags = flags
    let equal = [true, false].map { isOn in
      Dictionary(uniqueKeysWithValues: flags.map { ($0.reference, Bool?.some(isOn)) })
    }
    let changed = flags.prefix(Self.mostChanged).flatMap { flag in
      equal.flatMap { known in
        flag.states.map { state in known.merging([flag.reference: state]) { $1 } }
      }
    }
    all = (equal + changed).uniqued
  }

  /// Whether there are no others.
  var areComplete: Bool {
    let count = flags.reduce(1) { min($0 * $1.states.count, all.count + 1) }
    return count == all.count
  }

  /// Returns the note on what has to be set for a diagnostic: the flags that all its combinations
  /// have in common, or else those of the first.
  func note(_ holding: [Int]) -> String {
    func state(_ flag: UnknownFlag, _ index: Int) -> String {
      let state = all[index][flag.reference] ?? nil
      return "`\(flag.reference)` is \(state.map { "`\($0)`" } ?? "not set")"
    }
    let common = flags.filter { flag in
      Set(holding.map { state(flag, $0) }).count == 1
    }
    let deciding = (common.isEmpty ? flags : common).prefix(4)
    return "found where " + deciding.map { state($0, holding[0]) }.joined(separator: " and ")
  }

  /// The warning that there are more combinations than were checked.
  var incomplete: Diagnostic {
    Diagnostic(
      .uncheckedShape,
      "\(flags.count) variables decide which services there are: not every combination is checked",
      at: flags[0].place, "one of them"
    )
    .asWarning
    .note("checked are all on, all off, and each one changed in both")
    .fix("use environments, or overlays, for what belongs together")
  }
}
