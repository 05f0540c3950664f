import Patchbay
import PatchbayDiagnostics

extension Subcommand {
  /// `explain KEY`: the definition of a key, and its places.
  static let explain = Subcommand(
    "explain",
    summary: "Shows where a service and each of its values come from.",
    details: """
      KEY is the key of a service, a decorator or an alias. Of each value the place that set it is
      shown, and what it overrode; values marked !secret are shown as [secret], those from the
      environment or from a file as [external]. No variable is looked at. A configuration with
      mistakes is explained too, as far as it can be.
      """,
    arguments: ["KEY"]
  ) { invocation in
    let key = invocation.arguments[0]
    let configuration = try invocation.configuration()
    if let name = invocation.environment, !configuration.environments.contains(name) {
      throw UsageError.unknownEnvironment(name, configuration.environments)
    }
    var collector = DiagnosticCollector()
    let command = invocation.command
    let definitions = configuration.definitions(
      environment: invocation.environment, variables: .unknown, overlays: invocation.overlays,
      modules: command.modules, fileID: command.location.fileID, line: command.location.line,
      into: &collector)
    let explanation = Explanation(definitions, catalog: command.catalog)
    guard let text = explanation.text(of: key) else {
      // The key may be in a file that could not be read: the errors come first.
      if collector.hasErrors {
        invocation.output.problem(invocation.renderProblems(collector.errors))
        return ExitCode.invalidConfiguration
      }
      let keys = definitions.definitions.map(\.key) + definitions.aliases.map(\.key)
      throw UsageError.unknownKey(key, among: keys, definitions.environment)
    }
    invocation.output.result(text)
    if collector.hasErrors {
      invocation.output.problem(invocation.renderProblems(collector.errors))
      return ExitCode.invalidConfiguration
    }
    return ExitCode.success
  }
}
