package import PatchbayConfiguration
package import PatchbayCore
package import PatchbayDiagnostics

extension DotEnvFile {
  /// Checks the variables of the file against what an environment reads: reports each that is missing
  /// or cannot be read, and names that are near to those. No diagnostic shows a value.
  package func check(
    against requirements: ExternalRequirements, into collector: inout DiagnosticCollector
  ) {
    let last = Dictionary(last: assignments.map { ($0.name, $0) })
    for variable in requirements.variables {
      let assignment = last[variable.name]
      var variable = variable
      variable.readers.removeAll { reader in
        // A default takes the place of an empty text, too, unless it follows `??`.
        (reader.hasDefault || variable.fallback != nil)
          && assignment.map { $0.value.isEmpty && !reader.keepsEmpty } ?? true
          || reader.unless.contains { !$0.holds { last[$0]?.value } }
      }
      if variable.readers.isEmpty { continue }
      if let assignment {
        let emptied = variable.readers.filter { !$0.keepsEmpty }
        if assignment.value.isEmpty, !emptied.isEmpty {
          variable.readers = emptied
          collector.add(missing(variable, emptyAt: assignment.span))
        } else {
          check(assignment, variable, into: &collector)
        }
      } else if isComplete {
        // The part that was not read might set it.
        collector.add(missing(variable))
      }
    }
    reportNearNames(requirements, Set(last.keys), into: &collector)
  }

  /// Warns where the file selects an environment that a configuration does not have, or none of those that are
  /// checked.
  func checkSelection(
    among known: [String], checked: [String?], into collector: inout DiagnosticCollector
  ) {
    let selection = assignments.last { $0.name == Invocation.environmentVariable }
    guard let selection, !selection.value.isEmpty, !checked.contains(selection.value) else {
      return
    }
    let isKnown = known.contains(selection.value)
    let warning = Diagnostic(
      .unknownEnvironment,
      isKnown
        ? "the file selects the environment `\(selection.value)`, which is not checked"
        : "the file selects an environment that the configuration does not have",
      at: selection.span, "selects it"
    )
    .asWarning
    collector.add(
      isKnown
        ? warning.fix("check `\(selection.value)`, or set `\(selection.name)` to what is checked")
        : warning.note(known.isEmpty ? "it has none" : "it has \(known.someQuoted())")
          .fix(.didYouMean(anyOf: nearWords(of: selection.value, among: known), replacing: nil)))
  }

  /// Returns the error of a variable that the file does not set, or sets to an empty text.
  private func missing(
    _ variable: ExternalRequirements.Variable, emptyAt empty: SourceSpan? = nil
  ) -> Diagnostic {
    Diagnostic(
      .missingEnvironmentVariable,
      "the environment variable `\(variable.name)` is \(empty == nil ? "not set" : "empty")",
      at: empty.map { .span($0) } ?? .file(file.name), empty == nil ? "not set here" : "empty here"
    )
    .readers(variable.readers.prefix(Self.mostReaders))
    .fix(empty == nil ? .init("set it: `\(variable.name)=…`") : .meaningOfEmpty(variable.name))
  }

  /// The readers that a diagnostic shows.
  private static let mostReaders = 3

  private func check(
    _ assignment: Assignment, _ variable: ExternalRequirements.Variable,
    into collector: inout DiagnosticCollector
  ) {
    let refusing = variable.readers.filter { !$0.accepts(assignment.value) }
    guard let first = refusing.first else { return }
    let expectations = refusing.map { $0.mustBe(isSecret: variable.isSecret) }.uniqued
    collector.add(
      Diagnostic(
        .argumentType,
        "the environment variable `\(variable.name)` must be \(expectations.joined(separator: ", and "))"
          + " (the value is not shown)",
        at: assignment.span,
        first.pattern == nil ? "expected `\(first.type)`" : "does not fit"
      )
      .note(ScalarCorrection.unshownFact(assignment.value))
      .readers(refusing.prefix(Self.mostReaders)))
  }

  private func reportNearNames(
    _ requirements: ExternalRequirements, _ set: Set<String>,
    into collector: inout DiagnosticCollector
  ) {
    let known = Set(requirements.variables.map(\.name))
    let unset = requirements.variables.map(\.name).filter { !set.contains($0) }
    guard !unset.isEmpty else { return }
    // As many as a report shows: each is compared with all variables.
    let unknown = assignments.filter { !known.contains($0.name) }.uniqued(by: \.name).prefix(100)
    for assignment in unknown {
      let near = nearMisses(of: assignment.name, in: unset)
      guard !near.isEmpty else { continue }
      collector.add(
        Diagnostic(
          .unknownVariable, "nothing reads the environment variable `\(assignment.name)`",
          at: assignment.span, "not read"
        )
        .asWarning.fix(.didYouMean(anyOf: near, replacing: assignment.span)))
    }
  }
}

extension Diagnostic {
  /// Returns the diagnostic with the places that read a variable; without the text of those around
  /// which a secret is.
  fileprivate func readers(_ readers: ArraySlice<ExternalRequirements.Reader>) -> Diagnostic {
    readers.reduce(self) { diagnostic, reader in
      let fact = "read by \(reader.subject)"
      return reader.isSecret
        ? diagnostic.note("\(fact) at \(reader.place.displayName)")
        : diagnostic.label(reader.place, fact)
    }
  }
}

extension ExternalRequirements.Reader {
  /// What the text must be, as the end of "must be …".
  fileprivate func mustBe(isSecret: Bool) -> String {
    guard let pattern else { return expectation }
    // The text around a secret may be one, too.
    let whole = isSecret ? "the whole text" : "`\(pattern)`"
    return "such that \(whole) is \(expectation)"
  }
}
