import Foundation
import Patchbay
import PatchbayCommand
import Testing

@Suite("Commands print the summaries of factories")
struct SummaryTests {
  private func catalog(_ summary: String) -> FactoryCatalog {
    FactoryCatalog("app", fileID: "App/Catalog.swift", line: 1) {
      Factory("Plain", .value("ending"), fileID: "App/Catalog.swift", line: 2) { ending in
        Plain(ending: ending)
      }
      .provides((any Voice).self) { $0 }
      .summary(summary)
      Factory("Loud", .service("inner"), fileID: "App/Catalog.swift", line: 3) { inner in
        Loud(inner: inner)
      }
    }
  }

  private let services = "services: { voice: { type: Plain, arguments: { ending: . } } }"

  private func output(
    _ words: String..., summary: String = "Speaks in a normal voice.",
    modules: [any Module] = []
  ) async -> String {
    let outcome = await run(
      words: words, services: services, catalog: catalog(summary), modules: modules)
    #expect(outcome.code == 0, "\(outcome.problem)")
    return outcome.result
  }

  @Test("show, of a type and of its services")
  func show() async {
    #expect(
      await output("show", "Plain") == """
        Plain: a type of the catalog `app`
          factory: Plain(ending: String)
            Speaks in a normal voice.
            declared at App/Catalog.swift:2
          provides: Plain, any Voice
          services:
            voice, Config/services.yaml:1:13
        """)
    #expect(
      await output("show", "voice").contains(
        """

          factory: Plain(ending: String)
            Speaks in a normal voice.
            declared at App/Catalog.swift:2
        """))
    #expect(
      await output("show", "Loud").hasPrefix(
        """
        Loud: a type of the catalog `app`
          factory: Loud(inner: any Voice)
            declared at App/Catalog.swift:3
        """))
  }

  @Test("list types, in a column that there is only with a summary")
  func list() async {
    #expect(
      await output("list", "types") == """
        type   takes   provides   services  declared at          summary
        Loud   inner                        App/Catalog.swift:3
        Plain  ending  any Voice  voice     App/Catalog.swift:2  Speaks in a normal voice.
        """)
    #expect(
      await output("list", "types", summary: " ") == """
        type   takes   provides   services  declared at
        Loud   inner                        App/Catalog.swift:3
        Plain  ending  any Voice  voice     App/Catalog.swift:2
        """)
  }

  @Test("JSON, as text or null", arguments: [["list", "types"], ["show", "Plain"]])
  func json(_ words: [String]) async throws {
    let outcome = await run(
      words: words + ["--format", "json"], services: services, catalog: catalog("Speaks."))
    let object = try JSONSerialization.jsonObject(with: Data(outcome.result.utf8)) as? [String: Any]
    let types = try #require(object?["catalog"] as? [[String: Any]])
    for type in types {
      #expect(type["summary"] as? String == (type["name"] as? String == "Plain" ? "Speaks." : nil))
      #expect(type.keys.contains("summary"))
    }
    #expect(types.count == (words[0] == "list" ? 2 : 1))
  }

  @Test("schema, above the signature of the type")
  func schema() async throws {
    let object =
      try JSONSerialization.jsonObject(with: Data(await output("schema").utf8)) as? [String: Any]
    let definitions = try #require(object?["$defs"] as? [String: [String: Any]])
    let plain = "Speaks in a normal voice.\nPlain(ending: String), provides Voice"
    #expect(definitions["type.Plain"]?["description"] as? String == plain)
    #expect(definitions["type.Loud"]?["description"] as? String == "Loud(inner: any Voice)")
    #expect(
      definitions["type-name"]?["enumDescriptions"] as? [String]
        == ["Loud(inner: any Voice)", plain])
  }

  @Test("escaped, as every text of the program")
  func escapes() async throws {
    let hostile = "\u{1B}[2Ja\nb\u{202E}\"c"
    let shown = #"\u{1B}[2Ja\nb\u{202E}"c"#
    for words in [["show", "Plain"], ["show", "voice"], ["list", "types"]] {
      let outcome = await run(words: words, services: services, catalog: catalog(hostile))
      #expect(outcome.result.contains(shown), "\(words)")
      #expect(outcome.result.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
      #expect(!outcome.result.contains("\u{202E}"))
    }
    let schema = await output("schema", summary: hostile)
    #expect(schema.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    let object = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
    let definitions = try #require(object?["$defs"] as? [String: [String: Any]])
    #expect(
      definitions["type.Plain"]?["description"] as? String
        == shown + "\nPlain(ending: String), provides Voice")
    let json = await output("show", "Plain", "--format", "json", summary: hostile)
    #expect(json.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    let model = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect((model?["catalog"] as? [[String: Any]])?.first?["summary"] as? String == hostile)
  }
}
