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

        With --check a dotenv file is compared with what one environment reads: a variable that is
        missing, repeated or has a text that cannot be read is an error, a misspelt name and a
        PATCHBAY_ENV that selects another environment are warnings. No value is shown.
        """,
      options: [
        CommandOption(
          "--environment", value: .environment, isRepeatable: true,
          summary: "list this environment only; may be given several times"),
        .overlay,
        .format(
          EnvReport.Format.self,
          summary: """
            table, json, dotenv (an example file), markdown, and for one environment kubernetes \
            (the `env` of a container) or compose (the `environment` of a service)
            """),
        CommandOption("--check", value: .file, summary: "check the variables of a dotenv file"),
      ],
      examples: [
        "env", "env --format dotenv >.env.example",
        "env --check FILE --environment NAME",
      ]
    ) { invocation in
      let path = invocation.value(of: "--check")
      if path != nil, invocation.has("--format") {
        throw UsageError("`--check` and `--format` exclude each other")
      }
      let configuration = try invocation.configuration()
      let chosen = try invocation.chosenEnvironments(among: configuration.environments)
      let names = chosen.isEmpty ? configuration.checkedEnvironments : chosen
      let format = invocation.format(EnvReport.Format.self)
      if names.count > 1, path != nil || [.kubernetes, .compose].contains(format) {
        throw UsageError(
          path == nil
            ? "`--format \(format)` describes one environment" : "`--check` needs one environment",
          help:
            "choose one with --environment: \(names.compactMap(\.self).someQuoted(joinedBy: "or"))")
      }
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
      if let path { return check(path, configuration, environments[0], invocation) }
      let report = EnvReport(program: invocation.command.name, environments: environments)
      let text = try report.text(
        format, invocation.output.presentation, isQuiet: invocation.isQuiet)
      if !text.isEmpty { invocation.output.result(text) }
      return ExitCode.success
    }
  }

  private static func check(
    _ path: String, _ configuration: ServiceConfiguration, _ environment: EnvReport.Environment,
    _ invocation: Invocation
  ) -> Int32 {
    var collector = DiagnosticCollector()
    let name = DisplayText.line(path)
    let place = environment.name.map { " for \(DisplayText.line($0))" } ?? ""
    var checked = "`\(name)` could not be checked"
    if let file = DotEnvFile(path: path, into: &collector) {
      checked = "checked \(name)\(place)"
      file.check(against: environment.requirements, into: &collector)
      file.checkSelection(
        among: configuration.environments, checked: [environment.name], into: &collector)
      // What types of the program read themselves is known only with values.
      if !collector.hasErrors {
        _ = invocation.check(
          configuration, Combination(environment: environment.name), variables: file.values,
          into: &collector)
      }
    }
    let found = collector.errors + collector.warnings
    let text = invocation.output.resultRenderer.render(found)
    let summary = "\(checked): \(found.counts)"
    let parts = [text, invocation.isQuiet ? "" : summary].filter { !$0.isEmpty }
    if !parts.isEmpty { invocation.output.result(parts.joined(separator: "\n\n")) }
    return collector.hasErrors ? ExitCode.invalidConfiguration : ExitCode.success
  }
}
