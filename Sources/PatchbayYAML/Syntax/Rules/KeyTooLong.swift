import PatchbayDiagnostics

extension SyntaxRules {
  /// A key of more than 1,024 characters, which libyaml does not accept as a key.
  static let keyTooLong: Rule = { site in
    let longest = 1_024
    guard let key = key(at: site), key.count > longest else { return nil }
    return Finding.tooLong(key, of: key.count, above: min(longest, site.limits.keyBytes))
      .note("YAML takes a longer key only behind `? `")
  }

  /// Returns the text before the colon that libyaml did not expect.
  private static func key(at site: SyntaxSite) -> Range<Int>? {
    switch site.problem.message {
    case "mapping values are not allowed in this context":
      let start = site.content(of: site.line(at: site.offset)).lowerBound
      // A colon further left is a different error.
      guard start < site.offset, !site.bytes[start..<site.offset].containsSeparator else {
        return nil
      }
      return start..<site.offset
    case "could not find expected ':'":
      guard let start = site.problem.contextOffset else { return nil }
      let line = site.bytes[start..<max(start, site.line(at: start).upperBound)]
      return line.firstSeparator.map { start..<$0 }
    case "did not find expected ',' or '}'", "did not find expected ',' or ']'":
      guard site.isAt(":") else { return nil }
      let before = site.bytes[..<site.offset]
      let start = before.lastIndex { ",[]{}".utf8.contains($0) || isLineBreak($0) }
      return site.trimmed((start.map { $0 + 1 } ?? 0)..<site.offset)
    default: return nil
    }
  }
}

extension Finding {
  static func tooLong(_ key: Range<Int>, of length: Int, above limit: Int) -> Finding {
    exceeded("keyBytes", limit, at: key, "\(length.grouped) bytes") {
      "a key is longer than \($0) bytes"
    }
  }
}

extension ArraySlice<UInt8> {
  /// The first colon before a blank or the end.
  var firstSeparator: Int? {
    indices.first { index in
      self[index] == UInt8(ascii: ":") && (index + 1 == endIndex || isBlank(self[index + 1]))
    }
  }

  var containsSeparator: Bool { firstSeparator != nil }
}
