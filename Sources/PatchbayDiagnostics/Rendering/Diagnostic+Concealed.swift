extension Diagnostic {
  /// The same diagnostic over texts that hide the secrets it reports.
  ///
  /// A `literal-secret` points at a value that is not marked yet; showing its line would write the
  /// secret to the log of every CI run.
  var concealed: Diagnostic { [self].concealed[0] }

  /// Returns the same diagnostic over a text that hides one more place.
  package func concealing(_ secret: SourceSpan) -> Diagnostic {
    moved([secret.file: secret.file.hiding([secret.range])])
  }

  /// The place of a secret that is not marked.
  fileprivate var unmarkedSecret: SourceSpan? {
    code == .literalSecret ? labels.first?.place.span : nil
  }

  /// Returns the same diagnostic over other copies of the texts.
  func moved(_ copies: [SourceFile: SourceFile]) -> Diagnostic {
    func move(_ span: SourceSpan) -> SourceSpan {
      copies[span.file].map { SourceSpan($0, span.range) } ?? span
    }
    var copy = self
    for index in copy.labels.indices {
      guard let span = copy.labels[index].place.span else { continue }
      copy.labels[index].place = .span(move(span))
    }
    for index in copy.fixIts.indices {
      copy.fixIts[index].edits = copy.fixIts[index].edits.map {
        TextEdit(move($0.span), $0.replacement)
      }
    }
    return copy
  }
}

extension Collection<Diagnostic> {
  /// The same diagnostics over texts that hide the secrets any of them reports: another error on
  /// the line of an unmarked password must not show it either.
  package var concealed: [Diagnostic] {
    let secrets = compactMap(\.unmarkedSecret)
    guard !secrets.isEmpty else { return Array(self) }
    let copies = Dictionary(grouping: secrets, by: \.file)
      .map { file, places in (file, file.hiding(places.map(\.range))) }
    let byFile = Dictionary(uniqueKeysWithValues: copies)
    return map { $0.moved(byFile) }
  }
}

extension SourceFile {
  /// Returns the same text with additional ranges that must never be shown.
  func hiding(_ ranges: [Range<Int>]) -> SourceFile {
    var hidden: [Range<Int>] = []
    for range in (redactions + ranges).inStableOrder(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = hidden.last, range.lowerBound < last.upperBound {
        hidden[hidden.count - 1] =
          last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        hidden.append(range)
      }
    }
    return SourceFile(
      name: name, bytes: bytes, swiftLocation: swiftLocation, path: path, redactions: hidden,
      repeated: repeated)
  }
}
