/// A renderer that writes each diagnostic on one line, in the form that Xcode and CI systems turn
/// into a link: `path:line:column: error: message [code]; first fix`.
///
/// For a text that is written in Swift source, the line begins with the place of its literal,
/// followed by the place in the text: `App/SignUpTests.swift:14: error: line 2:3: …`.
public struct OneLineRenderer: Sendable {
  /// The number of diagnostics that are shown before the rest is only counted.
  private let limit: Int

  /// Creates a renderer that omits and counts diagnostics beyond a limit.
  public init(limit: Int = 100) { self.limit = limit }

  /// Returns one line for each diagnostic, without a line break at the end.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    let (shown, omitted) = diagnostics.limited(to: limit)
    var lines = shown.map { render($0) }
    if omitted > 0 { lines.append("and \(omitted) more") }
    return lines.joined(separator: "\n")
  }

  /// Returns the line of one diagnostic, without a line break at the end.
  package func render(_ diagnostic: Diagnostic) -> String {
    var line = Self.mistake(diagnostic)
    if let fixIt = diagnostic.fixIts.first { line += "; " + Self.plain(fixIt.message) }
    return line
  }

  /// Returns the line of a diagnostic without its fix.
  static func mistake(_ diagnostic: Diagnostic) -> String {
    prefix(diagnostic) + plain(diagnostic.message) + " [\(diagnostic.code)]"
  }

  private static func prefix(_ diagnostic: Diagnostic) -> String {
    let severity = diagnostic.severity.rawValue
    guard let place = diagnostic.labels.first?.place else { return "\(severity): " }
    if let span = place.span, let location = span.file.swiftLocation {
      let start = span.start
      return DisplayText.line(location.description)
        + ": \(severity): line \(start.line):\(start.column): "
    }
    return "\(place.displayName): \(severity): "
  }

  /// Returns a text with code quoted as compilers quote it, instead of in backticks.
  private static func plain(_ text: String) -> String {
    String(DisplayText.line(text).map { $0 == "`" ? "'" : $0 })
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic on one line, for logs: `path:line:column: error: message [code]`.
  ///
  /// The renderers return more: ``TerminalRenderer`` the source lines, the notes and the fixes.
  public var description: String { OneLineRenderer.mistake(self) }
}

extension DiagnosticsError: CustomStringConvertible {
  /// The first error on one line, and the number of further diagnostics, for logs:
  /// `path:line:column: error: message [code] (and 3 more)`. Several missing variables come first, with a line for
  /// each.
  ///
  /// ``TerminalRenderer`` returns all of ``diagnostics`` with their source lines, notes and fixes.
  public var description: String {
    let block = MissingVariables(diagnostics)
    let others = block == nil ? diagnostics : diagnostics.filter(\.row.isEmpty)
    var lines = block.map { ["error: \($0.summary.message) [\($0.summary.code)]"] + $0.rows } ?? []
    if let first = others.first(where: { $0.severity == .error }) {
      lines.append(others.count > 1 ? "\(first) (and \(others.count - 1) more)" : "\(first)")
    }
    return lines.joined(separator: "\n")
  }
}

extension Diagnostic {
  /// The message, the notes and the fix-its as lines of text, without their places.
  package var sentences: [String] {
    var lines = [message]
    lines += notes.map { "note: \($0)" }
    if let path = requestPath { lines.append("note: requested by: \(path)") }
    for fixIt in fixIts {
      lines.append("help: \(fixIt.message)")
      if let suggestion = fixIt.suggestion { lines.append("  + \(suggestion)") }
    }
    return lines
  }
}

extension Collection<Diagnostic> {
  /// The numbers of errors and of warnings, as in `2 errors and 1 warning`.
  package var counts: String {
    let counts = [Severity.error, .warning].compactMap { severity in
      let count = count { $0.severity == severity }
      return count == 0 ? nil : count.counted(severity.rawValue)
    }
    return counts.isEmpty ? "no mistakes" : counts.joined(separator: " and ")
  }
}

extension [Diagnostic] {
  /// Returns the diagnostics that a renderer shows, and the number of the others.
  package func limited(to limit: Int) -> (shown: ArraySlice<Diagnostic>, omitted: Int) {
    hideInEqualFiles()
    let shown = prefix(Swift.max(0, limit))
    return (shown, count - shown.count)
  }
}

extension Collection<Diagnostic> {
  /// Hides in each file what an equal one hides: the loads of a check may have read one text twice, and each of them
  /// learns of its own secrets.
  package func hideInEqualFiles() {
    var files: [SourceFile: [SourceFile]] = [:]
    for diagnostic in self {
      let places =
        diagnostic.labels.compactMap(\.place.span) + diagnostic.fixIts.flatMap(\.edits).map(\.span)
      for file in places.map(\.file)
      where !files[file, default: []].contains(where: { $0 === file }) {
        files[file, default: []].append(file)
      }
    }
    for equal in files.values where equal.count > 1 {
      let hidden = equal.flatMap(\.hiddenRanges).merged
      for file in equal { file.hide(hidden) }
    }
  }
}
