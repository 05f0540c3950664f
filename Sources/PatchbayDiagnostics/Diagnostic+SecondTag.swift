extension Diagnostic {
  /// The same diagnostic, with each edit that writes a YAML tag in place of one that stands there: a
  /// value has at most one, and `! !ref mailer` would be the next error.
  var withoutSecondTags: Diagnostic {
    guard
      fixIts.contains(where: {
        $0.edits.contains { $0.replacement.utf8.first == UInt8(ascii: "!") }
      })
    else { return self }
    var copy = self
    for fixIt in copy.fixIts.indices {
      for edit in copy.fixIts[fixIt].edits.indices {
        let (span, text) = (
          copy.fixIts[fixIt].edits[edit].span, copy.fixIts[fixIt].edits[edit].replacement
        )
        guard text.utf8.first == UInt8(ascii: "!"), let tag = span.precedingTag else { continue }
        copy.fixIts[fixIt].edits[edit] = TextEdit(
          SourceSpan(span.file, tag.lowerBound..<span.range.upperBound), text)
        // Only these two say nothing.
        let written = String(decoding: span.file.bytes[tag], as: UTF8.self)
        if written != "!", written != "!!str" { copy.fixIts[fixIt].isCertain = false }
      }
    }
    return copy
  }
}

extension SourceSpan {
  /// The YAML tag directly before the span, in its line; nil if there is none.
  fileprivate var precedingTag: Range<Int>? {
    let bytes = file.bytes
    var end = range.lowerBound
    while end > 0, bytes[end - 1].isBlank { end -= 1 }
    guard end < range.lowerBound, end > 0 else { return nil }
    var start = end
    // `!<tag:yaml.org,2002:str>` contains a comma.
    if bytes[end - 1] == UInt8(ascii: ">") {
      while start > 0, bytes[start - 1] != UInt8(ascii: "<"), !bytes[start - 1].isBlank {
        start -= 1
      }
    }
    let borders = Array(" \t\r\n[{,:".utf8)
    while start > 0, !borders.contains(bytes[start - 1]) { start -= 1 }
    // In `!!str` no border stands between the signs.
    return start < end && bytes[start] == UInt8(ascii: "!") ? start..<end : nil
  }
}
