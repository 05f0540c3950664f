/// Copies of texts that hide more than their own redactions.
///
/// Two copies of one text may hide different places: what either hides stays hidden.
struct ConcealedFiles: Sendable {
  private var copies: [SourceFile: SourceFile] = [:]
  /// The redactions that each copy has taken over, so that each is compared by identity first.
  private var known: [SourceFile: [[Range<Int>]]] = [:]

  var isEmpty: Bool { copies.isEmpty }

  /// Hides the text of places.
  mutating func hide(_ places: [SourceSpan]) {
    for (file, spans) in Dictionary(grouping: places, by: \.file) {
      copies[file] = (copies[file] ?? file).hiding(spans.map(\.range))
      for span in spans { learn(span.file) }
    }
  }

  /// Returns a diagnostic over the copies, after its own redactions are taken over.
  mutating func move(_ diagnostic: Diagnostic) -> Diagnostic {
    var copy = diagnostic
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

  private mutating func move(_ span: SourceSpan) -> SourceSpan {
    guard copies[span.file] != nil else { return span }
    learn(span.file)
    return copies[span.file].map { SourceSpan($0, span.range) } ?? span
  }

  private mutating func learn(_ file: SourceFile) {
    let redactions = file.redactions
    guard !(known[file] ?? []).contains(redactions) else { return }
    known[file, default: []].append(redactions)
    copies[file] = copies[file]?.hiding(redactions)
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
