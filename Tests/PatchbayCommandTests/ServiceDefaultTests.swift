import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("Commands show the defaults of services")
struct ServiceDefaultTests {
  private static let catalog = FactoryCatalog("app", fileID: "App/Catalog.swift", line: 1) {
    FactoryCatalog.greetings
    Factory(
      "Speaker", .service("voice", default: Plain(ending: "")), .value("name"),
      fileID: "App/Catalog.swift", line: 9
    ) { (voice: any Voice, name: String) in 1 }
  }

  private let services = "services: { speaker: { type: Speaker, arguments: { name: Ada } } }"

  private func output(_ words: String...) async -> String {
    let outcome = await run(words: words, services: services, catalog: Self.catalog)
    #expect(outcome.code == 0, "\(outcome.problem)")
    return outcome.result
  }

  @Test("show, among what is left to the factory")
  func show() async {
    #expect(
      await output("show", "speaker") == """
        speaker: Speaker
          defined at Config/services.yaml:1:13
          type set at Config/services.yaml:1:30
          factory: Speaker(voice: any Voice = default, name: String)
            declared at App/Catalog.swift:9
          scope: singleton (the default)
          arguments:
            name: Ada
              Config/services.yaml:1:58
          left to the factory:
            voice: any Voice = default
        """)
  }

  @Test("list types, as what may be left out")
  func list() async {
    #expect(await output("list", "types").contains("\nSpeaker  voice?, name  "))
  }

  @Test("JSON, as an optional input")
  func json() async throws {
    let text = await output("show", "Speaker", "--format", "json")
    #expect(
      text.contains(
        #"{"name": "voice", "kind": "optional", "type": "any Voice", "optional": true}"#))
    #expect(text.contains(#""signature": "Speaker(voice: any Voice = default, name: String)""#))
  }

  @Test("schema, as a service with its declaration")
  func schema() async throws {
    let text = await output("schema")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let definitions = try #require(object?["$defs"] as? [String: [String: Any]])
    let properties = definitions["type.Speaker"]?["properties"] as? [String: [String: Any]]
    let arguments = properties?["arguments"]?["properties"] as? [String: [String: String]]
    #expect(
      arguments?["voice"]
        == ["description": "voice: any Voice = default", "$ref": "#/$defs/service"])
  }
}
