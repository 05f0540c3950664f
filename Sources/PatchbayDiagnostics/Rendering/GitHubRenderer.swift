/// A renderer that writes diagnostics as workflow commands, which GitHub Actions shows as
/// annotations of the lines.
///
/// Each line is one command. GitHub shows the first ten errors and the first ten warnings of a
/// step, and the others in its log. Columns are omitted for a place over several lines, for which
/// GitHub accepts none. A place in Swift source is in the message: its name is no path from the root
/// of the repository.
package struct GitHubRenderer: Sendable {
  /// The number of diagnostics that are shown before the rest is only counted.
  private let limit: Int
  /// Returns the path of a file from the root of the repository.
  private let repositoryPath: @Sendable (String) -> String

  package init(
    limit: Int = 100, repositoryPath: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.limit = limit
    self.repositoryPath = repositoryPath
  }

  /// Returns one command for each diagnostic, without a line break at the end.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    let shown = max(0, limit)
    var lines = diagnostics.prefix(shown).map(command)
    if diagnostics.count > shown { lines.append("::notice::and \(diagnostics.count - shown) more") }
    return lines.joined(separator: "\n")
  }

  private func command(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.labels.first?.place
    let message = diagnostic.sentences.map { DisplayText.line($0) }.joined(separator: "\n")
    return Self.command(
      diagnostic.severity.rawValue, (place.map(properties(of:)) ?? []), diagnostic.code.name,
      (place?.nameWithoutFile.map { "\($0): " } ?? "") + message)
  }

  /// Returns a notice of an applied fix.
  package func render(_ repair: FixItApplier.AppliedFixIt) -> String {
    let place = repair.fixIt.edits.first.map { SourcePlace.span($0.span) }
    return Self.command(
      "notice", (place.map(properties(of:)) ?? []), "fixed \(repair.diagnostic.code.name)",
      DisplayText.line(repair.diagnostic.message))
  }

  private static func command(
    _ name: String, _ place: [(String, String)], _ title: String, _ message: String
  ) -> String {
    let properties = (place + [("title", title)])
      .map { name, value in "\(name)=\(escaped(value, "%\r\n:,"))" }
    return "::\(name) \(properties.joined(separator: ","))::\(escaped(message, "%\r\n"))"
  }

  private func properties(of place: SourcePlace) -> [(String, String)] {
    if place.swiftLocation != nil { return [] }
    var properties = [("file", DisplayText.line(place.path(repositoryPath)))]
    if let line = place.line { properties.append(("line", "\(line)")) }
    guard let span = place.span else { return properties }
    let (start, end) = (span.start, span.file.lineColumn(at: span.range.upperBound))
    properties.append(("endLine", "\(end.line)"))
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
