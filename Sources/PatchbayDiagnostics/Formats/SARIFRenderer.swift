/// A renderer that writes diagnostics as SARIF 2.1.0, for code scanning services and editors.
///
/// The log has one run. Each code that was found is a rule. Each diagnostic is a result with its
/// level, its primary place as location, the other places as related locations, and its fix-its
/// with known edits as fixes. The message is followed by the notes and the sentences of the
/// fix-its, one on each line. Columns count Unicode scalars, as `columnKind` says. A text that is
/// written in Swift source has the line of its literal as location, and no fixes. The log contains
/// no secrets. If diagnostics beyond the limit are omitted, a notification of the run contains
/// their number.
///
/// A rule's `help` names its page in the documentation. Its `helpUri` is the address of the page, if the
/// program sets the address of the documentation.
public struct SARIFRenderer: Sendable {
  /// The name of the tool in the log.
  private let toolName: String
  /// The number of diagnostics that are results before the rest is only counted.
  package let limit: Int
  /// The address below which each code has a page; nil if none is written.
  package var documentation: String?

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  /// Creates a renderer for the log of a tool.
  ///
  /// - Parameters:
  ///   - toolName: The name of the tool in the log.
  ///   - limit: The maximum number of results; the default is the number that GitHub's code
  ///     scanning shows.
  public init(toolName: String = "patchbay", limit: Int = 5_000) {
    self.toolName = toolName
    self.limit = limit
  }

  /// Returns the log as ASCII text, one result on each line, without a line break at the end.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    let (diagnostics, omitted) = diagnostics.limited(to: limit)
    var rules: [JSON] = []
    var indices: [DiagnosticCode: Int] = [:]
    for diagnostic in diagnostics where indices[diagnostic.code] == nil {
      indices[diagnostic.code] = rules.count
      rules.append(rule(diagnostic))
    }
    let results = diagnostics.map { "\n  " + Self.result($0, indices[$0.code] ?? 0).text }
    let list = results.joined(separator: ",") + (results.isEmpty ? "" : "\n")
    let driver: JSON = ["name": toolName.json, "rules": .array(rules)]
    return "{\"$schema\": \(Self.schema.json.text), \"version\": \"2.1.0\", "
      + "\"runs\": [{\"tool\": {\"driver\": \(driver.text)}, "
      + (omitted > 0 ? "\"invocations\": \(Self.invocations(omitting: omitted).text), " : "")
      + "\"columnKind\": \"unicodeCodePoints\", \"results\": [\(list)]}]}"
  }

  private static func invocations(omitting count: Int) -> JSON {
    [
      [
        "executionSuccessful": true,
        "toolExecutionNotifications": [
          ["level": "warning", "message": message("and \(count) more, which this log leaves out")]
        ],
      ]
    ]
  }

  private func rule(_ diagnostic: Diagnostic) -> JSON {
    let code = diagnostic.code
    let address = documentation.map { code.page(below: $0) }
    let help =
      "See \(code.name).md in the documentation, Sources/Patchbay/Patchbay.docc/Diagnostics."
    return .present([
      "id": code.name.json,
      "helpUri": address?.json,
      "help": Self.message(address.map { "See \($0)" } ?? help),
      "defaultConfiguration": ["level": diagnostic.severity.rawValue.json],
    ])
  }

  private static func result(_ diagnostic: Diagnostic, _ rule: Int) -> JSON {
    let related = diagnostic.labels.dropFirst().enumerated().map { location($1, id: $0 + 1) }
    let fixes = diagnostic.fixIts.compactMap(fix)
    return .present([
      "ruleId": diagnostic.code.name.json,
      "ruleIndex": rule.json,
      "level": diagnostic.severity.rawValue.json,
      "message": message(diagnostic.sentences.joined(separator: "\n")),
      "locations": diagnostic.labels.first.map { [location($0)] },
      "relatedLocations": related.isEmpty ? nil : .array(related),
      "fixes": fixes.isEmpty ? nil : .array(fixes),
    ])
  }

  private static func message(_ text: String) -> JSON { ["text": text.json] }

  private static func location(_ label: Diagnostic.Label, id: Int? = nil) -> JSON {
    .present([
      "id": id?.json,
      "physicalLocation": place(label.place),
      "message": label.message.isEmpty ? nil : message(label.message),
    ])
  }

  private static func place(_ place: SourcePlace) -> JSON {
    switch place {
    case .file(let name): artifact(name)
    case .swift(let location): self.place(location)
    case .span(let span):
      if let location = span.file.swiftLocation {
        self.place(location)
      } else {
        .joining(artifact(span.file.name), ["region": region(span)])
      }
    }
  }

  private static func place(_ location: SwiftLocation) -> JSON {
    .joining(
      artifact(location.fileID), ["region": ["startLine": max(1, location.line).json]])
  }

  private static func artifact(_ name: String) -> JSON {
    ["artifactLocation": ["uri": URIReference.text(forPath: name).json]]
  }

  private static func region(_ span: SourceSpan) -> JSON {
    let end = span.file.lineColumn(at: span.range.upperBound)
    return [
      "startLine": span.start.line.json,
      "startColumn": span.start.column.json,
      "endLine": end.line.json,
      "endColumn": end.column.json,
    ]
  }

  /// Returns a fix-it whose edits are known and in files; nil for any other.
  private static func fix(_ fixIt: Diagnostic.FixIt) -> JSON? {
    let edits = fixIt.edits
    guard !edits.isEmpty, !fixIt.hasSecret, edits.allSatisfy({ $0.span.file.swiftLocation == nil })
    else {
      return nil
    }
    let changes = edits.map(\.span.file).uniqued.map { file in
      let replacements: [JSON] = edits.filter { $0.span.file == file }.map { edit in
        ["deletedRegion": region(edit.span), "insertedContent": message(edit.replacement)]
      }
      return JSON.joining(artifact(file.name), ["replacements": .array(replacements)])
    }
    return ["description": message(fixIt.message), "artifactChanges": .array(changes)]
  }
}

/// Writes paths as URI references.
private enum URIReference {
  /// Returns the URI of a path: a relative one stays relative; an absolute one becomes a `file:`
  /// URI.
  static func text(forPath path: String) -> String {
    var text = path.utf8.first == UInt8(ascii: "/") ? "file://" : ""
    for byte in path.utf8 {
      if byte.isKeyCharacter || "~/".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + byte.hexadecimal(digits: 2, uppercase: true)
      }
    }
    return text
  }
}
