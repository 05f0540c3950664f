package import PatchbayDiagnostics

extension CIReport {
  /// Returns diagnostics as a report for GitLab's Code Quality, as ASCII text, one issue on each
  /// line, without a line break at the end.
  ///
  /// The result is an array of one issue for each diagnostic, with its message and its first fix-it.
  /// GitLab compares the issues of two branches by their fingerprints. One is made from the path, the
  /// code and the message, but not the line: an issue stays the same when lines are added above it.
  /// If diagnostics beyond the limit are omitted, one more issue contains their number.
  package static func gitLab(
    _ diagnostics: [Diagnostic], limit: Int = 1_000,
    repositoryPath: (String) -> String = { $0 }
  ) -> String {
    let (rows, omitted) = ReportRow.rows(diagnostics, limit: limit, repositoryPath: repositoryPath)
    var counts: [String: Int] = [:]
    var issues = rows.map { row in
      let hash = fingerprint(of: [row.place?.path ?? "", row.code, row.message])
      let count = counts[hash, default: 0] + 1
      counts[hash] = count
      let sentences = [row.message] + (row.fix.map { [$0.message] } ?? [])
      return issue(
        row.withSwiftPlace(sentences.map { DisplayText.line($0) }.joined(separator: "; ")),
        check: row.code, fingerprint: count == 1 ? hash : "\(hash)-\(count)",
        severity: row.severity == .error ? "major" : "minor", row.place)
    }
    if omitted > 0 {
      issues.append(
        issue(
          "and \(omitted) more, which this report leaves out", check: "omitted",
          fingerprint: "omitted", severity: "info", nil))
    }
    let lines = issues.map { "\n  " + $0.text }.joined(separator: ",")
    return "[\(lines)\(lines.isEmpty ? "" : "\n")]"
  }

  /// Returns an issue; GitLab requires a path and a line, also of one that is in no file.
  private static func issue(
    _ description: String, check: String, fingerprint: String, severity: String,
    _ place: ReportPlace?
  ) -> JSON {
    let file = place.flatMap { $0.isInSwift ? nil : $0 }
    return [
      "description": description.json,
      "check_name": check.json,
      "fingerprint": fingerprint.json,
      "severity": severity.json,
      "location": [
        "path": (file?.path ?? ".").json, "lines": ["begin": (file?.line ?? 1).json],
      ],
    ]
  }

  /// Returns the 64-bit FNV-1a hash of texts, which is the same in every process.
  private static func fingerprint(of texts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in texts.joined(separator: "\0").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return hash.hexadecimal(digits: 16)
  }
}
