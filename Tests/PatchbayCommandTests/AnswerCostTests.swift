import Patchbay
import TestSupport
import Testing

@testable import PatchbayCommand

/// Ten times the services cost about ten times as much: a quadratic answer, a hundred times.
@Suite("The cost of an answer is linear", .serialized)
struct AnswerCostTests {
  /// Services that all need one, and a chain through them.
  private func model(_ count: Int) throws -> WiringModel {
    let services = (0..<count).map { number in
      "  s\(number): { type: Two, tags: [t], arguments: { first: !ref end, next: !optional s\(number + 1) } }\n"
    }
    let catalog = FactoryCatalog("two") {
      Factory("End") { Plain(ending: "") }.provides((any Voice).self) { $0 }
      Factory("Two", .service("first"), .optional("next", as: (any Voice).self)) {
        (first: any Voice, next: (any Voice)?) in Plain(ending: "")
      }
      .provides((any Voice).self) { $0 }
    }
    var collector = DiagnosticCollector()
    let text = "parameters: { a: 1 }\nservices:\n  end: { type: End }\n" + services.joined()
    let model = try ServiceConfiguration(.inline(text)).model(catalog: catalog, into: &collector)
    try collector.throwErrors()
    return try #require(model)
  }

  private struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: @Sendable (WiringModel) -> String

    init(_ name: String, _ text: @escaping @Sendable (WiringModel) -> String) {
      (testDescription, self.text) = (name, text)
    }
  }

  private static let answers = [
    Answer("list") { List(services: $0.nodes, of: $0).table(Presentation()) },
    Answer("why, of a service that all need") { model in
      let index = ModelIndex(model)
      let paths = ShortestPaths(to: "end", index)
      return "\(model.nodes.map { paths.paths(from: $0.service.key).paths.count })"
    },
    Answer("graph") { $0.graph.tree(Presentation()) },
    Answer("graph --format dot") { $0.graph.dot },
    Answer("graph --format mermaid") { $0.graph.mermaid },
    Answer("config") { EffectiveText($0, showsOrigins: true).text },
  ]

  @Test("of ten times as many services", arguments: answers)
  private func growth(_ answer: Answer) throws {
    let models = [200: try model(200), 2_000: try model(2_000)]
    var texts: [String] = []
    let growth = growthOfCost(from: 200, to: 2_000) { size in
      texts.append(models[size].map(answer.text) ?? "")
    }
    #expect(!texts.contains(""))
    #expect(growth < 40)
  }

  /// Parameters whose names have many parts, and literal secrets, which `config` does not write.
  private func wideModel(_ count: Int) throws -> WiringModel {
    let parts = String(repeating: ".part", count: 30)
    let parameters = (0..<count).map { "  a\($0)\(parts): 1\n" }
    let services = (0..<count).map {
      "  s\($0): { type: End, arguments: { ending: !secret hush-\($0) } }\n"
    }
    let catalog = FactoryCatalog("one") {
      Factory("End", .value("ending")) { (ending: String) in Plain(ending: ending) }
    }
    var collector = DiagnosticCollector()
    let text = "parameters:\n\(parameters.joined())services:\n\(services.joined())"
    let model = try ServiceConfiguration(.inline(text)).model(catalog: catalog, into: &collector)
    try collector.throwErrors()
    return try #require(model)
  }

  @Test("config, of ten times as many names of many parts and secrets")
  func config() throws {
    let models = [100: try wideModel(100), 1_000: try wideModel(1_000)]
    let growth = growthOfCost(from: 100, to: 1_000) { size in
      let text = models[size].map { EffectiveText($0).text }
      #expect(text?.contains("!required [secret]") == true)
    }
    #expect(growth < 30)
  }
}
