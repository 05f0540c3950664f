package import PatchbayDiagnostics

/// Writes diagnostics for GitHub Actions, which no program but the command line needs.
package enum CIReport {
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
    diagnostics.hideInEqualFiles()
    let shown = diagnostics.prefix(max(0, limit))
    var lines = shown.map { diagnostic in
      command(
        diagnostic.severity.rawValue, diagnostic.labels.first?.place, diagnostic.code.name,
        diagnostic.sentences.map { DisplayText.line($0) }.joined(separator: "\n"), repositoryPath)
    }
    let omitted = diagnostics.count - shown.count
    if omitted > 0 { lines.append("::notice::and \(omitted) more") }
    return lines.joined(separator: "\n")
  }

  /// Returns a notice of an applied fix.
  package static func gitHub(
    _ repair: FixItApplier.AppliedFixIt, repositoryPath: (String) -> String
  ) -> String {
    command(
      "notice", repair.fixIt.edits.first.map { .span($0.span) },
      "fixed \(repair.diagnostic.code.name)", DisplayText.line(repair.diagnostic.message),
      repositoryPath)
  }

  private static func command(
    _ name: String, _ place: SourcePlace?, _ title: String, _ message: String,
    _ repositoryPath: (String) -> String
  ) -> String {
    guard let place else { return gitHubCommand(name, [], title: title, message) }
    let properties = properties(of: place, repositoryPath)
    return gitHubCommand(
      name, properties, title: title,
      properties.isEmpty ? "\(place.displayName): \(message)" : message)
  }

  /// Returns a command about a place, which its properties name.
  private static func gitHubCommand(
    _ name: String, _ place: [(String, String)], title: String, _ message: String
  ) -> String {
    let properties = (place + [("title", title)])
      .map { name, value in "\(name)=\(escaped(value, "%\r\n:,"))" }
    return "::\(name) \(properties.joined(separator: ","))::\(escaped(message, "%\r\n"))"
  }

  /// Returns where GitHub finds a place; nothing for one in Swift source, of a text there that of its literal.
  ///
  /// `#fileID` names the module and the file without the folders between them: GitHub finds no file by that, so the
  /// message has the name.
  private static func properties(
    of place: SourcePlace, _ repositoryPath: (String) -> String
  ) -> [(String, String)] {
    let file: String
    switch place {
    case .swift: return []
    case .file(let name): file = name
    case .span(let span):
      if span.file.swiftLocation != nil { return [] }
      file = span.file.name
    }
    var properties = [("file", DisplayText.line(repositoryPath(file)))]
    guard let span = place.span else { return properties }
    let (start, end) = (span.start, span.file.lineColumn(at: span.range.upperBound))
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
