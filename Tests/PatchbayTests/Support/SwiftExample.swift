import Foundation

/// What a program does in the example of a diagnostic's page, as Swift.
enum SwiftExample {
  /// Returns the statements of a step of `case.txt`; nil for a step that no program takes.
  static func code(for step: String) throws -> String? {
    let words = step.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    return switch words[0] {
    case "resolve": "let \(rest) = try container[\"\(rest)\"]"
    case "resolve-int": "let \(rest) = try container.resolve(\"\(rest)\", as: Int.self)"
    case "resolve-in-test": "let \(rest) = try Services.current[\"\(rest)\"]"
    case "start": "try await container.start()"
    case "run": "try await container.run()"
    case "stop": "try await container.stop()"
    case "close":
      """
      let scope = try await container.openScope("\(rest)")
      try await scope.close()
      let session = try scope["session"]
      """
    case "abandon":
      """
      let \(rest) = try Container(loading: "Config/services.yaml", catalog: .app)
        .resolve("\(rest)", as: Holder.self)
      let session = try \(rest).session()  // nothing keeps the container
      """
    case "child-of-another":
      """
      let plan = try configuration.plan(parent: server.plan, catalog: .app)
      let request = try Container(plan, parent: other)
      """
    case "overlay-on-swift":
      """
      let container = try Container { Provide(.clock) { SystemClock() } }
      let changed = try container.overlaid(by: "Config/\(rest)")
      """
    case "catalog": try catalog(rest)
    default: nil
    }
  }

  /// Returns the declaration of a faulty catalog as the tests have it, without the places that they
  /// set.
  private static func catalog(_ code: String) throws -> String {
    let file = Project.folder.appending(path: "Tests/PatchbayTests/Support/FaultyCatalogs.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let start = "    \"\(code)\": "
    guard let range = source.range(of: start),
      let end = source[range.upperBound...].range(of: "\n    },\n")
    else { throw NoSuchCatalog(code: code) }
    let text = String(source[range.upperBound..<end.lowerBound]) + "\n    }"
    return text.replacing("\n    ", with: "\n").replacing(/, fileID: app(, line: \d+)?/, with: "")
      .replacing(/fileID: app, line: \d+/, with: "").replacing(".onRun() {", with: ".onRun {")
  }

  struct NoSuchCatalog: Error { var code: String }
}
