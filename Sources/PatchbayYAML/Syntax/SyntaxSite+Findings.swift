import PatchbayDiagnostics

// Errors with a code or with edits of their own.
extension SyntaxSite {
  /// Text after `...`, which libyaml rejects without a `---` before it.
  var secondDocument: Diagnostic? {
    guard problem.message == "did not find expected <document start>",
      let above = contentLine(above: line(at: offset)), bytes[above].starts(with: "...".utf8)
    else { return nil }
    return .severalDocuments(at: file.place(word(from: offset)))
  }

  /// A key of more than 1,024 characters, which libyaml does not accept as a key.
  var tooLongKey: Diagnostic? {
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
    return .tooLong(file.place(key), of: key.count, above: min(longest, limits.keyBytes))
      .note("YAML takes a longer key only behind `? `")
  }

  /// A space that YAML reads as text, where it needs a blank.
  var unusualBlanks: Diagnostic? {
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
      if let part, let found = UnusualBlanks(in: file, part).diagnosticForFile { return found }
    }
    return nil
  }
}

extension Diagnostic {
  static func severalDocuments(at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .severalDocuments, "the file holds more than one YAML document", at: place,
      "the second document begins here"
    )
    .fix("keep one document, and move the other to a file of its own")
  }

  static func tooLong(_ key: SourcePlace, of length: Int, above limit: Int) -> Diagnostic {
    exceeded("keyBytes", limit, at: key, "\(length.grouped) bytes") {
      "a key is longer than \($0) bytes"
    }
  }

  /// Returns the error of a limit, by its name in ``YAMLLimits``; `fact` says with its value how the
  /// text exceeds it.
  static func exceeded(
    _ name: String, _ limit: Int, at place: SourcePlace, _ label: String? = nil,
    _ fact: (String) -> String
  ) -> Diagnostic {
    Diagnostic(
      .limitExceeded, fact(limit.grouped), at: place, label ?? "the first beyond the limit"
    )
    .limit(name, limit)
  }
}
