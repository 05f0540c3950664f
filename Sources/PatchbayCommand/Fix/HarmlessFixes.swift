package import PatchbayDiagnostics
import PatchbayYAML

extension FixItApplier {
  /// Applies the certain fix-its of diagnostics, but for those after which a file cannot be read any more.
  ///
  /// Each fix-it is right by itself. Two may not be together, and a fix-it looks at its own lines only: in
  ///
  ///     services: {
  ///       a: { type: A }
  ///     }
  ///     b: { type: B }
  ///
  /// a `b` that is indented would follow a closed brace. So all are tried at once; if a file is then worse, the halves
  /// are tried, down to the fix-its that make it worse.
  package init(harmless diagnostics: [Diagnostic]) {
    var trials = Self.mostTrials
    self.init(Self.harmless(diagnostics[...], with: [], &trials))
  }

  /// After so many trials no more fix-its are looked for: the next round finds them. Each trial reads the
  /// changed files, and five wrong fix-its among a thousand need about a hundred.
  private static let mostTrials = 128

  private static func harmless(
    _ diagnostics: ArraySlice<Diagnostic>, with chosen: [Diagnostic], _ trials: inout Int
  ) -> [Diagnostic] {
    guard trials > 0, !diagnostics.isEmpty else { return chosen }
    trials -= 1
    if !FixItApplier(chosen + diagnostics).changes.contains(where: \.makesWorse) {
      return chosen + diagnostics
    }
    guard diagnostics.count > 1 else { return chosen }
    let middle = diagnostics.startIndex + diagnostics.count / 2
    let first = harmless(diagnostics[..<middle], with: chosen, &trials)
    return harmless(diagnostics[middle...], with: first, &trials)
  }
}

extension FixItApplier.Change {
  /// Whether the new text has an error of YAML, or a key that occurs twice, which the old one did not have.
  ///
  /// In a text that could not be read before, the next error may come to light.
  fileprivate var makesWorse: Bool {
    let before = Self.errors(file.name, file.bytes)
    guard before[.yamlSyntax] == nil else { return false }
    return Self.errors(file.name, bytes).contains { $0.value > before[$0.key, default: 0] }
  }

  /// Counts the errors of a text that its parser finds.
  private static func errors(_ name: String, _ bytes: [UInt8]) -> [DiagnosticCode: Int] {
    var collector = DiagnosticCollector()
    _ = YAMLDocument.parse(name: name, bytes: bytes, into: &collector)
    return collector.diagnostics.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
  }
}
