/// A renderer that writes diagnostics as JSON, for other programs.
///
/// The result is one object: `format`, which is 1 as long as members are only added; `diagnostics`
/// (each with `code`, `severity`, `message`, `labels`, `notes`, `fixIts`, `requestedBy`, and `page`, the
/// address of the page about its code, if the program sets one); and `omitted`, the number of diagnostics
/// beyond the limit. A place has a `path`; in a loaded text also `start` and `end`, each with `line` and
/// `column` from 1 and the UTF-8 `offset` from 0; in Swift source a `line`. For a text that is written in Swift
/// source, `swift` is the place of its literal. No source text is copied, so the output contains no
/// secret.
public struct JSONRenderer: Sendable {
  /// The number of diagnostics that are included before the rest is only counted.
  private let limit: Int
  /// The address below which each code has a page; nil if none is written.
  package var documentation: String?

  /// Creates a renderer that omits and counts diagnostics beyond a limit.
  public init(limit: Int = 100) { self.limit = limit }

  /// Returns the object as ASCII text, one diagnostic on each line, without a line break at the
  /// end.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    let (shown, omitted) = diagnostics.limited(to: limit)
    let lines = shown.map { "\n  " + json($0).text }
    let list = lines.joined(separator: ",") + (lines.isEmpty ? "" : "\n")
    return "{\"format\": 1, \"diagnostics\": [\(list)], \"omitted\": \(omitted)}"
  }

  /// Returns the object of one diagnostic as text, without a line break at the end.
  public func render(_ diagnostic: Diagnostic) -> String { json(diagnostic).text }

  private func json(_ diagnostic: Diagnostic) -> JSON {
    .present([
      "code": diagnostic.code.name.json,
      "severity": diagnostic.severity.rawValue.json,
      "message": diagnostic.message.json,
      "labels": .array(diagnostic.labels.map(Self.json)),
      "notes": diagnostic.notes.json,
      "fixIts": .array(diagnostic.fixIts.map(Self.json)),
      "requestedBy": .array(diagnostic.requestedBy.map(Self.json)),
      "page": documentation.map { diagnostic.code.page(below: $0).json },
    ])
  }

  private static func json(_ label: Diagnostic.Label) -> JSON {
    .joining(json(label.place), ["message": label.message.json])
  }

  private static func json(_ fixIt: Diagnostic.FixIt) -> JSON {
    .present([
      "message": fixIt.message.json,
      "isCertain": fixIt.isCertain.json,
      "edits": .array(fixIt.hasSecret ? [] : fixIt.edits.map(json)),
      "suggestion": fixIt.suggestion?.json,
    ])
  }

  private static func json(_ edit: TextEdit) -> JSON {
    .joining(json(.span(edit.span)), ["replacement": edit.replacement.json])
  }

  private static func json(_ step: Diagnostic.ResolutionStep) -> JSON {
    .joining(["key": step.key.json], step.place.map(json) ?? [:])
  }

  private static func json(_ place: SourcePlace) -> JSON {
    switch place {
    case .span(let span):
      .present([
        "path": span.file.name.json,
        "start": json(span.file, span.range.lowerBound),
        "end": json(span.file, span.range.upperBound),
        "swift": span.file.swiftLocation.map { json(.swift($0)) },
      ])
    case .file(let name): ["path": name.json]
    case .swift(let location): ["path": location.fileID.json, "line": location.line.json]
    }
  }

  private static func json(_ file: SourceFile, _ offset: Int) -> JSON {
    let place = file.lineColumn(at: offset)
    return ["line": place.line.json, "column": place.column.json, "offset": offset.json]
  }
}
