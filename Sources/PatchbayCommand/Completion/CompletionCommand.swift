import Patchbay

extension Subcommand {
  /// `completion SHELL`: a script that completes the program's command line.
  static let completion = Subcommand(
    "completion",
    summary: "Prints a script that completes the command line in bash or zsh.",
    details: """
      SHELL is bash or zsh. The script completes commands, options, their values and files, and asks
      the program for the keys, parameters, tags, types and environments of the configuration that
      the line names with --config, --overlay and --environment. What the program does not know of a
      configuration with mistakes is not completed.

      In bash, `source <(PROGRAM completion bash)` belongs in `.bashrc`. In zsh,
      `source <(PROGRAM completion zsh)` belongs in `.zshrc`, or the output in a file `_PROGRAM` in a
      folder of `fpath`.
      """,
    arguments: ["SHELL"],
    options: [.noConfig, .noEnvironment, .noOverlay]
  ) { invocation in
    let script = CompletionScript(invocation.command)
    switch invocation.arguments[0] {
    case "bash": invocation.output.result(script.bash)
    case "zsh": invocation.output.result(script.zsh)
    case let shell:
      throw UsageError(
        "there is no completion for `\(DisplayText.line(shell))`",
        help: UsageError.didYouMean(shell, among: CompletionScript.shells)
          ?? "it is one of \(CompletionScript.shells.quoted(joinedBy: "or"))")
    }
    return ExitCode.success
  }
  .examples("completion bash", "completion zsh")
}
