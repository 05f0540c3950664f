import Patchbay
import PatchbayDiagnostics

extension Subcommand {
  /// Applies the certain fix-its, and reports them, for `check --fix`.
  ///
  /// A fix may uncover further errors, so the files are checked again until there is nothing more
  /// to fix; the check that follows reports the rest.
  static func fix(_ invocation: Invocation, variables: [String: String]?) throws {
    // Each round fixes at least one error; 16 rounds are enough for any realistic file.
    for _ in 0..<16 {
      let fixes = HarmlessFixes(certainFixes(invocation, variables: variables))
      let applier = fixes.applier
      if applier.changes.isEmpty {
        // Each round refuses the same files, so that only the last one says it.
        for refusal in fixes.refusals { invocation.output.problem(refusal) }
        return
      }
      var changed: Set<SourceFile> = []
      // Applied changes are reported even if a later file is refused.
      defer {
        let repairs = applier.applied.filter { repair in
          repair.fixIt.edits.allSatisfy { changed.contains($0.span.file) }
        }
        report(repairs, invocation)
      }
      for change in applier.changes {
        let file = change.file
        try FileReplacement(
          path: file.path ?? file.name, name: file.name, expected: file.bytes, bytes: change.bytes
        ).perform()
        changed.insert(file)
      }
    }
  }

  /// Returns the diagnostics with a fix-it that is certain in every environment that reads the
  /// text.
  ///
  /// A text may be wrong for one environment and right for another: it is changed only if it is
  /// wrong in all of them, with the same fix in all.
  private static func certainFixes(
    _ invocation: Invocation, variables: [String: String]?
  ) -> [Diagnostic] {
    let configuration: ServiceConfiguration
    do throws(DiagnosticsError) {
      configuration = try invocation.configuration()
    } catch {
      // Reading failed: the result is the same for all environments.
      return error.diagnostics
    }
    var found: [Diagnostic] = []
    var reported: [Diagnostic] = []
    var certain: [String?: Set<Diagnostic.FixIt>] = [:]
    let all = [nil] + configuration.environments.map(Optional.some)
    for (index, environment) in all.enumerated() {
      invocation.progress?.show(index, of: all.count, environment ?? "the base alone")
      var collector = DiagnosticCollector()
      _ = invocation.check(
        configuration, Combination(environment: environment), variables: variables, into: &collector
      )
      reported += collector.diagnostics
      let fixable = collector.diagnostics.filter { $0.certainFixIt != nil }
      found += fixable
      certain[environment] = Set(fixable.compactMap(\.certainFixIt))
    }
    // What one environment knows to be secret, no fixed line shows.
    reported.hideInEqualFiles()
    // Each environment reports an error of the base: the answer is the same for all.
    var answers: [Diagnostic.FixIt: Bool] = [:]
    return found.sortedByPlace().filter { diagnostic in
      guard let fixIt = diagnostic.certainFixIt else { return false }
      if let answer = answers[fixIt] { return answer }
      let concerned = fixIt.edits.map { configuration.environments(containing: $0.span) }
      let environments =
        concerned.contains(nil)
        ? all : concerned.compactMap(\.self).reduce(into: []) { $0 += $1.map(Optional.some) }
      WorkMeter.count(environments.count)
      let answer = environments.allSatisfy { certain[$0]?.contains(fixIt) ?? false }
      answers[fixIt] = answer
      return answer
    }
  }

  private static func report(_ applied: [FixItApplier.AppliedFixIt], _ invocation: Invocation) {
    let format = invocation[checkFormat]
    for repair in applied.uniqued(by: \.fixIt) {
      if let text = format.writeFix?(repair, invocation) {
        invocation.output.result(text)
      } else if !invocation.isQuiet {
        // The standard output belongs to a program, which expects only the requested result.
        invocation.output.problem(repair.line)
      }
    }
  }
}

extension FixItApplier.AppliedFixIt {
  /// The fix on one line.
  var line: String {
    let place = fixIt.edits.first.map { SourcePlace.span($0.span).displayName + ": " } ?? ""
    return "\(place)fixed: \(DisplayText.line(diagnostic.message)) [\(diagnostic.code)]"
  }
}
