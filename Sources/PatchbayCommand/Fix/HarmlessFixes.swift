package import PatchbayDiagnostics
import PatchbayYAML

/// The certain fix-its of diagnostics, without those of files that would be worse with all of theirs.
///
/// Each fix-it is right by itself, but it looks at its own lines only: two of them together may write a key twice, or
/// indent a line that another one needs. Such a file keeps its text, and a person applies the fix-its one by one.
package struct HarmlessFixes {
  /// The changes of all other files.
  package private(set) var applier: FixItApplier
  /// A sentence for each file that keeps its text although it has certain fix-its.
  package private(set) var refusals: [String] = []

  package init(_ diagnostics: [Diagnostic]) {
    applier = FixItApplier(diagnostics)
    var rest = diagnostics
    // A fix-it is applied completely or not at all, so leaving out one of two files changes the other file, too.
    while true {
      let worse = applier.changes.filter(\.makesWorse).map(\.file)
      if worse.isEmpty { return }
      refusals += worse.map {
        "`\(DisplayText.line($0.name))` is not changed: its fixes together would cause a new error; "
          + "apply them one by one"
      }
      rest.removeAll { $0.certainFixIt?.edits.contains { worse.contains($0.span.file) } ?? false }
      applier = FixItApplier(rest)
    }
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
