public import Patchbay
public import Testing

/// Checks that a configuration has the errors and warnings that are marked in it, and no others.
///
/// A mark is a comment under the line that it refers to: carets under the place, and the code.
///
/// ```swift
/// expectDiagnostics(
///   in: """
///     services:
///       mailer:
///         type: SMPTMailer
///         #     ^^^^^^^^^^ unknown-type
///     """,
///   catalog: .app
/// )
/// ```
///
/// Warnings are marked in the same way. A diagnostic that covers several lines is marked on the
/// first one, from its first character on. A line may have several marks, each on a line of its
/// own.
///
/// - Parameters:
///   - yaml: The configuration with its marks; without marks, it must be valid.
///   - environment: The environment to select; nil for the base alone.
///   - variables: The variables that `$(env:…)` reads; those of the process are never read.
///   - catalog: The types that the configuration may name.
///   - settings: The settings of the load.
///   - sourceLocation: The place at which a difference is reported.
/// - Returns: All diagnostics, errors first.
@discardableResult
public func expectDiagnostics(
  in yaml: String,
  environment: String? = nil,
  variables: [String: String] = [:],
  catalog: FactoryCatalog,
  settings: LoadSettings = LoadSettings(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> [Diagnostic] {
  let base = ServicesBase(
    source: .text(yaml, at: sourceLocation),
    environment: environment,
    variables: variables,
    catalog: catalog,
    settings: settings
  )
  let found = base.diagnostics()
  let expected = DiagnosticMark.marks(in: yaml)
  var unseen = expected
  var surprising: [Diagnostic] = []
  for diagnostic in found {
    if let index = unseen.firstIndex(where: { $0.fits(diagnostic) }) {
      unseen.remove(at: index)
    } else {
      surprising.append(diagnostic)
    }
  }
  if unseen.isEmpty, surprising.isEmpty { return found }
  var parts = unseen.map { mark in
    guard !mark.code.isEmpty else { return "the mark\(mark) has no code behind its carets" }
    let other = surprising.first { mark.with(code: $0.code.name).fits($0) }
    return "expected \(mark), which was not found"
      + (other.map { "; there is `\($0.code.name)`" } ?? "")
  }
  if !surprising.isEmpty {
    parts.append("found, but not marked:\n\(TerminalRenderer().render(surprising))")
    let lines = surprising.compactMap { DiagnosticMark.line(for: $0, in: yaml) }
    parts += lines.isEmpty ? [] : ["help: where this is expected, mark it"] + lines
  }
  Issue.record(Comment(rawValue: parts.joined(separator: "\n")), sourceLocation: sourceLocation)
  return found
}

extension ServicesBase {
  /// Returns all diagnostics of loading and checking, errors first.
  func diagnostics() -> [Diagnostic] {
    do throws(DiagnosticsError) {
      let configuration = try ServiceConfiguration(source.source, settings: settings)
      var collector = DiagnosticCollector()
      let definitions = configuration.definitions(
        environment: environment,
        variables: Variables(variables),
        overlays: [],
        into: &collector
      )
      _ = Plan.checking(definitions, catalog: catalog, into: &collector)
      return collector.errors + collector.warnings
    } catch {
      return error.diagnostics
    }
  }
}

/// A diagnostic that a text expects.
struct DiagnosticMark: Equatable, CustomStringConvertible {
  var code: String
  /// From 1, as diagnostics count.
  var line: Int
  var column: Int
  var length: Int

  var description: String { "\(code) at \(line):\(column)" }

  static func marks(in yaml: String) -> [Self] {
    var marks: [Self] = []
    var marked = 0
    let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if let mark = Self(line, under: marked) {
        marks.append(mark)
      } else {
        marked = index + 1
      }
    }
    return marks
  }

  /// Returns the line that marks a diagnostic, below the line that it is about; nil without a place in the text, or
  /// with one in the first column, where no `#` is left of it.
  static func line(for diagnostic: Diagnostic, in yaml: String) -> String? {
    guard let span = diagnostic.labels.first?.place.span, span.start.column > 1 else { return nil }
    let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let (start, end) = (span.start, span.file.lineColumn(at: span.range.upperBound))
    guard lines.indices.contains(start.line - 1) else { return nil }
    let line = lines[start.line - 1]
    let indent = min(line.prefix { $0 == " " }.count, start.column - 2)
    let last = end.line > start.line ? line.count + 1 : end.column
    let text = { (text: String, count: Int) in String(repeating: text, count: max(count, 0)) }
    return line + "\n" + text(" ", indent) + "#" + text(" ", start.column - 2 - indent)
      + text("^", max(1, last - start.column)) + " \(diagnostic.code.name)"
  }

  func with(code: String) -> Self {
    var mark = self
    mark.code = code
    return mark
  }

  /// Reads a mark; nil unless the line is one: `#`, spaces, carets, a space, and the code, which may be missing.
  private init?(_ text: Substring, under line: Int) {
    let scalars = Array(text.unicodeScalars)
    guard let hash = scalars.firstIndex(where: { $0 != " " }), scalars[hash] == "#",
      let first = scalars[(hash + 1)...].firstIndex(where: { $0 != " " }), scalars[first] == "^",
      case let end = scalars[first...].firstIndex(where: { $0 != "^" }) ?? scalars.endIndex,
      end == scalars.endIndex || scalars[end] == " "
    else { return nil }
    code = String(String.UnicodeScalarView(scalars[end...].filter { $0 != " " }))
    self.line = line
    column = first + 1
    length = end - first
  }

  func fits(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.code.name == code, let span = diagnostic.labels.first?.place.span else {
      return false
    }
    let (start, end) = (span.start, span.file.lineColumn(at: span.range.upperBound))
    guard start == LineColumn(line: line, column: column) else { return false }
    return end.line > line || max(1, end.column - start.column) == length
  }
}
