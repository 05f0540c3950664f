import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

/// The variables with which a configuration is checked.
struct CheckedVariables {
  /// The values; nil if none is looked at.
  let values: [String: String]?
  /// The dotenv file that has them, at whose lines mistakes are reported; nil for those of the process.
  private let file: DotEnvFile?
  /// Whether a file was named that could not be read.
  let areMissing: Bool

  /// Creates the variables that `--variables` names; reports what is wrong with a file.
  init(_ invocation: Invocation, into collector: inout DiagnosticCollector) {
    let path = invocation[Subcommand.variables]
    let isProcess = path == "process"
    file = isProcess ? nil : path.flatMap { DotEnvFile(path: $0, into: &collector) }
    values = isProcess ? invocation.variables : file?.values
    areMissing = path != nil && values == nil
  }

  /// Warns where the file selects an environment other than those that are checked.
  func checkSelection(
    among known: [String], checked: [String?], into collector: inout DiagnosticCollector
  ) {
    file?.checkSelection(among: known, checked: checked, into: &collector)
  }

  /// Checks one combination.
  ///
  /// - Returns: What the combination needs from outside, which is nothing if the variables are known,
  ///   and what it uses. With values, this is what types of the program read themselves, which is known
  ///   only then, and what is used without them, because a default is used where its variable is unset.
  func check(
    _ invocation: Invocation, _ configuration: ServiceConfiguration, _ combination: Combination,
    into collector: inout DiagnosticCollector
  ) -> Plan.Findings {
    guard let values else {
      return invocation.check(configuration, combination, variables: nil, into: &collector)
    }
    var unread = DiagnosticCollector()
    var known = invocation.check(configuration, combination, variables: nil, into: &unread)
    if let file {
      var own = DiagnosticCollector()
      file.check(against: known.requirements, into: &own)
      for diagnostic in own.diagnostics { collector.add(diagnostic) }
      // What is behind an error of the file might set more.
      if own.hasErrors || !file.isComplete {
        for diagnostic in unread.diagnostics { collector.add(diagnostic) }
        (known.requirements, known.unchecked) = (ExternalRequirements(), [])
        return known
      }
    }
    var findings = invocation.check(
      configuration, combination, variables: values, into: &collector)
    (findings.usage, findings.definitions) = (known.usage, known.definitions)
    return findings
  }
}
