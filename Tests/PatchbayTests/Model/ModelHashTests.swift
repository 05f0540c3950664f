import Foundation
import Patchbay
import TestSupport
import Testing

@Suite("The hash of a model covers what a program can observe")
struct ModelHashTests {
  /// Each edit replaces a text of the sample.
  static let same: [(name: String, edits: [(String, String)])] = [
    ("a comment, and other places", [("imports:", "# hello\n\nimports:")]),
    ("a description", [("keeps connections", "holds connections")]),
    ("a deprecation", [("deprecated: soon gone", "deprecated: gone soon")]),
    ("a deprecated alias", [(", deprecated: use store", "")]),
    ("roots", [("roots: [server, broken-link]", "roots: [server]")]),
    (
      "the order of keys in a map",
      [("first: !ref store, second: !ref store", "second: !ref store, first: !ref store")]
    ),
    (
      "the order of arguments",
      [
        (
          #"{ pool: !ref pool, folder: "$(data)/links", motto: $(file:motto.txt) }"#,
          #"{ motto: $(file:motto.txt), folder: "$(data)/links", pool: !ref pool }"#
        )
      ]
    ),
    (
      "the order of definitions",
      [
        ("  sessions: { type: Session, arguments: { pool: !ref pool } }\n", ""),
        (
          "services:\n  pool",
          "services:\n  sessions: { type: Session, arguments: { pool: !ref pool } }\n  pool"
        ),
      ]
    ),
    ("an alias in place of the key", [("first: !ref store", "first: !ref link")]),
    (
      "a reference in place of autowiring",
      [("autowire: true, provides: [Session]", "arguments: { pool: !ref pool }")]
    ),
    ("a value from a parameter", [("label: $(options.zone)", "label: eu")]),
    (
      "a value that another layer sets again",
      [("pool: { arguments: { size: 1 } }", "pool: { eager: false }")]
    ),
    ("the text of a secret", [("hunter22", "changed")]),
    ("a secret default", [("hunter26", "changed")]),
    ("the text of a credential in a URL", [("hunter27", "changed")]),
    ("the text of an unmarked credential", [("hunter28", "changed")]),
    ("what a file says", [("hunter24 is a motto", "changed")]),
    (
      "a disabled entry",
      [
        (
          "helper: !inline { type: Session, arguments: { pool: !ref pool } } }\n    tags: [part]",
          "helper: !ref session }"
        )
      ]
    ),
    ("an optional service that there is not", [("      spare: !optional missing\n", "")]),
    ("priority that changes no order", [("priority: 2,", "priority: 7,")]),
    ("the quotes of a text", [(#""b.example.com""#, "b.example.com")]),
  ]

  static let different: [(name: String, edits: [(String, String)])] = [
    ("a key", [("flagged:", "flaged:")]),
    ("a type", [("flagged: { type: Session, ", "flagged: { type: Twin, ")]),
    ("a scope", [("scope: request", "scope: transient")]),
    ("eager", [("eager: true", "eager: false")]),
    ("an alias", [("  link: { alias", "  link2: { alias")]),
    ("contracts", [(", provides: [Session]", ", provides: []")]),
    ("a text", [("zone: eu,", "zone: us,")]),
    ("an element", [("[a.example.com, ", "[")]),
    ("a key of a map", [("first: !ref", "third: !ref")]),
    ("which service", [("session: !ref sessions", "session: !ref flagged")]),
    ("a variable", [("url: postgres://app:hunter23@$(env:DB_HOST)/app", "url: $(env:OTHER)")]),
    ("a secret's variable", [("env:DB_PASSWORD", "env:OTHER_PASSWORD")]),
    (
      "a default",
      [("size: $(env:SIZE:-4)\n      password", "size: $(env:SIZE:-5)\n      password")]
    ),
    ("a path", [("$(path:data)", "$(path:date)")]),
    ("a file", [("$(file:motto.txt)", "$(file:parts/words.txt)")]),
    ("a path in a source", [("vault:keys/server", "vault:keys/other")]),
    (
      "a literal in place of a secret",
      [("token: !secret $(file:/run/secrets/token)", "token: none")]
    ),
    ("the order of tagged services", [("priority: 2,", "priority: -2,")]),
    ("a decorator", [("decorates: store\n", "enabled: false\n    decorates: store\n")]),
    ("a property", [("{ label: $(options.zone) }", "{ label: x }")]),
    ("what starts before", [("after: [pool]", "after: [store]")]),
    ("a time limit", [("stop: 2m", "stop: 3m")]),
    ("a parameter", [("mail.from: no-reply", "mail.from: reply")]),
    (
      "whether an empty text is left to the default",
      [("size: $(env:SIZE:-4)\n      password", "size: $(env:SIZE??4)\n      password")]
    ),
    ("a flag", [("enabled: $(env:FLAG)", "enabled: false")]),
    ("a variable in place of a flag", [("enabled: $(env:FLAG), ", "")]),
    ("a flag's variable", [("enabled: $(env:FLAG)", "enabled: $(env:OTHER)")]),
    ("a variable in place of eager", [("eager: true", "eager: $(env:WARM:-true)")]),
    ("a variable in place of a time limit", [("stop: 2m", "stop: $(env:STOP:-2m)")]),
    (
      "a variable in place of autowiring",
      [("autowire: true", "arguments: { pool: !ref pool }, autowire: $(env:WIRE)")]
    ),
    (
      "a variable in the defaults of a file",
      [("services:\n  audit", "defaults: { autowire: $(env:WIRE) }\nservices:\n  audit")]
    ),
    ("scopes", [("scopes: [request]", "scopes: [request, other]")]),
  ]

  @Test(arguments: same.map(\.name)) func doesNotCover(_ name: String) throws {
    let edits = try #require(Self.same.first { $0.name == name }).edits
    let changed = try ModelSample.model(edits.map { (of: $0.0, to: $0.1) })
    #expect(try changed.observed == ModelSample.model().observed)
    #expect(try changed.hash == ModelSample.model().hash)
  }

  @Test("the hash changes with what a program can observe", arguments: different.map(\.name))
  func covers(_ name: String) throws {
    let edits = try #require(Self.different.first { $0.name == name }).edits
    let changed = try ModelSample.model(edits.map { (of: $0.0, to: $0.1) })
    #expect(try changed.hash != ModelSample.model().hash)
  }

  @Test("the services of a map count by their keys, whose order does not")
  func map() throws {
    func hash(_ map: String) throws -> String {
      try ModelSample.model([(of: "first: !ref store, second: !ref store", to: map)]).hash
    }
    let written = try hash("first: !ref store, second: !ref audit")
    #expect(try hash("second: !ref audit, first: !ref store") == written)
    #expect(try hash("first: !ref audit, second: !ref store") != written)
    #expect(try hash("first: !ref link, second: !ref audit") == written)
    #expect(try hash("first: !ref store, second: !optional audit") == written)
    #expect(try hash("first: !ref store, second: !optional missing") != written)
  }

  @Test("what a service starts after counts by the service, under whichever of its keys")
  func starts() throws {
    func hash(_ after: String) throws -> String {
      try ModelSample.model([(of: "after: [pool]", to: "after: [\(after)]")]).hash
    }
    #expect(try hash("link") == hash("store"))
    #expect(try hash("store") != hash("pool"))
  }

  @Test("closures count by key, type and parameters")
  func closures() throws {
    struct First: Module {
      var definitions: Definitions { Provide("own", as: Int.self) { _ in 1 } }
    }
    struct Second: Module {
      var definitions: Definitions { Provide("own", as: Int.self) { _ in 2 } }
    }
    struct Third: Module {
      var definitions: Definitions { Provide("own", as: String.self) { _ in "" } }
    }
    let hash = try ModelSample.model(modules: [First()]).hash
    #expect(try ModelSample.model(modules: [Second()]).hash == hash)
    #expect(try ModelSample.model(modules: [Third()]).hash != hash)
    #expect(try ModelSample.model().hash != hash)
  }

  @Test("the summary of a factory does not count")
  func summaries() throws {
    func model(_ summary: String) throws -> WiringModel {
      let folder = try TemporaryFolder(["services.yaml": "services: { a: { type: A } }"])
      return try ModelSample.model(
        in: folder.path,
        catalog: FactoryCatalog("app") { Factory("A") { 1 }.summary(summary) })
    }
    let (plain, summarized) = try (model(""), model("Counts."))
    #expect(summarized.observed == plain.observed)
    #expect(summarized.catalog.map(\.summary) == ["Counts."])
  }

  @Test("the text is equal in every process, working folder and location of the configuration")
  func everywhere() async throws {
    let first = await #expect(
      processExitsWith: .success, observing: [\ExitTest.Result.standardOutputContent]
    ) { try ModelHashTests.printFromElsewhere() }
    let second = await #expect(
      processExitsWith: .success, observing: [\ExitTest.Result.standardOutputContent]
    ) { try ModelHashTests.printFromElsewhere() }
    let folder = try TemporaryFolder(ModelSample.files)
    let own = try ModelSample.model(
      in: folder.path, overlays: [folder.file("overlay.yaml")], modules: [ModelSample.Clock()]
    ).json
    for result in [first, second] {
      let output = try #require(result?.standardOutputContent)
      // The process writes other lines, too.
      #expect(String(decoding: output, as: UTF8.self).contains("BEGIN\n\(own)\nEND"))
    }
    #expect(!own.contains(folder.path))
  }

  /// Prints the model of the sample, which lies in another folder, by a relative path.
  static func printFromElsewhere() throws {
    let folder = try TemporaryFolder(
      Dictionary(uniqueKeysWithValues: ModelSample.files.map { ("deep/er/\($0)", $1) }))
    _ = FileManager.default.changeCurrentDirectoryPath(folder.file("deep"))
    let model = try ModelSample.model(
      in: "er", overlays: ["./er/overlay.yaml"], modules: [ModelSample.Clock()])
    print("BEGIN\n\(model.json)\nEND")
  }
}
