import Patchbay
import PatchbayCore
import PatchbayDiagnostics

extension Subcommand {
  /// `config`: the effective configuration.
  static let config = Subcommand(
    "config",
    summary: "Prints the effective configuration of an environment.",
    details: """
      Imports, templates, defaults, the environment, the overlays and the program's own modules are
      merged. The text is for people: it is not a file that can be loaded. Values from outside stay
      as they are written, such as $(env:PORT:-8080); no environment variable is read.

      No secret is shown. A value that is not shown whole is marked !required.
      """,
    options: [
      CommandOption("--origins", summary: "show the file and line of each value in a comment"),
      CommandOption(
        "--hash",
        summary: "print only the hash of what a program can observe, which contains no secret"),
      .format(AnswerFormat.self, summary: "text, or json (the model, for programs)"),
    ],
    examples: [
      "config --environment NAME --origins", "config --environment NAME --hash",
    ]
  ) { invocation in
    let format = invocation.value(of: "--format")
    let chosen = ["--origins", "--hash"].filter { invocation.has($0) }
    if chosen.count > 1 { throw UsageError("`--origins` and `--hash` exclude each other") }
    if let option = chosen.first, let format, option == "--hash" || format == "json" {
      throw UsageError("`\(option)` and `--format \(format)` exclude each other")
    }
    let configuration = try invocation.configuration()
    let model = try invocation.model(of: configuration)
    if invocation.has("--hash") {
      invocation.output.result(model.hash)
    } else if invocation.format(AnswerFormat.self) == .json {
      invocation.output.result(model.json)
    } else {
      var title = "The effective configuration of \(configuration.name)"
      if let name = model.environment { title += " in the environment \(name)" }
      let overlays = invocation.values(of: CommandOption.overlay.name)
      if !overlays.isEmpty { title += ", with \(overlays.inWords()) over it" }
      let text = EffectiveText(
        model, title: title, showsOrigins: invocation.has("--origins"),
        invocation.output.presentation)
      invocation.output.result(text.text)
    }
    return ExitCode.success
  }
}
