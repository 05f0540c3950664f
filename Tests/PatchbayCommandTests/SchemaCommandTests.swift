import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("schema")
struct SchemaCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["services.yaml": Texts.services]) }

  private func schema(_ words: String..., variables: [String: String] = [:]) async -> Outcome {
    await run(
      words: ["schema", "--config", folder.file("services.yaml")] + words, services: "",
      variables: variables)
  }

  /// The enumerated names of a definition.
  private func names(_ definition: String, in schema: String) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
    let definitions = try #require(object?["$defs"] as? [String: Any])
    return (definitions[definition] as? [String: Any])?["enum"] as? [String] ?? []
  }

  @Test("knows the types, and suggests the names of all environments")
  func names() async throws {
    let outcome = await schema(variables: ["PATCHBAY_ENV": "nowhere"])
    #expect(outcome.code == 0)
    #expect(outcome.problem == "")
    #expect(try names("type-name", in: outcome.result) == ["Greeter", "Loud", "Plain"])
    #expect(
      try names("known-keys", in: outcome.result) == ["greeter", "hello", "voice", "voice.loud"])
    #expect(try names("known-tags", in: outcome.result) == ["polite"])
    #expect(try names("known-environments", in: outcome.result) == ["quiet", "test"])
    #expect(try names("known-contracts", in: outcome.result).contains("Voice"))
  }

  @Test("suggests the names of overlays, siblings, templates and modules")
  func layers() async throws {
    let overlay = try folder.write(
      "scopes: [session]\ntemplates: { base: {} }\nservices: { extra: { tags: [spare] } }\n",
      to: "o.yaml")
    try folder.write("services: { sibling: { type: Plain } }\n", to: "services.live.yaml")
    struct Extra: Module {
      var definitions: Definitions {
        Definitions {
          Scopes("request")
          Provide("own") { 1 }.tag("swift")
        }
      }
    }
    let outcome = await run(
      words: ["schema", "--config", folder.file("services.yaml"), "--overlay", overlay],
      services: "", modules: [Extra()])
    #expect(outcome.code == 0, "\(outcome.problem)")
    let keys = try names("known-keys", in: outcome.result)
    #expect(Set(keys).isSuperset(of: ["extra", "sibling", "own", "voice"]))
    #expect(try names("known-templates", in: outcome.result) == ["base"])
    #expect(try names("known-tags", in: outcome.result) == ["polite", "spare", "swift"])
    #expect(
      try names("known-scopes", in: outcome.result)
        == ["graph", "request", "session", "singleton", "transient", "weak"])
    #expect(
      try names("known-environments", in: outcome.result) == ["live", "quiet", "test"])
  }

  @Test("refuses what its result does not depend on")
  func refusals() async {
    #expect(await schema("--environment", "test").code == 64)
    #expect(await schema("surplus").code == 64)
  }

  @Test("knows the catalog alone where the configuration is not there or has mistakes")
  func withoutConfiguration() async throws {
    try folder.write("services: [\n", to: "services.yaml")
    let broken = await schema()
    #expect(broken.code == 78)
    #expect(broken.problem.contains("error[yaml-syntax]"))
    #expect(try names("type-name", in: broken.result) == ["Greeter", "Loud", "Plain"])
    #expect(try names("known-keys", in: broken.result) == [])

    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .greetings, configuration: .init(path: folder.file("none.yaml")),
      variables: [:], output: recorder.output())
    #expect(await command.run(["schema"]) == 0)
    #expect(recorder.result == broken.result)
    #expect(
      recorder.problem
        == "note: there is no `\(folder.file("none.yaml"))`: the schema knows the catalog alone")
    // A file that the caller names must be there.
    #expect(await command.run(["schema", "--config", folder.file("other.yaml")]) == 78)
  }

  @Test("hides the default of a credential")
  func credential() async {
    let catalog = FactoryCatalog("app") {
      Factory("Mailer", .value("apiToken", default: "hunter2"), .value("port", default: 25)) {
        (token: String, port: Int) in "\(token)\(port)"
      }
    }
    let outcome = await run("schema", services: "", catalog: catalog)
    #expect(outcome.result.contains(#"Mailer(apiToken: String = \u2026, port: Int = 25)"#))
    #expect(!outcome.result.contains("hunter2"))
  }

  @Test("an empty catalog has no type")
  func empty() async throws {
    let outcome = await run("schema", services: "", catalog: FactoryCatalog("app") {})
    #expect(outcome.code == 0)
    #expect(try names("type-name", in: outcome.result) == [])
  }

  @Test("names of types that mean something to JSON and to references are only names")
  func hostileNames() async throws {
    let names = ["a/b~c", "\"q\" \\", "#x%20", "$(touch x)", "é", "text", "\u{2028}"]
    let catalog = FactoryCatalog("app") { for name in names { Factory(name) { 1 } } }
    let outcome = await run("schema", services: "", catalog: catalog)
    #expect(Set(try self.names("type-name", in: outcome.result)) == Set(names))
    let object = try JSONSerialization.jsonObject(with: Data(outcome.result.utf8)) as? [String: Any]
    let definitions = try #require(object?["$defs"] as? [String: Any])
    for reference in outcome.result.matches(of: /"#\/\$defs\/([^"]*)"/) {
      #expect(definitions[String(reference.1)] != nil, "\(reference.1)")
    }
  }
}
