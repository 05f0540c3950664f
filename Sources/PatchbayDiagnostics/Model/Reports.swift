/// The diagnostics of one stage, and what adds advice to each: similar names, other environments, what was
/// probably meant.
///
/// Advice is added when the stage is over and all names are known, and only to the first hundred by place,
/// as many as a report shows. A search compares one name with all others, so that a load stays linear,
/// however many mistakes it has.
package struct Reports<Context> {
  /// Returns a diagnostic with advice.
  package typealias Advice = (_ diagnostic: Diagnostic, _ context: Context) -> Diagnostic

  private var all: [(diagnostic: Diagnostic, advice: Advice?)] = []

  /// Creates an empty list.
  package init() {}

  package private(set) var hasErrors = false

  /// Adds a diagnostic, and what adds advice to it.
  package mutating func add(_ diagnostic: Diagnostic, advice: Advice? = nil) {
    if diagnostic.severity == .error { hasErrors = true }
    all.append((diagnostic, advice))
  }

  /// Returns the diagnostics in the order in which they were added, the first by place with advice.
  package func advised(by context: Context) -> [Diagnostic] {
    // Nearly always: what searches an array would cost a program 200,000 instructions at its first load.
    if all.count == 0 { return [] }
    var diagnostics = all.map(\.diagnostic)
    let open = all.indices.filter { all[$0].advice != nil }
    let shown = open.count <= Self.mostAdvised ? open : diagnostics.positionsByPlace(among: open)
    WorkMeter.advising {
      for index in shown.prefix(Self.mostAdvised) {
        if let advice = all[index].advice {
          diagnostics[index] = advice(diagnostics[index], context)
        }
      }
    }
    return diagnostics
  }

  /// As many diagnostics as a report shows.
  private static var mostAdvised: Int { 100 }
}
