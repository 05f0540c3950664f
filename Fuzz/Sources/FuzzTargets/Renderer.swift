import Patchbay
import PatchbayCommand

/// A diagnostic with any texts, at any places of any bytes, some of them hidden.
let fuzzRenderer: Target = { bytes in
  var input = bytes[...]
  func byte() -> Int { Int(input.popFirst() ?? 0) }
  func text() -> String {
    let count = byte()
    defer { input = input.dropFirst(count) }
    return String(decoding: input.prefix(count), as: UTF8.self)
  }
  let counts = (labels: byte() % 5, edits: byte() % 4, redactions: byte() % 4)
  let numbers = (0..<2 * (counts.labels + counts.edits + counts.redactions)).map { _ in
    byte() << 3 ^ byte()
  }
  let texts = (0..<3).map { _ in text() }
  let content = Array(input)
  var ranges = stride(from: 0, to: numbers.count, by: 2).map { index in
    let start = min(numbers[index], content.count)
    return start..<min(start + numbers[index + 1] % 300, content.count)
  }[...]
  let hidden = disjoint(ranges.prefix(counts.redactions))
  ranges = ranges.dropFirst(counts.redactions)
  let file = SourceFile(name: texts[0], bytes: content, redactions: hidden)
  if counts.labels % 2 != 0 { file.hide(Array(ranges.prefix(2))) }
  let labels = ranges.prefix(counts.labels).map { range in
    Diagnostic.Label(.span(SourceSpan(file, range)), texts[1])
  }
  let edits = ranges.dropFirst(counts.labels).map { range in
    TextEdit(SourceSpan(file, range), texts[2])
  }
  let diagnostic = Diagnostic(
    counts.labels % 2 == 0 ? .unknownType : .literalSecret, texts[2], labels: labels,
    notes: [texts[1]], fixIts: [.init(texts[0], edits: edits, suggestion: texts[1])])
  let rendered = TerminalRenderer().render([diagnostic])
  requireInert(rendered)
  require(rendered.utf8.count <= 4_096, "\(rendered.utf8.count) bytes")
  let coloured = TerminalRenderer(color: true).render([diagnostic])
  require(coloured.utf8.count < 65_536, "\(coloured.utf8.count) bytes with colours")
  for text in [OneLineRenderer().render([diagnostic]), CIReport.gitHub([diagnostic])] {
    requireInert(text)
  }
  for json in [JSONRenderer().render([diagnostic]), SARIFRenderer().render([diagnostic])] {
    require(json.utf8.allSatisfy { $0 < 0x7F }, "JSON that is not ASCII")
  }
}

private func disjoint(_ ranges: ArraySlice<Range<Int>>) -> [Range<Int>] {
  var result: [Range<Int>] = []
  for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
    if range.lowerBound >= result.last?.upperBound ?? 0 { result.append(range) }
  }
  return result
}

/// Nothing in a text acts on a terminal.
func requireInert(_ text: String) {
  for scalar in text.unicodeScalars where scalar != "\n" {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: fatalError("U+\(scalar.value) is shown")
    case .format where scalar.value != 0x200C && scalar.value != 0x200D:
      fatalError("U+\(scalar.value) is shown")
    default: break
    }
  }
}
