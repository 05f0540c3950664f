import PatchbayCore
import PatchbayDiagnostics

extension EnvReport {
  /// An object for programs; the order of all members and elements depends on the configuration
  /// alone.
  var json: String {
    let rows = environments.map { environment -> JSON in
      let requirements = environment.requirements
      return [
        "name": environment.name.json,
        "variables": .array(requirements.variables.map(Self.json)),
        "files": .array(requirements.files.map(Self.json)),
      ]
    }
    let report: JSON = ["format": 1, "environments": .array(rows)]
    return report.lines
  }

  private static func json(_ variable: Variable) -> JSON {
    .joining(
      variable.needJSON,
      [
        "default": variable.shownFallback.json,
        "secret": variable.isSecret.json,
        "readers": .array(variable.readers.map { json($0, isSecret: variable.isSecret) }),
      ])
  }

  private static func json(_ reader: ExternalRequirements.Reader, isSecret: Bool) -> JSON {
    // The text around a secret may be one, too.
    let pattern = isSecret ? nil : reader.pattern
    return .joining(
      [
        "type": reader.type.json,
        "expectation": reader.expectation.json,
        "cases": reader.cases.json,
        "whole": (reader.pattern == nil).json,
        "pattern": pattern.json,
        "subject": reader.subject.json,
      ], reader.keepsEmpty ? ["keepsEmpty": true] : [:], json(reader.place))
  }

  private static func json(_ file: ExternalRequirements.File) -> JSON {
    .joining(["path": file.path.json, "subject": file.subject.json], json(file.place))
  }

  private static func json(_ place: SourcePlace) -> JSON {
    switch place {
    case .span(let span):
      [
        "file": span.file.name.json, "line": span.start.line.json,
        "column": span.start.column.json,
      ]
    case .file(let name): ["file": name.json]
    case .swift(let location): ["file": location.fileID.json, "line": location.line.json]
    }
  }
}
