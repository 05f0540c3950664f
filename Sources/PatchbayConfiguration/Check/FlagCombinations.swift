import PatchbayCore
import PatchbayDiagnostics

/// The combinations of unknown flags that are checked.
struct FlagCombinations {
  private let flags: [UnknownFlag]
  let all: [[String: Bool?]]
  let areComplete: Bool
  /// The most combinations of an environment.
  private static let most = 16
  /// The most flags of which each is tried alone.
  private static let mostAlone = 64

  init(_ flags: [UnknownFlag]) {
    self.flags = flags
    var product: [[String: Bool?]] = [[:]]
    for flag in flags where product.count <= Self.most {
      product = product.flatMap { known in
        flag.states.map { state in known.merging([flag.reference: state]) { $1 } }
      }
    }
    areComplete = product.count <= Self.most
    if areComplete {
      all = product
    } else {
      func with(_ isOn: Bool) -> [String: Bool?] {
        Dictionary(uniqueKeysWithValues: flags.map { ($0.reference, isOn) })
      }
      // Each costs as much as the check itself.
      all =
        [with(true), with(false)]
        + flags.prefix(Self.mostAlone).map { with(true).merging([$0.reference: false]) { $1 } }
    }
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
    .note("checked are all on, all off, and each one off")
    .fix("use environments, or overlays, for what belongs together")
  }
}
