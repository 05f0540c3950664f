/// Collects the diagnostics of a load, so that all are reported at once.
///
/// Every stage has the form `step(input, into: &collector) -> Output?` and continues with the valid
/// parts after it has reported the invalid ones.
package struct DiagnosticCollector: Sendable {
  /// All diagnostics, in the order in which they were added.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Where each of them is, by its hash. No set, because most collectors stay empty: to release an empty one, a
  /// program would look up the metadata of it, which costs 300,000 instructions at each start.
  private var index = TextIndex()
  /// The shared budget of all diagnostics' suggestions.
  package let hints: HintBudget

  /// Creates an empty collector, with a budget that others may share.
  package init(hints: HintBudget = HintBudget()) { self.hints = hints }

  /// Adds a diagnostic, unless the same one was added before.
  package mutating func add(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.doubtRepeatedText()
    diagnostic.nameUnusualSpaces()
    let hash = UInt32(truncatingIfNeeded: diagnostic.hashValue)
    guard index.position(of: hash, where: { diagnostics[$0] == diagnostic }) == nil else { return }
    index.insert(diagnostics.count, hash: hash)
    diagnostics.append(diagnostic)
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  /// The errors, sorted by place.
  package var errors: [Diagnostic] { sorted(.error) }
  /// The warnings, sorted by place.
  package var warnings: [Diagnostic] { sorted(.warning) }

  private func sorted(_ severity: Severity) -> [Diagnostic] {
    // Nearly always there are none, and sorting would cost time at every startup.
    guard !diagnostics.isEmpty else { return [] }
    return diagnostics.filter { $0.severity == severity }.sortedByPlace()
  }

  /// Throws all errors at once, sorted by place, if there is one.
  package func throwErrors() throws(DiagnosticsError) {
    if let error = DiagnosticsError(errors) { throw error }
  }
}

extension Sequence<Diagnostic> {
  /// Returns the diagnostics in the order in which the texts were named, then by offset: the same
  /// for the same input in every process.
  package func sortedByPlace() -> [Diagnostic] {
    inStableOrder { $0.sortKey < $1.sortKey }
  }

  /// The errors before the warnings, each sorted by place.
  package var errorsFirst: [Diagnostic] {
    let sorted = sortedByPlace()
    return sorted.filter { $0.severity == .error } + sorted.filter { $0.severity == .warning }
  }
}

extension [Diagnostic] {
  /// Returns some of the positions in the order of their places.
  func positionsByPlace(among positions: [Int]) -> [Int] {
    positions.inStableOrder { self[$0].sortKey < self[$1].sortKey }
  }
}

extension Diagnostic {
  /// Makes every fix-it uncertain that edits a text which an alias repeats elsewhere: the edit may be
  /// wrong there.
  fileprivate mutating func doubtRepeatedText() {
    for index in fixIts.indices where fixIts[index].isCertain {
      fixIts[index].isCertain = !fixIts[index].edits.contains { edit in
        edit.span.file.repeated.hasOverlap(with: edit.span.range)
      }
    }
  }

  fileprivate var sortKey: (String, Int, Int) {
    switch labels.first?.place {
    case .span(let span): (span.file.name, span.range.lowerBound, span.range.upperBound)
    case .file(let name): (name, -1, 0)
    case .swift(let location): (location.fileID, location.line, 0)
    case nil: ("", 0, 0)
    }
  }
}
