/// A renderer that writes diagnostics for a terminal: the message, the source lines with carets,
/// and the fixes.
///
/// The output contains no secrets and no control sequences of the input: scalars marked `!secret`
/// are shown as `[secret]`, control and bidirectional characters as their escapes. The only escape
/// sequences are those of the renderer's own colours, if colours are requested.
public struct TerminalRenderer: Sendable {
  /// Whether colors are used; the caller, who knows the stream, decides.
  private let color: Bool
  /// The number of diagnostics that are shown before the rest is only counted.
  private let limit: Int

  /// The columns of the terminal, at which texts are broken at words; nil for no limit.
  package var width: Int?
  /// The address below which each code has a page; nil if none is shown.
  package var documentation: String?

  /// A limit on the length of a diagnostic's text.
  private static let mostBytes = 4_096

  /// Creates a renderer, by default without colours, that omits and counts diagnostics beyond a
  /// limit.
  public init(color: Bool = false, limit: Int = 100) {
    self.color = color
    self.limit = limit
  }

  /// Returns the text of all diagnostics, separated by blank lines, without a line break at the
  /// end.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    let (shown, omitted) = diagnostics.limited(to: limit)
    var codes: Set<DiagnosticCode> = []
    let variables = MissingVariables(shown)
    var texts = shown.compactMap { diagnostic -> String? in
      // One address for all errors of a code.
      let showsPage = codes.insert(diagnostic.code).inserted
      guard let variables, !diagnostic.row.isEmpty else {
        return render(diagnostic, showsPage: showsPage)
      }
      return diagnostic == variables.first ? render(variables, showsPage: showsPage) : nil
    }
    if omitted > 0 { texts.append("and \(omitted) more") }
    return texts.joined(separator: "\n\n")
  }

  /// Returns the text of one diagnostic, without a line break at the end.
  package func render(_ diagnostic: Diagnostic) -> String {
    render(diagnostic, showsPage: true)
  }

  private func render(_ diagnostic: Diagnostic, showsPage: Bool) -> String {
    let page = showsPage ? page(of: diagnostic) : nil
    return text(of: lines(of: diagnostic, page), diagnostic.severity)
  }

  private func render(_ variables: MissingVariables, showsPage: Bool) -> String {
    let page = showsPage ? page(of: variables.summary) : nil
    // Not cut, unlike one diagnostic: each row is one.
    let report = TerminalReport(variables.summary, extent: .whole, page: page, width: width)
    let rows = variables.rows.map { StyledLine($0) }
    return text(of: report.lines.prefix(1) + rows + report.lines.dropFirst(), .error)
  }

  private func page(of diagnostic: Diagnostic) -> String? {
    documentation.map { diagnostic.code.page(below: $0) }
  }

  /// Returns the text of an applied fix: the error, the place, and the lines before and after.
  package func render(_ repair: FixItApplier.AppliedFixIt) -> String {
    let diagnostic = repair.diagnostic
    let message = DisplayText.line(diagnostic.message)
    var lines = [TerminalReport.header("fixed[\(diagnostic.code)]", .help, message)]
    if let place = repair.fixIt.edits.first?.span {
      lines.append(StyledLine(" --> " + SourcePlace.span(place).displayName, .frame))
    }
    let home = repair.fixIt.edits.first?.span.file
    lines += FixItLines(repair.fixIt, home: home, indentedBy: "    ").lines
    return text(of: lines, diagnostic.severity)
  }

  private func text(of lines: some Sequence<StyledLine>, _ severity: Severity) -> String {
    lines.flatMap { $0.wrapped(at: width) }
      .map { color ? $0.colored(as: severity) : $0.plain }
      .joined(separator: "\n")
  }

  private func lines(of diagnostic: Diagnostic, _ page: String?) -> [StyledLine] {
    var lines: [StyledLine] = []
    for extent in TerminalReport.Extent.all {
      lines = TerminalReport(diagnostic, extent: extent, page: page, width: width).lines
      if Self.size(of: lines[...]) < Self.mostBytes { return lines }
    }
    while Self.size(of: lines[...]) >= Self.mostBytes - 4, lines.count > 1 { lines.removeLast() }
    return lines + [StyledLine("...", .frame)]
  }

  private static func size(of lines: ArraySlice<StyledLine>) -> Int {
    lines.reduce(0) { $0 + $1.plain.utf8.count + 1 }
  }
}
