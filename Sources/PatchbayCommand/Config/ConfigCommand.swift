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
    options: [origins, hash, format],
    exclusive: [[origins, hash], [hash, format]],
    examples: [
      "config --environment NAME --origins", "config --environment NAME --hash",
    ]
  ) { invocation in
    let configuration = try invocation.configuration()
    let model = try invocation.model(of: configuration)
    invocation.output.result(
      invocation[hash]
        ? model.hash
        : try invocation[format].write((model: model, name: configuration.name), invocation))
    return ExitCode.success
  }

  private static let origins = CommandOption(
    "--origins", summary: "show the file and line of each value in a comment")
  private static let hash = CommandOption(
    "--hash",
    summary: "print only the hash of what a program can observe, which contains no secret")
  private static let format = CommandOption<Format<(model: WiringModel, name: String)>>(formats: [
    Format("text") { shown, invocation in
      var title = "The effective configuration of \(shown.name)"
      if let name = shown.model.environment { title += " in the environment \(name)" }
      let overlays = invocation[CommonOption.overlay]
      if !overlays.isEmpty { title += ", with \(overlays.inWords()) over it" }
      return EffectiveText(
        shown.model, title: title, showsOrigins: invocation[origins], invocation.output.presentation
      ).text
    },
    Format("json", "the model, for programs") { shown, _ in shown.model.json },
  ])
}
