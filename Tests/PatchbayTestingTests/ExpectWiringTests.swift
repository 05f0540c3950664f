import Foundation
import Patchbay
@testable import PatchbayTesting
import TestSupport
import Testing

@Suite("A test of the whole wiring")
struct ExpectWiringTests {
  /// An issue that was recorded: its place, whether it fails the test, and its first line.
  private func issues(
    _ files: [String: String], overlays: [String] = []
  ) throws -> [String] {
    let folder = try TemporaryFolder(files)
    let path = folder.path
    return recordedIssues(in: folder) { issue in
      let place = issue.sourceLocation.map { "\($0.filePath):\($0.line):\($0.column)" } ?? "?"
      return "\(place) \(issue.text.prefix { $0 != "\n" })".replacing(path, with: "Config")
    } _: {
      expectWiring(
        folder.file("services.yaml"), catalog: .guests,
        overlays: overlays.map { folder.file($0) })
    }
  }

  @Test("finds nothing in the fixture, for which no variable is set")
  func right() {
    expectWiring("Tests/PatchbayTestingTests/Fixtures/services.yaml", catalog: .guests)
  }

  @Test("records each mistake once, at its line of the file, of whatever environment")
  func mistakes() throws {
    let found = try issues([
      "services.yaml": """
      services:
        one: { type: Gest, arguments: { name: $(env:NAME) } }
      environments:
        production: {}
        test:
          services:
            two: { type: Guest, arguments: { title: x } }

      """
    ])
    #expect(
      found == [
        "Config/services.yaml:2:16 error[unknown-type]: no factory is registered for the type name"
          + " `Gest`",
        "Config/services.yaml:7:27 error[missing-argument]: `Guest` needs the argument `name`, which"
          + " `two` does not give",
        "Config/services.yaml:7:40 error[unknown-argument]: `Guest` has no parameter `title`, which"
          + " `two` gives",
      ])
  }

  @Test("records what nothing uses as a warning, which does not fail a test")
  func warnings() throws {
    let folder = try TemporaryFolder([
      "services.yaml": """
      templates: { guest: { type: Guest } }
      services: { one: { type: Guest, arguments: { name: a } } }

      """
    ])
    // Without a known issue: the test itself must not fail.
    expectWiring(folder.file("services.yaml"), catalog: .guests)
    #expect(
      try issues(["services.yaml": "templates: { guest: { type: Guest } }\nservices: {}\n"]) == [
        "Config/services.yaml:1:14 warning[unused-template]: nothing extends the template `guest`",
        "Config/services.yaml:2:1 warning[missing-field]: the configuration defines no service",
      ])
  }

  @Test("lays each overlay over each environment")
  func overlays() throws {
    let files = [
      "services.yaml": "services: { one: { type: Guest, arguments: { name: a } } }\n",
      "o/a.yaml": "services: { two: { type: Guest, arguments: { name: !ref one } } }\n",
      "o/b.yaml": "services: { one: !remove }\n",
    ]
    let each = [
      "Config/o/a.yaml:1:52 error[argument-kind]: the argument `name` of `two` takes a value, found a"
        + " service"
    ]
    #expect(try issues(files, overlays: ["o/*.yaml"]) == each)
    #expect(try issues(files, overlays: ["o/a.yaml", "o/b.yaml"]) == each)
  }

  @Test("records files that cannot be read, and patterns without files")
  func unreadable() throws {
    let broken = try issues(["services.yaml": "services: [\n"])
    #expect(broken.count == 1 && broken[0].hasPrefix("Config/services.yaml:"), "\(broken)")
    #expect(broken[0].contains(" error[yaml-syntax]: "))
    #expect(
      try issues(["other.yaml": ""]).first?.contains("error[file-not-found]: `expectWiring` names")
        == true)
    let found = try issues(
      ["services.yaml": "services: { one: { type: Guest, arguments: { name: a } } }\n"],
      overlays: ["none/*.yaml"])
    #expect(found.count == 1)
    #expect(found.first?.contains("ExpectWiringTests.swift") == true)
    #expect(found.first?.hasSuffix("no file matches the pattern `Config/none/*.yaml`") == true)
  }

  @Test("finds patterns from the folder of the package, too")
  func package() {
    withKnownIssue {
      expectWiring(
        "Tests/PatchbayTestingTests/Fixtures/services.yaml", catalog: .guests,
        overlays: ["PatchbayTestingTests/*.yaml"])
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("no file matches") == true
    }
    expectWiring(
      "Tests/PatchbayTestingTests/Fixtures/services.yaml", catalog: .guests,
      overlays: ["Tests/PatchbayTestingTests/Fixtures/ad?.yaml"])
  }

  @Test("records the warnings about the overlay of a test with that test, and no others")
  func traits() async throws {
    let found = Guarded<[String]>([])
    try await withKnownIssue(isIntermittent: true) {
      try await ServicesTrait.run(
        {},
        with: [
          .services(
            yaml: """
              services:
                one: { type: Guest, arguments: { name: a } }
                two: { type: Guest, deprecated: old, arguments: { name: a } }
                all: { alias: two }

              """, catalog: .guests),
          .overlay(yaml: "services:\n  one: { arguments: { name: a } }\n"),
        ], owner: nil)
    } matching: { issue in
      found.withLock { $0.append(issue.comments.first?.rawValue ?? "") }
      return true
    }
    let texts = found.withLock(\.self)
    #expect(texts.map { $0.prefix(30) } == ["warning[patch-without-effect]:"], "\(texts)")
  }

  @Test(
    "explains a text in place of a path",
    arguments: [
      ("services: {}", []),
      ("Tests/PatchbayTestingTests/Fixtures/services.yaml", ["services: { one: !remove }"]),
    ])
  func text(_ path: String, _ overlays: [String]) {
    let texts = Guarded<[String]>([])
    withKnownIssue {
      expectWiring(path, catalog: .guests, overlays: overlays)
    } matching: { issue in
      texts.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let text = texts.withLock { $0.first } ?? ""
    #expect(text.contains("this is a text and not a path: write it into a file"), "\(text)")
  }
}
