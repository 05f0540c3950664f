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
