import Patchbay
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

/// The variables with which a configuration is checked.
enum CheckedVariables {
  /// None is looked at.
  case unread
  /// Those of the process.
  case process([String: String])
  /// Those of a dotenv file, at whose lines mistakes are reported.
  case file(DotEnvFile)

  /// Creates the variables that `--variables` names; reports what is wrong with a file.
  init(_ invocation: Invocation, into collector: inout DiagnosticCollector) {
    switch invocation.value(of: "--variables") {
    case nil: self = .unread
    case "process"?: self = .process(invocation.variables)
    case let path?: self = DotEnvFile(path: path, into: &collector).map { .file($0) } ?? .unread
    }
  }

  /// The values; nil if none is looked at.
  var values: [String: String]? {
    switch self {
    case .unread: nil
    case .process(let values): values
    case .file(let file): file.values
    }
  }

  /// Checks one combination.
  ///
  /// - Returns: What the combination needs from outside, which is nothing if the variables are known,
  ///   and what it uses.
  func check(
    _ invocation: Invocation, _ configuration: ServiceConfiguration, _ combination: Combination,
    into collector: inout DiagnosticCollector
  ) -> Plan.Findings {
    guard case .file(let file) = self else {
      return invocation.check(configuration, combination, variables: values, into: &collector)
    }
    var unread = DiagnosticCollector(hints: collector.hints)
    var findings = invocation.check(configuration, combination, variables: nil, into: &unread)
    var own = DiagnosticCollector(hints: collector.hints)
    file.check(against: findings.requirements, into: &own)
    for diagnostic in own.diagnostics { collector.add(diagnostic) }
    if own.hasErrors {
      for diagnostic in unread.diagnostics { collector.add(diagnostic) }
      findings.requirements = ExternalRequirements()
      findings.unchecked = []
      return findings
    }
    // What types of the program read themselves is known only with values.
    return invocation.check(configuration, combination, variables: values, into: &collector)
  }
}
