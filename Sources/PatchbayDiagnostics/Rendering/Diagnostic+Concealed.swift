extension Diagnostic {
  /// The same diagnostic over texts that hide what it calls a secret.
  ///
  /// A `literal-secret` points at a value that nobody has marked yet; showing the line as it is would
  /// carry the secret into the log of every CI run.
  var concealed: Diagnostic {
    guard code == .literalSecret, let secret = labels.first?.place.span else { return self }
    return concealing(secret)
  }

  /// The same diagnostic over a text that hides one more place.
  package func concealing(_ secret: SourceSpan) -> Diagnostic {
    let file = secret.file
    let redactions = file.redactions.filter { !$0.overlaps(secret.range) } + [secret.range]
    let hidden = SourceFile(
      name: file.name,
      bytes: file.bytes,
      swiftLocation: file.swiftLocation,
      path: file.path,
      redactions: redactions.sorted { $0.lowerBound < $1.lowerBound },
      repeated: file.repeated
    )
    func move(_ span: SourceSpan) -> SourceSpan {
      span.file == file ? SourceSpan(hidden, span.range) : span
    }
    var copy = self
    for index in copy.labels.indices {
      guard let span = copy.labels[index].place.span else { continue }
      copy.labels[index].place = .span(move(span))
    }
    for index in copy.fixIts.indices {
      copy.fixIts[index].edits = copy.fixIts[index].edits.map {
        Edit(move($0.span), $0.replacement)
      }
    }
    return copy
  }
}
