import Foundation
import Patchbay
import TestSupport
import Testing

@testable import PatchbayTesting

@Suite("A test whose services cannot be loaded")
struct TraitProblemTests {
  /// Runs a body under traits as a test would, and gives the text of the issue that comes of it.
  private func issue(
    of traits: [ServicesTrait], owner: TestIdentity? = nil
  ) async throws -> String? {
    let ran = Flag()
    let texts = Guarded<[String]>([])
    try await withKnownIssue {
      try await ServicesTrait.run(
        { ran.set() }, with: traits, owner: owner)
    } matching: { issue in
      texts.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    #expect(!ran.isSet, "the body ran")
    return texts.withLock { $0.count == 1 ? $0[0] : nil }
  }

  @Test("fails with the rendered diagnostics, the overlay's named by its Swift line")
  func mistake() async throws {
    let overlay = ServicesTrait.overlay(
      yaml: "services:\n  gest: { arguments: { name: x } }\n",
      sourceLocation: SourceLocation(
        fileID: "AppTests/SignUpTests.swift", filePath: #filePath, line: 14, column: 3))
    let text = try await issue(of: [
      .services(
        "Tests/PatchbayTestingTests/Fixtures/services.yaml", environment: "test",
        catalog: .guests),
      overlay,
    ])
    #expect(
      text == """
        error[patch-without-base]: this overlay changes `gest`, but no lower layer defines it
         --> AppTests/SignUpTests.swift:14, line 2:3
          |
        2 |   gest: { arguments: { name: x } }
          |   ^^^^ an entry without `type` changes an existing service
         ::: Tests/PatchbayTestingTests/Fixtures/services.yaml:6:3
          |
        6 |   guest: { type: Guest, arguments: { name: $(name) } }
          |   ----- a similar key is defined here
          |
        help: did you mean `guest`?
            - gest: { arguments: { name: x } }
            + guest: { arguments: { name: x } }
        help: to add a new service instead, give it a `type`
        """)
  }

  @Test("fails for a file that is not there")
  func missingFile() async throws {
    // The tests run in the folder of the package, which is not looked through twice.
    let folder = FileManager.default.currentDirectoryPath
    let location = SourceLocation(
      fileID: "AppTests/SignUpTests.swift", filePath: #filePath, line: 14, column: 3)
    #expect(
      try await issue(of: [
        .services("nowhere/services.yaml", catalog: .guests, sourceLocation: location)
      ]) == """
        error[file-not-found]: `.services` names `nowhere/services.yaml`, but there is no such file
         --> AppTests/SignUpTests.swift:14: named here
          = note: it was looked for in the working directory, `\(folder)`
        """)
    #expect(
      try await issue(of: [
        .services(yaml: "services: {}", catalog: .guests),
        .overlay("nowhere/overlay.yaml", sourceLocation: location),
      ]) == """
        error[file-not-found]: `.overlay` names `nowhere/overlay.yaml`, but there is no such file
         --> AppTests/SignUpTests.swift:14: named here
          = note: it was looked for in the working directory, `\(folder)`
        """)
  }

  @Test("names the test for which a file is not there")
  func missingFileOfATest() async throws {
    let folder = FileManager.default.currentDirectoryPath
    let location = SourceLocation(
      fileID: "AppTests/SignUpTests.swift", filePath: #filePath, line: 14, column: 3)
    #expect(
      try await issue(
        of: [.services("Confg/services.yaml", catalog: .guests, sourceLocation: location)],
        owner: TestIdentity(try #require(Test.current))) == """
          error[file-not-found]: `.services` names `Confg/services.yaml`, but there is no such file
           --> AppTests/SignUpTests.swift:14: named here
            = note: it was looked for in the working directory, `\(folder)`
            = note: the test `names the test for which a file is not there` has this trait
          help: did you mean `Config/services.yaml`?
          """)
  }

  @Test("shows the proposals of an error that the body of a test throws")
  func thrown() throws {
    let error = try #require(throws: DiagnosticsError.self) {
      try withServices(
        "Tests/PatchbayTestingTests/Fixtures/services.yaml", environment: "test", catalog: .guests
      ) { _ = try Services.current.resolve("gest", as: Guest.self) }
    }
    let issues = Guarded<[String]>([])
    try withKnownIssue {
      throw error
    } matching: { issue in
      issues.withLock { $0.append(issue.description) }
      return true
    }
    let text = issues.withLock { $0.first ?? "" }
    #expect(text.contains("error[no-such-service]: no service has the key `gest`\n"), "\(text)")
    #expect(text.contains("\nhelp: did you mean `guest`?"), "\(text)")
  }

  @Test("names both folders in which a file was looked for")
  func missingFileOfAnotherPackage() throws {
    let package = try TemporaryPackage()
    let error = try #require(throws: DiagnosticsError.self) {
      try withServices("nowhere.yaml", catalog: .guests, filePath: package.testFile) {}
    }
    #expect(
      TerminalRenderer().render(error.diagnostics) == """
        error[file-not-found]: `withServices` names `nowhere.yaml`, but there is no such file
         --> nowhere.yaml: not found
          = note: it was looked for in the working directory, `\(FileManager.default.currentDirectoryPath)`
          = note: it was looked for in the folder of `Package.swift`, `\(package.folder)`
        """)
  }

  @Test("fails for an overlay before its base, at the line of the overlay")
  func overlayFirst() async throws {
    let location = SourceLocation(
      fileID: "AppTests/SignUpTests.swift", filePath: #filePath, line: 14, column: 3)
    let lines = Guarded<[Int]>([])
    try await withKnownIssue {
      try await ServicesTrait.run(
        { Issue.record("the body ran") },
        with: [
          .overlay(yaml: "services: {}", sourceLocation: location),
          .services(yaml: "services: {}", catalog: .guests),
        ], owner: nil)
    } matching: { issue in
      lines.withLock { $0.append(issue.sourceLocation?.line ?? 0) }
      return issue.comments.map(\.rawValue) == [
        "`.overlay` changes the `.services(…)` before it, and this one comes first: write it after `.services(…)`"
      ]
    }
    #expect(lines.withLock(\.self) == [14])
    // An overlay of an outer base changes an inner one, too, and is no mistake.
    let recipe = try ServicesRecipe([
      .services(yaml: "services: {}", catalog: .guests), .overlay(yaml: "services: {}"),
      .services(yaml: "services: {}", catalog: .guests),
    ])
    #expect(recipe.overlays.count == 1)
  }

  @Test("says how a test sets a variable")
  func missingVariable() async throws {
    let yaml = "services:\n  guest: { type: Guest, arguments: { name: $(env:GUEST_NAME) } }\n"
    let note = "tests do not read the variables of the process: the argument `variables:` of"
    let text = try #require(
      await issue(of: [.services(yaml: yaml, catalog: .guests)]))
    #expect(text.contains("\n  = note: \(note) `.services` passes them\n"), "\(text)")
    let folder = try TemporaryPackage()
    let path = folder.folder + "/services.yaml"
    try yaml.write(toFile: path, atomically: true, encoding: .utf8)
    let error = try #require(throws: DiagnosticsError.self) {
      try withServices(path, catalog: .guests) {}
    }
    let rendered = TerminalRenderer().render(error.diagnostics)
    #expect(rendered.contains("\n  = note: \(note) `withServices` passes them\n"), "\(rendered)")
  }

  @Test("says that a path is no text, and a text no path")
  func pathAndText() async throws {
    let path = try #require(
      await issue(of: [
        .services(yaml: "services: {}", catalog: .guests),
        .overlay(yaml: "Tests/Overlays/outage.yaml"),
      ]))
    #expect(
      path.hasSuffix(
        "\nhelp: this text is a path: to load that file, pass a path, without `yaml:` or as `ConfigurationSource(path:)`"
      ), "\(path)")
    let text = try #require(
      await issue(of: [
        .services(yaml: "services: {}", catalog: .guests), .overlay("services: {}"),
      ]))
    #expect(
      text.hasSuffix("\nhelp: this is a text and not a path: write `.overlay(yaml: …)`"), "\(text)")
  }

  @Test("says that a trait takes no pattern")
  func pattern() async throws {
    let text = try #require(
      await issue(of: [
        .services(yaml: "services: {}", catalog: .guests), .overlay("Tests/Overlays/*.yaml"),
      ]))
    #expect(
      text.hasSuffix(
        "\nhelp: a trait takes one file and no pattern: write an `.overlay` for each file"),
      "\(text)")
  }

  @Test("fails for an overlay without a base")
  func noBase() async throws {
    #expect(
      try await issue(of: [.overlay(yaml: "services: {}")])
        == "`.overlay` changes a base: give the test or its suite `.services(…)` before it")
  }
}

/// A folder with a `Package.swift`, which is removed with its value.
private final class TemporaryPackage {
  let folder: String
  var testFile: String { folder + "/Tests/AppTests/AppTests.swift" }

  init() throws {
    let files = FileManager.default
    folder = files.temporaryDirectory.appendingPathComponent("patchbay-\(UUID().uuidString)").path
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = files.createFile(atPath: folder + "/Package.swift", contents: nil)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }
}
