package import PatchbayDiagnostics

extension CIReport {
  /// Returns diagnostics as workflow commands, which GitHub Actions shows as annotations of the
  /// lines, without a line break at the end.
  ///
  /// Each line is one command. GitHub shows the first ten errors and the first ten warnings of a
  /// step, and the others in its log. Columns are omitted for a place over several lines, for which
  /// GitHub accepts none.
  package static func gitHub(
    _ diagnostics: [Diagnostic], limit: Int = 100,
    repositoryPath: (String) -> String = { $0 }
  ) -> String {
    let (rows, omitted) = ReportRow.rows(diagnostics, limit: limit, repositoryPath: repositoryPath)
    var lines = rows.map { row in
      let message = row.sentences.map { DisplayText.line($0) }.joined(separator: "\n")
      return command(
        row.severity.rawValue, row.place, row.code, row.withSwiftPlace(message))
    }
    if omitted > 0 { lines.append("::notice::and \(omitted) more") }
    return lines.joined(separator: "\n")
  }

  /// Returns a notice of an applied fix.
  package static func gitHub(
    _ repair: FixItApplier.AppliedFixIt, repositoryPath: (String) -> String
  ) -> String {
    let place = repair.fixIt.edits.first.map { ReportPlace(.span($0.span), repositoryPath) }
    return command(
      "notice", place, "fixed \(repair.diagnostic.code.name)",
      DisplayText.line(repair.diagnostic.message))
  }

  private static func command(
    _ name: String, _ place: ReportPlace?, _ title: String, _ message: String
  ) -> String {
    gitHubCommand(name, place.map { Self.properties(of: $0) } ?? [], title: title, message)
  }

  /// Returns a command about a place, which its properties name.
  static func gitHubCommand(
    _ name: String, _ place: [(String, String)], title: String, _ message: String
  ) -> String {
    let properties = (place + [("title", title)])
      .map { name, value in "\(name)=\(escaped(value, "%\r\n:,"))" }
    return "::\(name) \(properties.joined(separator: ","))::\(escaped(message, "%\r\n"))"
  }

  private static func properties(of place: ReportPlace) -> [(String, String)] {
    if place.isInSwift { return [] }
    var properties = [("file", DisplayText.line(place.path))]
    guard let (start, end) = place.region else { return properties }
    properties += [("line", "\(start.line)"), ("endLine", "\(end.line)")]
    if start.line == end.line {
      properties += [("col", "\(start.column)"), ("endColumn", "\(end.column)")]
    }
    return properties
  }

  /// Returns a text with some characters escaped, and with `##[` broken up, which would begin a
  /// command of the log.
  ///
  /// It compares scalars: a character could be one of them with a combining mark.
  private static func escaped(_ text: String, _ special: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if special.unicodeScalars.contains(scalar) {
        result += "%\(scalar.value.hexadecimal(digits: 2, uppercase: true))".unicodeScalars
      } else {
        if scalar == "[", result.suffix(2).elementsEqual("##".unicodeScalars) { result.append(" ") }
        result.append(scalar)
      }
    }
    return String(result)
  }
}
