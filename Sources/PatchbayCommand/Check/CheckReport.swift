import PatchbayConfiguration
import PatchbayDiagnostics

/// The result of a check as text.
struct CheckReport {
  let diagnostics: [Diagnostic]
  /// Nil if no environment could be checked.
  let check: CombinedCheck?
  /// What is checked without an environment: the name of a configuration that has none, or the base of another.
  private let base: String
  /// The overlays over all environments.
  private let overlays: [String]
  /// Whether the command line names a file of variables that could not be read.
  private var variablesAreMissing = false

  init(
    _ check: CombinedCheck, of configuration: ServiceConfiguration,
    overlays: [ConfigurationSource], overlayIsMissing: Bool, variablesAreMissing: Bool
  ) {
    self.check = overlayIsMissing ? nil : check
    self.variablesAreMissing = variablesAreMissing
    base = configuration.environments.isEmpty ? configuration.name : "the base"
    self.overlays = overlays.compactMap(\.path)
    diagnostics = check.diagnostics
  }

  /// Creates the report of what was found before any environment could be checked.
  init(_ diagnostics: [Diagnostic]) {
    check = nil
    (base, overlays) = ("", [])
    self.diagnostics = diagnostics.errorsFirst
  }

  /// Whether something was found that a check without values cannot check: a value that a type of
  /// the program reads itself, or what decides the wiring.
  var hasUnchecked: Bool {
    !(check?.unchecked.isEmpty ?? true) || diagnostics.contains { $0.code == .uncheckedShape }
  }

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Errors before warnings, each by the number of combinations that have it, then by place.
  var worstFirst: [Diagnostic] {
    guard let check else { return diagnostics }
    let bySpread = Dictionary(grouping: check.findings) { finding in
      // What belongs to no combination holds for all.
      finding.combinations.isEmpty ? check.grid.count : finding.combinations.count
    }
    let ordered = bySpread.sorted { $0.key > $1.key }.flatMap { check.inOrder($0.value) }
    return ordered.filter { $0.severity == .error } + ordered.filter { $0.severity == .warning }
  }

  /// The values that only types of the program can check, for formats without the summary; empty if
  /// there are none.
  var unchecked: String {
    (check?.unchecked ?? []).map { "unchecked: \($0)" }.joined(separator: "\n")
  }

  /// The lines that follow the diagnostics in the formats for people.
  var summary: [String] {
    let found = diagnostics.counts
    guard let check else { return ["\(found); no environment could be checked"] }
    let names = check.grid.environments.map { DisplayText.line($0 ?? base) }
    var checked = "checked \(names.joined(separator: ", "))"
    if !overlays.isEmpty { checked += " with \(overlays.map { DisplayText.line($0) }.inWords())" }
    let others = check.grid.overlays.count
    if others > 0 {
      checked += "\(overlays.isEmpty ? "" : " and") with \(others.counted("overlay"))"
      checked += ", \(check.grid.count) combinations"
    }
    return ["\(checked): \(found)"] + check.unchecked.map { "unchecked: \($0)" }
      + baseAlone + unused + unread
  }

  /// The line about the base alone, where a program cannot run without an environment.
  private var baseAlone: [String] {
    let count = check?.errorsOfBase ?? 0
    if count == 0 { return [] }
    return [
      "without an environment, the configuration has \(count.counted("error")): "
        + "`--base` shows \(count == 1 ? "it" : "them")"
    ]
  }

  /// The line about the types of the catalog that nothing names.
  private var unused: [String] {
    let types = (check?.unusedTypes ?? []).map { DisplayText.line($0) }
    if types.isEmpty { return [] }
    let verb = types.count == 1 ? "is" : "are"
    return ["\(types.count.counted("type")) of the catalog \(verb) not used: \(types.someQuoted())"]
  }

  /// The line about the variables whose values were not read.
  private var unread: [String] {
    let count = check?.unreadVariables.count ?? 0
    if count == 0 || variablesAreMissing { return [] }
    return [
      "\(count.counted("variable")) \(count == 1 ? "was" : "were") not read: "
        + "`--variables process` checks \(count == 1 ? "its value" : "their values")"
    ]
  }
}
