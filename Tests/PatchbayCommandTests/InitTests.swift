import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("init")
struct InitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  @Test("writes every type, wired, and what may be left out as comments")
  func everyType() async throws {
    let path = folder.file("Config/new/services.yaml")
    let outcome = await run(words: ["init", path], services: "", catalog: .shop)
    #expect(outcome.code == 0, "\(outcome.problem)")
    #expect(
      outcome.result == """
        wrote `\(path)` with 7 services
        created the folder `\(folder.file("Config/new"))`
        next: `greeter schema --config \(path) > \(folder.file("Config/new/services.schema.json"))` \
        for editors, then `greeter check --config \(path)`
        """)
    #expect(
      try text("Config/new/services.yaml") == """
        # yaml-language-server: $schema=services.schema.json
        # The types of `greeter`: keep what the program needs, and rename it.
        version: 1

        # What the program asks for. `check` reports what these do not lead to.
        roots:
          - audit-fanout
          - caching-store
          - draft
          - file-audit
          - http-server
          - sql-store

        services:
          audit-fanout:
            type: AuditFanout
            # arguments:
              # sinks: [!ref file-audit]

          caching-store:
            type: CachingStore
            arguments:
              inner: !ref memory-store
              ttl: $(env:CACHING_STORE_TTL)

          draft:
            type: Draft

          file-audit:
            type: FileAudit
            arguments:
              path: $(env:FILE_AUDIT_PATH)

          http-server:
            type: HTTPServer
            arguments:
              store: !ref memory-store
              port: $(env:HTTP_SERVER_PORT)
              apiToken: !secret $(env:HTTP_SERVER_API_TOKEN)
              level: debug  # or info
              hosts: []
              weights: {}
              origin: $(env:HTTP_SERVER_ORIGIN)  # origin: Point
              # threads: Int = 4
              # password: String = …
              # audit: !optional file-audit
            # properties:
              # banner: String

          memory-store:
            type: MemoryStore

          sql-store:
            type: SQLStore
            arguments:
              url: $(env:SQL_STORE_URL)

          # No other type provides what `missing` takes:
          # orphan:
          #   type: Orphan
          #   arguments:
          #     missing: !ref KEY

        """)
  }

  @Test("The result passes the check of the program")
  func check() async throws {
    let path = folder.file("services.yaml")
    for catalog in [FactoryCatalog.shop, .greetings, FactoryCatalog("empty") {}] {
      try? FileManager.default.removeItem(atPath: path)
      #expect(await run(words: ["init", path], services: "", catalog: catalog).code == 0)
      let outcome = await run(
        words: ["check", "--config", path], services: "", catalog: catalog)
      #expect(outcome.code == 0, "\(outcome.result)")
      #expect(!outcome.result.contains("warning"), "\(outcome.result)")
    }
  }

  @Test("is a service of one line for a type without parameters; the default is the program's file")
  func own() async throws {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: FactoryCatalog("app") { Factory("Clock") { 1 } },
      configuration: .init(path: folder.file("services.yaml")), variables: [:],
      output: recorder.output())
    #expect(await command.run(["init"]) == 0)
    #expect(try text("services.yaml").hasSuffix("\nservices:\n  clock:\n    type: Clock\n"))
    #expect(recorder.result.hasSuffix("for editors, then `app check`"))
  }

  @Test("changes nothing that exists, not even a link that leads nowhere")
  func existing() async throws {
    try folder.write("mine", to: "services.yaml")
    try folder.link("link.yaml", to: folder.file("nowhere.yaml"))
    // The program finds its configuration in a folder above.
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    let above = Array(repeating: "..", count: depth).joined(separator: "/")
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .greetings,
      configuration: ConfigurationSource(path: above + folder.file("services.yaml")),
      variables: [:], output: recorder.output())
    #expect(await command.run(["init"]) == 64)
    let own = folder.file("services.yaml").dropFirst()
    #expect(
      recorder.problem.contains(
        "\nhelp: the program finds it from this folder; `app init \(own)` writes one here\n"))
    for name in ["services.yaml", "link.yaml", ""] {
      let path = name.isEmpty ? folder.path : folder.file(name)
      let outcome = await run(words: ["init", path], services: "")
      #expect(outcome.code == 64, "\(name)")
      #expect(outcome.problem.contains("exists, and is not changed"), "\(outcome.problem)")
    }
    #expect(try text("services.yaml") == "mine")
    #expect(!FileManager.default.fileExists(atPath: folder.file("nowhere.yaml")))
  }

  @Test("Of several calls at once, one writes the file")
  func race() async throws {
    let path = folder.file("deep/down/services.yaml")
    let codes = await withTaskGroup(of: Int32.self) { group in
      for _ in 0..<16 { group.addTask { await run(words: ["init", path], services: "").code } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.sorted() == [0] + Array(repeating: 64, count: 15))
    let single = folder.file("single.yaml")
    _ = await run(words: ["init", single], services: "")
    #expect(
      try text("deep/down/services.yaml")
        == text("single.yaml").replacing("single.schema", with: "services.schema"))
  }

  @Test("reports what cannot be written")
  func unwritable() async throws {
    try folder.write("", to: "file")
    let below = await run(words: ["init", folder.file("file/services.yaml")], services: "")
    #expect(below.code == 74)
    #expect(below.problem.contains("could not be written: Not a directory"), "\(below.problem)")
    for words in [
      ["init"], ["init", ""], ["init", "folder/"], ["init", "a", "b"],
      ["init", "a", "--config", "b"], ["init", "a", "--overlay", "b"],
      ["init", "a", "--environment", "b"],
    ] {
      #expect(await run(words: words, services: "").code == 64, "\(words)")
    }
  }

  @Test("writes texts of the catalog so that they mean nothing else")
  func hostile() async throws {
    let names = ["a: b", "#x", "- y", "é\n", "null", "5", "!ref", "\u{2028}", "'\""]
    let catalog = FactoryCatalog("app") {
      for name in names {
        Factory(name, Parameter<Strange>.value(name), Parameter<Int>.value("\(name) 2", default: 1))
        {
          _, _ in 1
        }
      }
    }
    let path = folder.file("services.yaml")
    #expect(await run(words: ["init", path], services: "", catalog: catalog).code == 0)
    let outcome = await run(
      words: ["check", "--strict", "--config", path], services: "", catalog: catalog)
    #expect(outcome.code == 0, "\(outcome.result)")
    let schema = await run(
      words: ["schema", "--config", path], services: "", catalog: catalog)
    #expect(schema.code == 0)
  }
}

private enum Strange: String, Decodable, CaseIterable {
  case reference = "$$(x) # 5: \"\n"
  case other
}

private protocol Store: Sendable {}
private protocol Audit: Sendable {}
private protocol Missing: Sendable {}
private struct Users: Store {}
private struct Auditor: Audit {}
private struct Server: Sendable {}
private struct Point: Sendable, Decodable {}
private final class Draft {}
private enum Level: String, Decodable, CaseIterable { case debug, info }

extension FactoryCatalog {
  /// Types of every kind.
  fileprivate static let shop = FactoryCatalog("shop") {
    Factory("MemoryStore") { Users() }.provides((any Store).self) { $0 }
    Factory("SQLStore", .value("url")) { (_: String) in Users() }
      .provides((any Store).self) { $0 }
    Factory("CachingStore", .service("inner"), .value("ttl")) { (_: any Store, _: Duration) in
      Users()
    }
    .provides((any Store).self) { $0 }
    Factory(
      "HTTPServer", .service("store"), .value("port"), .value("apiToken"), .value("level"),
      .value("hosts"), .value("weights"), .value("origin"), .value("threads", default: 4),
      .value("password", default: "hunter2"), .optional("audit")
    ) {
      (
        _: any Store, _: Int, _: String, _: Level, _: [String], _: [String: Int], _: Point, _: Int,
        _: String, _: (any Audit)?
      ) in Server()
    }
    .property("banner", value: String.self) { _, _ in }
    Factory("FileAudit", .value("path")) { (_: String) in Auditor() }
      .provides((any Audit).self) { $0 }
    Factory("AuditFanout", .services("sinks")) { (_: [any Audit]) in 1 }
    Factory("Orphan", .service("missing")) { (_: any Missing) in Server() }
    Factory("Draft", .argument("title")) { (_: String) in Draft() }
  }
}
