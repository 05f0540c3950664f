import Patchbay
import PatchbayDiagnostics

/// The diagnostics of all environments, each once.
struct CheckReport {
  private typealias Finding = (diagnostic: Diagnostic, environments: [String?])

  private var findings: [Finding] = []
  /// By the parts that identify a diagnostic: notes, paths and further places differ between
  /// environments, and suggestions exist until their budget is spent.
  private var indices: [Diagnostic: Int] = [:]
  private var checked: [String?] = []
  private let variables: CheckedVariables
  /// The variables that were not looked at.
  private var unreadVariables: Set<String> = []
  /// The values that only types of the program can check.
  private var unchecked: [String] = []
  /// The shared budget of all environments' suggestions.
  private let hints = HintBudget()

  /// Creates an empty report of a check with variables' values, or without any.
  init(variables: CheckedVariables) { self.variables = variables }

  /// Whether a value was found that only a type of the program can check.
  var hasUnchecked: Bool { !unchecked.isEmpty }

  var hasErrors: Bool { findings.contains { $0.diagnostic.severity == .error } }

  /// Checks one environment, nil for the base alone.
  mutating func check(
    _ configuration: ServiceConfiguration, _ environment: String?, _ invocation: Invocation
  ) {
    var collector = DiagnosticCollector(hints: hints)
    let findings = variables.check(invocation, configuration, environment, into: &collector)
    unreadVariables.formUnion(findings.requirements.variables.map(\.name))
    for unchecked in findings.unchecked where !self.unchecked.contains(unchecked.summary) {
      self.unchecked.append(unchecked.summary)
    }
    checked.append(environment)
    for diagnostic in collector.diagnostics { add(diagnostic, environment) }
  }

  /// Adds the diagnostics from before any environment could be checked.
  mutating func add(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { add(diagnostic, nil) }
  }

  private mutating func add(_ diagnostic: Diagnostic, _ environment: String?) {
    var key = diagnostic
    key.notes = []
    key.fixIts = []
    key.requestedBy = []
    key.labels = Array(key.labels.prefix(1))
    if let index = indices[key] {
      if findings[index].environments.last != environment {
        findings[index].environments.append(environment)
      }
    } else {
      indices[key] = findings.count
      findings.append((diagnostic, [environment]))
    }
  }

  /// Returns the report in one of the formats of `--format`; `variables` are those by which a CI
  /// service names the repository's root.
  func text(
    _ format: String, renderer: TerminalRenderer, tool: String, variables: [String: String],
    isQuiet: Bool
  ) -> String {
    let diagnostics = diagnostics
    let summary = isQuiet ? [] : [summary]
    switch format {
    case "json": return JSONRenderer().render(diagnostics)
    case "sarif": return SARIFRenderer(toolName: tool).render(diagnostics)
    case "github":
      return GitHubRenderer(variables: variables).render(worstFirst)
    case "gitlab":
      let paths = RepositoryPaths(root: variables["CI_PROJECT_DIR"])
      return GitLabRenderer { paths.path(to: $0) }.render(diagnostics)
    case "junit": return JUnitRenderer(toolName: tool).render(diagnostics)
    case "markdown": return MarkdownRenderer().render(diagnostics)
    case "line":
      return ([OneLineRenderer().render(diagnostics)] + summary).filter { !$0.isEmpty }
        .joined(separator: "\n")
    default:
      return ([renderer.render(diagnostics)] + summary.map { WordWrap.text($0, renderer.width) })
        .filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
  }

  /// Errors before warnings, each by place.
  private var diagnostics: [Diagnostic] { inOrder(findings) }

  /// Errors before warnings, each by the number of environments that have it, then by place.
  private var worstFirst: [Diagnostic] {
    let bySpread = Dictionary(grouping: findings, by: \.environments.count)
      .sorted { $0.key > $1.key }.flatMap { inOrder($0.value) }
    return bySpread.filter { $0.severity == .error } + bySpread.filter { $0.severity == .warning }
  }

  /// Returns findings as diagnostics; if there are several environments, a note names them.
  private func inOrder(_ findings: [Finding]) -> [Diagnostic] {
    let reported = findings.map { finding in
      var diagnostic = finding.diagnostic
      let names = finding.environments.compactMap(\.self)
      if checked.count > 1, finding.environments.count < checked.count {
        let place =
          names.isEmpty
          ? "the base alone"
          : "the \(names.count == 1 ? "environment" : "environments") \(Self.quotedSome(names))"
        diagnostic.notes.append("found in \(place)")
      }
      return diagnostic
    }
    return reported.filter { $0.severity == .error }.sortedByPlace()
      + reported.filter { $0.severity == .warning }.sortedByPlace()
  }

  /// Returns the first of many names: thousands of notes could each list thousands of environments.
  private static func quotedSome(_ names: [String]) -> String {
    let most = 20
    guard names.count > most else { return names.quoted() }
    return names.prefix(most).quoted() + ", and \(names.count - most) more"
  }

  private var summary: String {
    let found = findings.map(\.diagnostic).counts
    if checked.isEmpty { return "\(found); no environment could be checked" }
    let names = checked.map { $0 ?? "the base alone" }.joined(separator: ", ")
    let first = checked == [nil] ? "checked: \(found)" : "checked \(names): \(found)"
    return ([first] + unchecked.map { "unchecked: \($0)" } + unread).joined(separator: "\n")
  }

  /// The line about the variables that were not looked at.
  private var unread: [String] {
    let count = unreadVariables.count
    if count == 0 { return [] }
    return [
      "\(count) \(count == 1 ? "variable" : "variables") not looked at: "
        + "`check --variables process` reads \(count == 1 ? "it" : "them")"
    ]
  }
}
