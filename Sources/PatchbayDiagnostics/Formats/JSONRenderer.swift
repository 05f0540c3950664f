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

  private func json(_ diagnostic: Diagnostic) -> JSONText {
    .object(present: [
      ("code", .string(diagnostic.code.name)),
      ("severity", .string(diagnostic.severity.rawValue)),
      ("message", .string(diagnostic.message)),
      ("labels", .array(diagnostic.labels.map(Self.json))),
      ("notes", .array(diagnostic.notes.map(JSONText.string))),
      ("fixIts", .array(diagnostic.fixIts.map(Self.json))),
      ("requestedBy", .array(diagnostic.requestedBy.map(Self.json))),
      ("page", documentation.map { .string(diagnostic.code.page(below: $0)) }),
    ])
  }

  private static func json(_ label: Diagnostic.Label) -> JSONText {
    .object(members(label.place) + [("message", .string(label.message))])
  }

  private static func json(_ fixIt: Diagnostic.FixIt) -> JSONText {
    .object(present: [
      ("message", .string(fixIt.message)),
      ("isCertain", .bool(fixIt.isCertain)),
      ("edits", .array(fixIt.hasSecret ? [] : fixIt.edits.map(json))),
      ("suggestion", fixIt.suggestion.map(JSONText.string)),
    ])
  }

  private static func json(_ edit: TextEdit) -> JSONText {
    .object(members(.span(edit.span)) + [("replacement", .string(edit.replacement))])
  }

  private static func json(_ step: Diagnostic.ResolutionStep) -> JSONText {
    .object([("key", .string(step.key))] + (step.place.map(members) ?? []))
  }

  private static func members(_ place: SourcePlace) -> [(String, JSONText)] {
    switch place {
    case .span(let span):
      var members: [(String, JSONText)] = [
        ("path", .string(span.file.name)),
        ("start", json(span.file, span.range.lowerBound)),
        ("end", json(span.file, span.range.upperBound)),
      ]
      if let location = span.file.swiftLocation {
        members.append(("swift", .object(self.members(.swift(location)))))
      }
      return members
    case .file(let name):
      return [("path", .string(name))]
    case .swift(let location):
      return [("path", .string(location.fileID)), ("line", .number(location.line))]
    }
  }

  private static func json(_ file: SourceFile, _ offset: Int) -> JSONText {
    let place = file.lineColumn(at: offset)
    return .object([
      ("line", .number(place.line)),
      ("column", .number(place.column)),
      ("offset", .number(offset)),
    ])
  }
}

/// A fragment of encoded JSON.
package struct JSONText: Sendable {
  package let text: String

  package static func number(_ value: Int) -> Self { Self(text: String(value)) }
  package static func bool(_ value: Bool) -> Self { Self(text: value ? "true" : "false") }
  package static let null = Self(text: "null")

  package static func array(_ elements: [Self]) -> Self {
    var text = "["
    for element in elements {
      if text.utf8.count > 1 { text += ", " }
      text += element.text
    }
    return Self(text: text + "]")
  }

  package static func object(_ members: [(String, Self)]) -> Self {
    var text = "{"
    for (key, value) in members {
      if text.utf8.count > 1 { text += ", " }
      text += string(key).text
      text += ": "
      text += value.text
    }
    return Self(text: text + "}")
  }

  /// Returns an object of the members that have a value.
  static func object(present members: [(String, Self?)]) -> Self {
    object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// Returns a string of ASCII alone: everything else is escaped, so that no reader can
  /// misinterpret it.
  package static func string(_ value: String) -> Self {
    // Nearly every text, and the names of all members, need no escape.
    let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return Self(text: "\"" + value + "\"") }
    var text = "\""
    for unit in value.utf16 {
      switch unit {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default: text += "\\u" + unit.hexadecimal(digits: 4)
      }
    }
    return Self(text: text + "\"")
  }
}
