public import PatchbayCore
public import PatchbayDiagnostics

/// How the files of a configuration differ from the wiring that was made of them.
///
/// Files can change while a program runs: a deployment writes them before it restarts the program, or somebody edits
/// them on the machine. Nothing is loaded again by that.
public enum WiringDrift: Sendable {
  /// The files have the wiring that runs.
  case none
  /// The files are valid, and have another wiring, which a restart would give.
  case changed(WiringDifference)
  /// The files have mistakes: a restart would fail.
  case invalid(DiagnosticsError)
}

extension Container {
  /// Compares the wiring that runs with the files as they are now; loads nothing into this container.
  ///
  /// ```swift
  /// print(container.drift())  // the files have another wiring: 1 replaced, 2 values changed; they are valid
  /// ```
  ///
  /// The files are read and checked as at the start: with the same environment, overlays, variables, modules,
  /// `parameters:` and catalog. A file that `$(file:…)` reads counts by a digest of its text. Overrides do not count. A container that was wired in Swift alone, and one whose
  /// configuration is a text of the program, has no files, and so no drift.
  ///
  /// May be called from any thread. The cost is that of three loads and a comparison of two models, which
  /// takes as long as a dozen: 10,000 services take a second. A program that never asks keeps what its overlays contained, and pays nothing else.
  public func drift() -> WiringDrift {
    guard let origin = plan.origin as? PlanOrigin else { return .none }
    do throws(DiagnosticsError) {
      guard let now = try origin.readAgain() else { return .none }
      // With values, a load finds more than a model does.
      let restarted = try now.plan(parent: plan.parent).origin as? PlanOrigin
      let texts = restarted?.fileTexts ?? [:]
      let files = origin.fileTexts.filter { texts[$0.key] != nil && texts[$0.key] != $0.value }
      let (old, new) = (try origin.model(parent: plan.parent), try now.model(parent: plan.parent))
      let difference = WiringDifference(
        from: ComparedWiring(old), to: ComparedWiring(new), files: files.keys.sortedByBytes { $0 })
      return difference.isEmpty ? .none : .changed(difference)
    } catch {
      return .invalid(error)
    }
  }
}

extension PlanOrigin {
  /// Returns the same inputs with the files as they are now; nil if there are none.
  fileprivate func readAgain() throws(DiagnosticsError) -> PlanOrigin? {
    let source = configuration.files.source
    guard source.path != nil else { return nil }
    return PlanOrigin(
      try ServiceConfiguration(source, settings: configuration.files.settings), request, catalog)
  }

  /// Returns the model of these inputs, with the files as they were read for the plan.
  fileprivate func model(parent: Plan?) throws(DiagnosticsError) -> WiringModel {
    var collector = DiagnosticCollector()
    let model = findings(parent: parent, into: &collector).model
    try collector.throwErrors()
    // There is a model exactly if there is no error.
    return model!
  }
}

extension WiringDrift: CustomStringConvertible {
  /// One line: `the files have another wiring: 2 values changed; they are valid`, or what a restart would fail with.
  public var description: String {
    switch self {
    case .none: return "the files have the wiring that runs"
    case .changed(let difference):
      return "the files have another wiring: \(difference.sentence); they are valid"
    case .invalid(let error):
      let place = error.diagnostics.first?.labels.first.map { ": \($0.place.displayName)" } ?? ""
      return "the files have mistakes, and a restart would fail\(place)"
    }
  }
}
