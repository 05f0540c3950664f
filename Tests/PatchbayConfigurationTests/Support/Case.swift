import PatchbayConfiguration
import Testing

/// A row of a table of small loads: the text, the diagnostics, and the result.
struct Case: Sendable, CustomTestStringConvertible {
  let id: String
  let yaml: String
  var environment: String?
  var variables: [String: String] = [:]
  var overlay: String?
  /// Every diagnostic, as ``Load/reported`` writes it.
  var reported: [String] = []
  /// What ``Load/trace(_:_:)`` gives for `s.x`, without the place.
  var value: String?

  var testDescription: String { id }

  init(
    _ id: String, _ yaml: String, environment: String? = nil, variables: [String: String] = [:],
    overlay: String? = nil, reported: [String] = [], value: String? = nil
  ) {
    self.id = id
    self.yaml = yaml
    self.environment = environment
    self.variables = variables
    self.overlay = overlay
    self.reported = reported
    self.value = value
  }

  /// Loads the row and compares.
  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    var files = ["services.yaml": yaml]
    files["overlay.yaml"] = overlay
    let load = try Load(files, environment: environment, variables: variables) { folder in
      overlay == nil ? [] : [.init(path: folder.file("overlay.yaml"))]
    }
    #expect(load.reported == reported, sourceLocation: sourceLocation)
    if let value {
      let found = load.argument("s", "x").map { load.text($0) } ?? "absent"
      #expect(found == value, sourceLocation: sourceLocation)
    }
  }
}
