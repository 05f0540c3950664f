extension Diagnostic.FixIt {
  /// Returns a fix-it that asks whether another name was meant, and replaces it.
  ///
  /// - Parameters:
  ///   - candidate: The name that was probably meant.
  ///   - span: The text to replace; nil if there is none.
  ///   - replacement: The new text, if it is more than the candidate itself.
  /// - Returns: The fix-it.
  package static func didYouMean(
    _ candidate: String,
    replacing span: SourceSpan?,
    with replacement: String? = nil
  ) -> Self {
    let edits = span.map { [TextEdit($0, replacement ?? candidate)] } ?? []
    return Self("did you mean `\(candidate)`?", edits: edits)
  }

  /// Asks whether one of several names was meant, and offers to write the first; nil without names.
  package static func didYouMean(
    anyOf candidates: [String],
    replacing span: SourceSpan?
  ) -> Self? {
    guard let best = candidates.first else { return nil }
    var fixIt = didYouMean(best, replacing: span)
    fixIt.message = "did you mean \(quotedList(candidates, joinedBy: "or"))?"
    return fixIt
  }
}

extension Diagnostic.Label {
  /// One numbered label for each step of a cycle; the last says that it closes the cycle.
  package static func cycle(_ steps: [(place: SourcePlace, fact: String)]) -> [Self] {
    steps.enumerated().map { index, step in
      let isClosing = index == steps.count - 1 && steps.count > 1
      return Self(
        step.place, "\(index + 1). \(step.fact)\(isClosing ? ", closing the cycle" : "")")
    }
  }
}

/// Whether the near misses of a name leave no doubt which of a closed list of names was meant.
///
/// Exactly one must be similar, and the two must not differ in a number: for `S3Store`, where only
/// `S2Store` is known, a typing error is not certain.
package func leaveNoDoubt(_ near: [String], about name: String) -> Bool {
  func digits(_ text: String) -> [UInt8] { text.utf8.filter { $0 >= 0x30 && $0 <= 0x39 } }
  return near.count == 1 && digits(near[0]) == digits(name)
}

/// Returns names in backticks as a list in words: `a`, `a` and `b`, or `a`, `b`, and `c`.
package func quotedList(_ names: [String], joinedBy conjunction: String = "and") -> String {
  let quoted = names.map { "`\($0)`" }
  switch quoted.count {
  case 0: return ""
  case 1: return quoted[0]
  case 2: return "\(quoted[0]) \(conjunction) \(quoted[1])"
  default:
    return quoted.dropLast().joined(separator: ", ") + ", \(conjunction) \(quoted.last ?? "")"
  }
}
