import PatchbayDiagnostics

// Errors with a code or with edits of their own.
extension SyntaxSite {
  /// Text after `...`, which libyaml rejects without a `---` before it.
  var secondDocument: Finding? {
    guard problem.message == "did not find expected <document start>",
      let above = contentLine(above: line(at: offset)), bytes[above].starts(with: "...".utf8)
    else { return nil }
    return .severalDocuments(at: word(from: offset))
  }

  /// A key of more than 1,024 characters, which libyaml does not accept as a key.
  var tooLongKey: Finding? {
    let longest = 1_024
    var key: Range<Int>?
    if problem.message == "could not find expected ':'", let start = problem.contextOffset {
      let line = bytes[start..<max(start, line(at: start).upperBound)]
      key = line.firstSeparator.map { start..<$0 }
    } else if isAt(":") {
      let before = bytes[line(at: offset).lowerBound..<offset]
      let start = before.lastIndex { ",[]{}".utf8.contains($0) }
      key = trimmed((start.map { $0 + 1 } ?? before.startIndex)..<offset)
    }
    guard let key, key.count > longest, !bytes[key].containsSeparator else { return nil }
    return Finding.tooLong(key, of: key.count, above: min(longest, limits.keyBytes))
      .note("YAML takes a longer key only behind `? `")
  }

  /// A space that YAML reads as text, where it needs a blank.
  var unusualBlanks: Finding? {
    let line = line(at: offset)
    let start = problem.contextOffset.map { min($0, bytes.count) }
    let word = bytes[line.lowerBound..<offset].lastIndex {
      isBlank($0) || ",[{".utf8.contains($0)
    }
    let parts = [
      start.map(self.line), start.map { $0..<self.line(at: $0).upperBound },
      word.map { $0 + 1..<offset }, contentLine(above: line), line,
    ]
    for part in parts {
      if let part, let finding = UnusualBlanks(in: bytes, part).findingForFile { return finding }
    }
    return nil
  }
}

extension Finding {
  static func severalDocuments(at range: Range<Int>) -> Finding {
    Finding(
      .severalDocuments, "the file holds more than one YAML document", at: range,
      "the second document begins here"
    )
    .fix("keep one document, and move the other to a file of its own")
  }

  static func tooLong(_ key: Range<Int>, of length: Int, above limit: Int) -> Finding {
    exceeded("keyBytes", limit, at: key, "\(length.grouped) bytes") {
      "a key is longer than \($0) bytes"
    }
  }
}
