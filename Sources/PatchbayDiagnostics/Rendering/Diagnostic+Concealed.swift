extension Diagnostic {
  /// The same diagnostic over texts that hide the secrets it reports.
  ///
  /// A `literal-secret` points at a value that is not marked yet; showing its line would write the
  /// secret to the log of every CI run.
  var concealed: Diagnostic { [self].concealed[0] }

  /// Returns the same diagnostic over a text that hides one more place.
  package func concealing(_ secret: SourceSpan) -> Diagnostic {
    var files = ConcealedFiles()
    files.hide([secret])
    return files.move(self)
  }

  /// The place of a secret that is not marked.
  fileprivate var unmarkedSecret: SourceSpan? {
    code == .literalSecret ? labels.first?.place.span : nil
  }
}

extension Collection<Diagnostic> {
  /// The same diagnostics over texts that hide the secrets any of them reports: another error on
  /// the line of an unmarked password must not show it either.
  package var concealed: [Diagnostic] {
    let secrets = compactMap(\.unmarkedSecret)
    guard !secrets.isEmpty else { return Array(self) }
    var files = ConcealedFiles()
    files.hide(secrets)
    // First all that any of them hides, so that each hides it.
    for diagnostic in self { _ = files.move(diagnostic) }
    return map { files.move($0) }
  }
}

extension Diagnostic.FixIt {
  /// Whether an edit replaces a part of a secret: the new text may repeat the rest of it.
  var hasSecret: Bool { edits.contains(where: \.span.isRedacted) }
}
