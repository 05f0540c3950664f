import PatchbayCore
import PatchbayDiagnostics

extension EnvReport {
  /// An object for programs; the order of all members and elements depends on the configuration
  /// alone.
  var json: String {
    let environments = environments.map { environment in
      let requirements = environment.requirements
      return """
          {"name": \(environment.name.map(JSONText.string)?.text ?? "null"),
           "variables": \(Self.lines(requirements.variables.map(Self.json))),
           "files": \(Self.lines(requirements.files.map(Self.json)))}
        """
    }
    return """
      {"format": 1, "environments": [
      \(environments.joined(separator: ",\n"))
      ]}
      """
  }

  private static func lines(_ elements: [JSONText]) -> String {
    guard !elements.isEmpty else { return "[]" }
    return "[\n" + elements.map { "      " + $0.text }.joined(separator: ",\n") + "\n    ]"
  }

  private static func json(_ variable: Variable) -> JSONText {
    .object([
      ("name", .string(variable.name)),
      ("needed", .bool(variable.fallback == nil)),
      ("default", variable.shownFallback?.json ?? .null),
      ("secret", .bool(variable.isSecret)),
      ("readers", .array(variable.readers.map { json($0, isSecret: variable.isSecret) })),
    ])
  }

  private static func json(_ reader: ExternalRequirements.Reader, isSecret: Bool) -> JSONText {
    // The text around a secret may be one, too.
    let pattern = isSecret ? nil : reader.pattern
    return .object(
      [
        ("type", .string(reader.type)),
        ("expectation", .string(reader.expectation)),
        ("cases", .array(reader.cases.map(JSONText.string))),
        ("whole", .bool(reader.pattern == nil)),
        ("pattern", pattern.map(JSONText.string) ?? .null),
        ("subject", .string(reader.subject)),
      ] + json(reader.place))
  }

  private static func json(_ file: ExternalRequirements.File) -> JSONText {
    .object(
      [("path", .string(file.path)), ("subject", .string(file.subject))] + json(file.place))
  }

  private static func json(_ place: SourcePlace) -> [(String, JSONText)] {
    switch place {
    case .span(let span):
      [
        ("file", .string(span.file.name)), ("line", .number(span.start.line)),
        ("column", .number(span.start.column)),
      ]
    case .file(let name): [("file", .string(name))]
    case .swift(let location):
      [("file", .string(location.fileID)), ("line", .number(location.line))]
    }
  }
}
