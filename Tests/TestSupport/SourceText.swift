package import PatchbayDiagnostics

/// A text whose lines are given by number; the others are comments.
package func sourceText(_ lines: [Int: String]) -> SourceFile {
  sourceText("Config/services.yaml", lines)
}

package func sourceText(_ name: String, _ lines: [Int: String]) -> SourceFile {
  let last = lines.keys.max() ?? 0
  let text = (1..<(last + 1)).map { (lines[$0] ?? "# \($0)") + "\n" }.joined()
  return sourceText(text, name: name)
}

package func sourceText(
  _ text: String,
  name: String = "Config/services.yaml",
  redacted: [String] = [],
  swift: SwiftLocation? = nil
) -> SourceFile {
  let plain = SourceFile(name: name, bytes: Array(text.utf8))
  let redactions = redacted.compactMap { secret -> Range<Int>? in plain.find(secret, from: 0) }
  return SourceFile(
    name: name, bytes: Array(text.utf8), swiftLocation: swift, redactions: redactions)
}

extension SourceFile {
  /// The offsets of the first occurrence at or after an offset.
  package func find(_ text: String, from start: Int) -> Range<Int>? {
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return nil }
    for offset in start..<(bytes.count - wanted.count + 1)
    where bytes[offset] == wanted.first
      && bytes[offset..<(offset + wanted.count)].elementsEqual(wanted)
    {
      return offset..<(offset + wanted.count)
    }
    return nil
  }

  /// The span of the first occurrence in a line.
  package func span(_ line: Int, _ text: String) -> SourceSpan {
    SourceSpan(self, find(text, from: lineRange(line).lowerBound) ?? 0..<0)
  }

  package func label(_ line: Int, _ text: String, _ message: String = "") -> Diagnostic.Label {
    Diagnostic.Label(.span(span(line, text)), message)
  }
}
