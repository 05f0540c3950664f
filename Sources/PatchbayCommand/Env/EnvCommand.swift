package import Patchbay
import PatchbayConfiguration
package import PatchbayCore
package import PatchbayDiagnostics

extension Subcommand {
  /// Returns the variables and files that one environment reads, nil for the base alone, and collects the mistakes.
  package typealias RequirementsOfEnvironment =
    @Sendable (ServiceConfiguration, Invocation, String?, inout DiagnosticCollector) ->
    ExternalRequirements

  /// `env`, of the configuration and the catalog of the program.
  static let env = env { configuration, invocation, environment, mistakes in
    invocation.check(
      configuration, Combination(environment: environment), variables: nil, into: &mistakes
    ).requirements
  }

  /// `env`: what must be set for the program to run, by what each environment reads.
  package static func env(requirements: @escaping RequirementsOfEnvironment) -> Subcommand {
    Subcommand(
      "env",
      summary: "Lists the variables and files that the configuration reads.",
      details: """
        Every environment is listed, or those that --environment names; a configuration without
        environments is listed as it is. PATCHBAY_ENV and the values of variables that are set do
        not matter. No output contains a secret, not even the default of one.
        """,
      options: [environments, format],
      examples: ["env", "env --format dotenv >.env.example"]
    ) { invocation in
      let configuration = try invocation.configuration()
      let chosen = try invocation.chosenEnvironments(
        environments, of: configuration)
      let names = chosen.isEmpty ? configuration.checkedEnvironments : chosen
      // A mistake that several environments share is reported once, as by `check`.
      var mistakes = CombinedCheck(CombinationGrid(environments: names))
      let environments = names.enumerated().map { index, name in
        invocation.progress?.show(index, of: names.count, name ?? "the base alone")
        var collector = DiagnosticCollector()
        let found = requirements(configuration, invocation, name, &collector)
        for error in collector.errors { mistakes.add(error, index) }
        return EnvReport.Environment(name: name, requirements: found)
      }
      if let error = DiagnosticsError(mistakes.diagnostics) { throw error }
      let report = EnvReport(program: invocation.command.name, environments: environments)
      let text = try invocation[format].write(report, invocation)
      if !text.isEmpty { invocation.output.result(text) }
      return ExitCode.success
    }
  }

  private static let environments = CommandOption(
    "--environment", values: .environment,
    summary: "list this environment only; may be given several times")
  private static let format = CommandOption<Format<EnvReport>>(formats: [
    Format("table") { report, invocation in
      report.table(invocation.output.presentation, isQuiet: invocation.isQuiet)
    },
    Format("json") { report, _ in report.json },
    Format("dotenv", "an example file") { report, _ in try report.dotenv() },
  ])
}
