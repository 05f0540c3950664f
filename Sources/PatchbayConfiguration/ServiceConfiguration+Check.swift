package import PatchbayCore
package import PatchbayDiagnostics

extension ServiceConfiguration {
  /// Checks one environment without looking at any variable.
  ///
  /// Where flags that are not known decide the wiring, every combination of them is checked, up to
  /// 16; of more flags all on, all off, and each of the first 64 off.
  ///
  /// - Parameters:
  ///   - environment: The environment to select; nil for the base alone.
  ///   - overlays: Further sources, each above the one before.
  ///   - modules: The program's own definitions, above all overlays.
  ///   - catalog: The types that the configuration may name.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - collector: Receives every error and warning.
  /// - Returns: What the environment needs from outside.
  package func checkWithoutVariables(
    environment: String?, overlays: [ConfigurationSource] = [], modules: [any Module] = [],
    for catalog: FactoryCatalog, fileID: String = #fileID, line: Int = #line,
    into collector: inout DiagnosticCollector
  ) -> Plan.Findings {
    func check(_ variables: Variables) -> (Plan.Findings, [UnknownFlag], [Diagnostic]) {
      var own = DiagnosticCollector(hints: collector.hints)
      let definitions = definitions(
        environment: environment, variables: variables, overlays: overlays, modules: modules,
        fileID: fileID, line: line, into: &own)
      let findings = Plan.checkingWithoutVariables(definitions, catalog: catalog, into: &own)
      return (findings, definitions.unknownFlags, own.diagnostics)
    }
    let (findings, flags, diagnostics) = check(.unknown)
    guard !flags.isEmpty else {
      for diagnostic in diagnostics { collector.add(diagnostic) }
      return findings
    }
    let combinations = FlagCombinations(flags)
    var found: [(diagnostic: Diagnostic, combinations: [[String: Bool?]])] = []
    var positions: [Diagnostic: Int] = [:]
    for (index, assumed) in combinations.all.enumerated() {
      // The first is that of all on, which is known.
      for diagnostic in index == 0 ? diagnostics : check(.unknown(assuming: assumed)).2 {
        // Notes and suggestions may differ between combinations.
        var key = diagnostic
        (key.notes, key.fixIts, key.requestedBy) = ([], [], [])
        if let position = positions[key] {
          found[position].combinations.append(assumed)
        } else {
          positions[key] = found.count
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

/// The combinations of unknown flags that are checked.
private struct FlagCombinations {
  private let flags: [UnknownFlag]
  let all: [[String: Bool?]]
  let areComplete: Bool
  /// The most combinations of an environment.
  private static let most = 16
  /// The most flags of which each is tried alone.
  private static let mostAlone = 64

  init(_ flags: [UnknownFlag]) {
    self.flags = flags
    var product: [[String: Bool?]] = [[:]]
    for flag in flags where product.count <= Self.most {
      product = product.flatMap { known in
        flag.states.map { state in known.merging([flag.reference: state]) { $1 } }
      }
    }
    areComplete = product.count <= Self.most
    if areComplete {
      all = product
    } else {
      func with(_ isOn: Bool) -> [String: Bool?] {
        Dictionary(uniqueKeysWithValues: flags.map { ($0.reference, isOn) })
      }
      // Each costs as much as the check itself.
      all =
        [with(true), with(false)]
        + flags.prefix(Self.mostAlone).map { with(true).merging([$0.reference: false]) { $1 } }
    }
  }

  /// Returns the note on what has to be set for a diagnostic: the flags that all its combinations
  /// have in common, or else those of the first.
  func note(_ holding: [[String: Bool?]]) -> String {
    func state(_ flag: UnknownFlag, _ assumed: [String: Bool?]) -> String {
      let state = assumed[flag.reference] ?? nil
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
    .note("checked are all on, all off, and each one off")
    .fix("use environments, or overlays, for what belongs together")
  }
}
