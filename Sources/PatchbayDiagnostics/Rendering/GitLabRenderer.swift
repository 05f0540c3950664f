/// A renderer that writes diagnostics as a report for GitLab's Code Quality.
///
/// The result is an array of one issue for each diagnostic, with its message and its first fix-it.
/// GitLab compares the issues of two branches by their fingerprints. One is made from the path, the
/// code and the message, but not the line: an issue stays the same when lines are added above it.
/// A place in Swift source is in the description: its name is no path from the root of the
/// repository.
/// If diagnostics beyond the limit are omitted, one more issue contains their number.
package struct GitLabRenderer: Sendable {
  /// The number of diagnostics that are issues before the rest is only counted.
  private let limit: Int
  /// Returns the path of a file from the root of the repository.
  private let repositoryPath: @Sendable (String) -> String

  package init(
    limit: Int = 1_000, repositoryPath: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.limit = limit
    self.repositoryPath = repositoryPath
  }

  /// Returns the array as ASCII text, one issue on each line, without a line break at the end.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    let shown = max(0, limit)
    var counts: [String: Int] = [:]
    var issues = diagnostics.prefix(shown).map { diagnostic in
      let place = diagnostic.labels.first?.place
      let swiftName = place?.nameWithoutFile
      let path = swiftName == nil ? place?.path(repositoryPath) : nil
      let hash = Self.hash([
        place?.path(repositoryPath) ?? "", diagnostic.code.name, diagnostic.message,
      ])
      let count = counts[hash, default: 0] + 1
      counts[hash] = count
      let sentences = [diagnostic.message] + diagnostic.fixIts.prefix(1).map(\.message)
      return Self.issue(
        (swiftName.map { "\($0): " } ?? "")
          + sentences.map { DisplayText.line($0) }.joined(separator: "; "),
        check: diagnostic.code.name, fingerprint: count == 1 ? hash : "\(hash)-\(count)",
        severity: diagnostic.severity == .error ? "major" : "minor", path,
        path == nil ? nil : place?.line)
    }
    if diagnostics.count > shown {
      issues.append(
        Self.issue(
          "and \(diagnostics.count - shown) more, which this report leaves out",
          check: "omitted", fingerprint: "omitted", severity: "info", nil, nil))
    }
    let lines = issues.map { "\n  " + $0.text }.joined(separator: ",")
    return "[\(lines)\(lines.isEmpty ? "" : "\n")]"
  }

  /// Returns an issue; GitLab requires a path and a line, also of one that is in no file.
  private static func issue(
    _ description: String, check: String, fingerprint: String, severity: String,
    _ path: String?, _ line: Int?
  ) -> JSONText {
    let lines = JSONText.object([("begin", .number(line ?? 1))])
    return .object([
      ("description", .string(description)),
      ("check_name", .string(check)),
      ("fingerprint", .string(fingerprint)),
      ("severity", .string(severity)),
      ("location", .object([("path", .string(path ?? ".")), ("lines", lines)])),
    ])
  }

  /// Returns the 64-bit FNV-1a hash of texts, which is the same in every process.
  private static func hash(_ texts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in texts.joined(separator: "\0").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return hash.hexadecimal(digits: 16)
  }
}
