import Patchbay
import PatchbayCore
import PatchbayDiagnostics

extension Subcommand {
  /// `config`: the effective configuration.
  static let config = Subcommand(
    "config",
    summary: "Prints the effective configuration of an environment.",
    details: """
      Imports, templates, defaults, the environment and the overlays are merged. Put next to the
      root file and loaded without an environment, the file gives the same plan. Values from outside
      stay as they are written, such as $(env:PORT:-8080); no variable is looked at.

      No secret is shown. A literal one is a parameter marked !required, which an overlay has to
      set: without one, a load fails.

      What the program's own modules define, change or remove is not part of the file: the program
      passes them again.
      """,
    options: [
      CommandOption("--origins", summary: "show the file and line of each value in a comment"),
      CommandOption(
        "--hash",
        summary: "print only the hash of what a program can observe, which contains no secret"),
      .format(
        ConfigFormat.self, summary: "yaml (the file), or json (the model, for programs)"),
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
    } else if invocation.format(ConfigFormat.self) == .json {
      invocation.output.result(model.json)
    } else {
      let document = EffectiveDocument(
        model, showsOrigins: invocation.has("--origins"), invocation.output.presentation)
      let comments = invocation.comments(on: document, of: configuration)
      invocation.output.result(
        comments.map(YAMLText.comment).joined(separator: "\n") + "\n" + document.text.dropLast())
    }
    return ExitCode.success
  }
}

private enum ConfigFormat: String, CommandFormat { case yaml, json }

extension Invocation {
  /// Returns what the first lines of a document say.
  fileprivate func comments(
    on document: EffectiveDocument, of configuration: ServiceConfiguration
  ) -> [String] {
    var first = "The effective configuration of \(configuration.name)"
    if let name = document.model.environment {
      first += " in the environment \(name)"
    }
    let overlays = values(of: CommandOption.overlay.name)
    if !overlays.isEmpty { first += ", with \(overlays.inWords()) over it" }
    var comments = [first]
    let count = document.missingTexts.count
    if count > 0 {
      comments.append(
        "\(count == 1 ? "One text is" : "\(count) texts are") not shown: an overlay has to set "
          + "\(document.missingTexts.map { $0.path.joined(separator: ".") }.someQuoted())")
    }
    if document.leavesOutModules {
      comments.append("What the program's modules define is left out: the program passes it again")
    }
    return comments
  }
}
