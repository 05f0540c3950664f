/// Gathers the diagnostics of a load, so that all are told at once.
///
/// Every stage has the form `step(input, into: &collector) -> Output?` and goes on with what is
/// healthy after it has reported what is not.
package struct DiagnosticCollector: Sendable {
  /// Everything that was added, in the order in which it was.
  package private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  /// What the hints of the diagnostics may cost together.
  package let hints: HintBudget
  /// Copies of texts that hide more than their own marks say.
  private var concealing: [SourceFile: SourceFile] = [:]

  /// Makes an empty collector.
  ///
  /// - Parameter hints: A budget that others may share.
  package init(hints: HintBudget = HintBudget()) { self.hints = hints }

  /// Adds a diagnostic; one that was added before is told once.
  package mutating func add(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic.doubtingRepeatedText.namingUnusualSpaces
    if !concealing.isEmpty { diagnostic = diagnostic.moved(concealing) }
    if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  /// Takes care that no diagnostic, added before or later, shows the text of a place.
  package mutating func hide(_ places: [SourceSpan]) {
    guard !places.isEmpty else { return }
    for (file, ranges) in Dictionary(grouping: places, by: \.file) {
      concealing[file] = (concealing[file] ?? file).hiding(ranges.map(\.range))
    }
    diagnostics = diagnostics.map { $0.moved(concealing) }
  }

  /// Whether an error is among them.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  /// The errors, sorted by place.
  package var errors: [Diagnostic] { sorted(.error) }
  /// The warnings, sorted by place.
  package var warnings: [Diagnostic] { sorted(.warning) }

  private func sorted(_ severity: Severity) -> [Diagnostic] {
    // Nearly always there are none, and to sort those would cost a program's start something too.
    guard !diagnostics.isEmpty else { return [] }
    return diagnostics.filter { $0.severity == severity }.sortedByPlace()
  }

  /// Throws all errors at once, sorted by place.
  ///
  /// - Throws: ``DiagnosticsError`` where at least one error was added.
  package func throwErrors() throws(DiagnosticsError) {
    if let error = DiagnosticsError(errors) { throw error }
  }
}

extension Sequence<Diagnostic> {
  /// In the order in which the texts were named, then by offset: the same for the same input in
  /// every process.
  package func sortedByPlace() -> [Diagnostic] {
    enumerated().sorted { left, right in
      let leftKey = left.element.sortKey
      let rightKey = right.element.sortKey
      if leftKey != rightKey { return leftKey < rightKey }
      return left.offset < right.offset
    }.map(\.element)
  }
}

extension Diagnostic {
  /// The same diagnostic, with no fix-it certain that edits what an alias repeats elsewhere: what is
  /// right here may be wrong there.
  fileprivate var doubtingRepeatedText: Diagnostic {
    func isRepeated(_ fixIt: FixIt) -> Bool {
      fixIt.isCertain
        && fixIt.edits.contains { edit in
          edit.span.file.repeated.contains { $0.overlaps(edit.span.range) }
        }
    }
    guard fixIts.contains(where: isRepeated) else { return self }
    var copy = self
    for index in copy.fixIts.indices where isRepeated(copy.fixIts[index]) {
      copy.fixIts[index].isCertain = false
    }
    return copy
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
