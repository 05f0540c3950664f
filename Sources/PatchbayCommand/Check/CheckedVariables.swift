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
    case let path?: self = Self.file(path, into: &collector) ?? .unread
    }
  }

  /// Reads a file; where there is none, asks whether `process` was meant.
  private static func file(_ path: String, into collector: inout DiagnosticCollector) -> Self? {
    var own = DiagnosticCollector()
    let file = DotEnvFile(path: path, into: &own)
    for diagnostic in own.diagnostics {
      collector.add(
        file == nil ? diagnostic.didYouMean(path, among: ["process"], at: nil) : diagnostic)
    }
    return file.map { .file($0) }
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
    if case .unread = self {
      return invocation.check(configuration, combination, variables: nil, into: &collector)
    }
    var unread = DiagnosticCollector()
    var findings = invocation.check(configuration, combination, variables: nil, into: &unread)
    guard case .file(let file) = self else {
      return checked(invocation, configuration, combination, findings, into: &collector)
    }
    var own = DiagnosticCollector()
    file.check(against: findings.requirements, into: &own)
    for diagnostic in own.diagnostics { collector.add(diagnostic) }
    if own.hasErrors {
      for diagnostic in unread.diagnostics { collector.add(diagnostic) }
      findings.requirements = ExternalRequirements()
      findings.unchecked = []
      return findings
    }
    return checked(invocation, configuration, combination, findings, into: &collector)
  }

  /// Checks one combination with values.
  ///
  /// - Returns: What types of the program read themselves, which is known only with values; and what
  ///   the combination uses without them, because a default is used where its variable is unset.
  private func checked(
    _ invocation: Invocation, _ configuration: ServiceConfiguration, _ combination: Combination,
    _ unread: Plan.Findings, into collector: inout DiagnosticCollector
  ) -> Plan.Findings {
    var findings = invocation.check(
      configuration, combination, variables: values, into: &collector)
    (findings.usage, findings.definitions) = (unread.usage, unread.definitions)
    return findings
  }
}
