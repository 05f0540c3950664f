/// Collects the diagnostics of a load, so that all are reported at once.
///
/// Every stage has the form `step(input, into: &collector) -> Output?` and continues with the valid
/// parts after it has reported the invalid ones.
package struct DiagnosticCollector: Sendable {
  /// All diagnostics, in the order in which they were added.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Where each of them is, by its hash: most collectors stay empty, and releasing an empty set needs its metadata.
  private var index = TextIndex()

  /// Creates an empty collector.
  package init() {}

  /// Adds a diagnostic, unless the same one was added before.
  package mutating func add(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.doubtRepeatedText()
    diagnostic.nameUnusualCharacters()
    diagnostic.nameImport()
    let hash = UInt32(truncatingIfNeeded: diagnostic.hashValue)
    guard index.position(of: hash, where: { diagnostics[$0] == diagnostic }) == nil else { return }
    index.insert(diagnostics.count, hash: hash)
    diagnostics.append(diagnostic)
  }

  /// Adds the diagnostics of a stage that reads values as their types.
  ///
  /// A text that looks like an interpolation and cannot be read as its type is one mistake: the error takes the place
  /// of the warning, with what that proposes to write.
  package mutating func add(typed stage: [Diagnostic]) {
    var warnings: [SourceSpan: Int] = [:]
    if stage.contains(where: { $0.code == .argumentType }) {
      for (position, diagnostic) in diagnostics.enumerated()
      where diagnostic.code == .suspiciousInterpolation {
        if let span = diagnostic.labels.first?.place.span { warnings[span] = position }
      }
    }
    for diagnostic in stage {
      guard diagnostic.code == .argumentType, !warnings.isEmpty,
        let position = diagnostic.labels.first?.place.span?.withoutQuotes
          .compactMap({ warnings[$0] }).first
      else {
        add(diagnostic)
        continue
      }
      // The further fix keeps the text, which is no value of the type.
      let meant = diagnostic.fixes(Array(diagnostics[position].fixIts.prefix(1)))
      if diagnostics[position].code == .suspiciousInterpolation {
        diagnostics[position] = meant
        index.insert(position, hash: UInt32(truncatingIfNeeded: meant.hashValue))
      } else {
        add(diagnostic)
      }
    }
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

extension SourceSpan {
  /// The span, and the one inside its quotes.
  fileprivate var withoutQuotes: [SourceSpan] {
    guard range.count > 2 else { return [self] }
    return [self, SourceSpan(file, range.lowerBound + 1..<range.upperBound - 1)]
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

  /// Adds a note with the import of the file that an error is in; a cycle shows all imports.
  fileprivate mutating func nameImport() {
    guard severity == .error, code != .importCycle,
      let place = labels.first?.place.span?.file.importedAt
    else { return }
    let start = place.start
    let note = "imported at \(place.file.name):\(start.line):\(start.column)"
    if !notes.contains(note) { notes.append(note) }
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

/// An error that contains all diagnostics of a step, at least one of them an error.
public struct DiagnosticsError: Error, Sendable {
  /// The diagnostics, sorted by place; at least one is an error.
  public let diagnostics: [Diagnostic]
  /// The error that a factory of the program threw; nil otherwise.
  public let underlying: (any Error)?
  /// Whether it comes from a request to a container, and not from a load.
  package var isOfRequest = false

  /// Wraps diagnostics; returns nil if none of them is an error.
  package init?(_ diagnostics: [Diagnostic], underlying: (any Error)? = nil) {
    guard diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    self.diagnostics = diagnostics
    self.underlying = underlying
  }

  /// Wraps a single error.
  package init(_ diagnostic: Diagnostic, underlying: (any Error)? = nil) {
    var diagnostic = diagnostic
    diagnostic.severity = .error
    self.diagnostics = [diagnostic]
    self.underlying = underlying
  }

  /// Returns the error with changed diagnostics, whose severities are the same.
  package func changed(_ diagnostics: [Diagnostic]) -> DiagnosticsError {
    var copy = DiagnosticsError(diagnostics, underlying: underlying) ?? self
    copy.isOfRequest = isOfRequest
    return copy
  }

  /// The codes of the diagnostics, in their order.
  public var codes: [DiagnosticCode] { diagnostics.map(\.code) }
}

extension DiagnosticsError: SafelyMirrored {
  /// The diagnostics, and the type alone of the error of a factory: its texts may contain secrets.
  package var mirrored: KeyValuePairs<String, Any> {
    ["diagnostics": diagnostics, "underlying": underlying.map { "\(type(of: $0))" } ?? "nil"]
  }
}

extension Diagnostic {
  /// Returns the error of a request that contains this diagnostic alone, and the error of a factory
  /// that caused it.
  package func asError(from underlying: (any Error)? = nil) -> DiagnosticsError {
    var error = DiagnosticsError(self, underlying: underlying)
    error.isOfRequest = true
    return error
  }
}
