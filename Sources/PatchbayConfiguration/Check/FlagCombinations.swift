import PatchbayCore
import PatchbayDiagnostics

/// The combinations of unknown flags that are checked: all on, all off, and each flag changed in both.
///
/// For up to three flags that have to be set, these are all.
struct FlagCombinations {
  private let flags: [UnknownFlag]
  let all: [[String: Bool?]]
  /// The most flags that are changed: each combination costs as much as the check itself.
  private static let mostChanged = 64

  init(_ flags: [UnknownFlag]) {
    self.flags = flags
    let equal = [true, false].map { isOn in
      Dictionary(uniqueKeysWithValues: flags.map { ($0.reference, Bool?.some(isOn)) })
    }
    let changed = flags.prefix(Self.mostChanged).flatMap { flag in
      equal.flatMap { known in
        flag.states.map { state in known.merging([flag.reference: state]) { $1 } }
      }
    }
    all = (equal + changed).uniqued
  }

  /// Whether there are no others.
  var areComplete: Bool {
    let count = flags.reduce(1) { min($0 * $1.states.count, all.count + 1) }
    return count == all.count
  }

  /// Returns the note on what has to be set for a diagnostic: the flags that all its combinations
  /// have in common, or else those of the first.
  func note(_ holding: [[String: Bool?]]) -> String {
    func state(_ flag: UnknownFlag, _ assumed: [String: Bool?]) -> String {
      let state = assumed[flag.reference] ?? nil
      return "`\(flag.reference)` is \(state.map { "`\($0)`" } ?? "not set")"
    }
    let common = flags.filter { flag in
      Set(holding.map { state(flag, $0) }).count == 1
    }
    let deciding = (common.isEmpty ? flags : common).prefix(4)
    return "found where " + deciding.map { state($0, holding[0]) }.joined(separator: " and ")
  }

  /// The warning that there are more combinations than were checked.
  var incomplete: Diagnostic {
    Diagnostic(
      .uncheckedShape,
      "\(flags.count) variables decide which services there are: not every combination is checked",
      at: flags[0].place, "one of them"
    )
    .asWarning
    .note("checked are all on, all off, and each one changed in both")
    .fix("use environments, or overlays, for what belongs together")
  }
}
