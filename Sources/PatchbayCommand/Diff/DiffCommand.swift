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
      DiffOption.environments, DiffOption.from, DiffOption.to, DiffOption.since,
      DiffOption.against, exitCode, format,
    ],
    exclusive: [
      [DiffOption.from, DiffOption.since, DiffOption.against],
      [DiffOption.from, DiffOption.environments],
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
    invocation.output.result(try invocation[format].write(report, invocation))
    return invocation[exitCode] && report.differs ? ExitCode.differs : ExitCode.success
  }

  private static let exitCode = CommandOption(
    "--exit-code", summary: "exit with 1 where something differs, or could not be compared")
  private static let format = CommandOption<Format<DiffReport>>(formats: [
    Format("text") { report, invocation in report.text(invocation.output.presentation) },
    Format("json") { report, _ in report.json },
  ])
}

/// The options that decide what is compared.
enum DiffOption {
  static let environments = CommandOption(
    "--environment", values: .environment,
    summary: "compare this environment only; may be given several times")
  static let from = CommandOption(
    "--from", value: .environment, summary: "compare this environment, with --to")
  static let to = CommandOption(
    "--to", value: .environment, summary: "the environment that --from is compared with")
  static let since = CommandOption(
    "--since", value: "REVISION", summary: "compare with a revision of git, such as main")
  static let against = CommandOption(
    "--against", value: .file,
    summary: "compare with a root file, or with that of the same name in a folder")
}

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
