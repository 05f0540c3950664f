import Patchbay
import PatchbayConfiguration
import PatchbayDiagnostics

extension Subcommand {
  /// `diff`: what a change of the configuration does to the wiring.
  static let diff = Subcommand(
    "diff",
    summary: "Shows what a change does to the wiring.",
    details: """
      The configuration as it is now is compared with a revision of git (--since), or with another \
      file or folder (--against). --from and --to compare two environments of the same files. Without \
      any of these, it is compared with HEAD, the last commit. With a branch, the comparison is with \
      the commit where this one left it.

      Compares every environment, or those named by --environment.

      A change is shown once, at its cause: - removed, + added, ! what can break a program (another \
      type, scope, key or order), ~ another value. What it reaches gets something else because of it. \
      What a program can observe is compared, as for `config --hash`. No variable is read, and no text \
      of a secret is shown. The types of the catalog are those of this program on both sides.
      """,
    options: [
      CommandOption(
        "--environment", value: .environment, isRepeatable: true,
        summary: "compare this environment only; may be given several times"),
      CommandOption("--from", value: .environment, summary: "compare this environment, with --to"),
      CommandOption(
        "--to", value: .environment, summary: "the environment that --from is compared with"),
      CommandOption(
        "--since", value: "REVISION", summary: "compare with a revision of git, such as main"),
      CommandOption(
        "--against", value: .file,
        summary: "compare with a root file, or with that of the same name in a folder"),
      CommandOption(
        "--exit-code", summary: "exit with 1 where something differs, or could not be compared"),
      .format(DiffFormat.self, summary: "text or json"),
    ],
    exitCodes: [
      ExitCode.differs: "with --exit-code, something differs or could not be compared",
      ExitCode.unavailable: "git is missing, or failed",
    ],
    examples: [
      "diff", "diff --since main", "diff --from NAME --to NAME", "diff --against FILE --exit-code",
    ]
  ) { invocation in
    let (old, comparisons) = try DiffSides(invocation).comparisons(invocation)
    let report = DiffReport(comparisons, with: old, of: invocation)
    invocation.output.result(report.text(invocation.format(), invocation.output.presentation))
    return invocation.has("--exit-code") && report.differs ? ExitCode.differs : ExitCode.success
  }
}

enum DiffFormat: String, CommandFormat { case text, json }

/// One comparison of a `diff`.
struct DiffComparison {
  enum Outcome {
    case compared(WiringDifference)
    /// The environment is on one side alone.
    case isNew, isGone
    /// The old side, which has a name, has mistakes, on one line each.
    case notCompared(with: String, [String])
  }

  /// The environment, or both: `staging → production`; nil for the base alone.
  let name: String?
  let outcome: Outcome

  var differs: Bool {
    switch outcome {
    case .compared(let difference): !difference.isEmpty
    case .isNew, .isGone, .notCompared: true
    }
  }
}
