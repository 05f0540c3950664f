import Patchbay
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayConfiguration

@Suite("A default that is written is no difference, and a secret and a tag are said as they are")
struct DifferenceTextTests {
  private struct Leaf: Sendable {}
  private struct Box: Sendable {}

  private static let catalog = FactoryCatalog("plain") {
    Factory("Worker") { Box() }.onRun(ready: { _ in }) { _ in }
    Factory("Box", .value("text", default: ""), .value("password", default: "")) {
      (_: String, _: String) in Box()
    }
    Factory("Leaf") { Leaf() }
    Factory("Board", .services("things")) { (_: [String: Leaf]) in Box() }
    Factory("Rows", .services("things")) { (_: [Leaf]) in Box() }
  }

  private static func model(_ services: String) throws -> WiringModel {
    var collector = DiagnosticCollector()
    let model = try ServiceConfiguration(
      .bytes(Array("services: { \(services) }".utf8), name: "s.yaml")
    )
    .model(catalog: catalog, into: &collector)
    try collector.throwErrors()
    return try #require(model)
  }

  private static func difference(_ before: String, _ after: String) throws -> String {
    let found = WiringDifference(
      from: ComparedWiring(try model(before)), to: ComparedWiring(try model(after)))
    return found.changes.isEmpty ? "" : found.rows.map { "\($0.mark) \($0.name): \($0.text)" }[0]
  }

  @Test(
    "The default of a field, written or not, is the same wiring with the same hash",
    arguments: [
      ("retry: { attempts: 5 }", "retry: { attempts: 5, pause: 200ms..5s }"),
      ("retry: { attempts: 5 }", "retry: { pause: 200ms..5s }"),
      ("ends: stop", "eager: false"), ("retry: { attempts: 1 }", "scope: singleton"),
    ])
  func defaults(_ before: String, _ after: String) throws {
    let (old, new) = ("w: { type: Worker, \(before) }", "w: { type: Worker, \(after) }")
    #expect(try Self.difference(old, new) == "")
    #expect(try Self.model(old).hash == Self.model(new).hash)
  }

  @Test(
    "and where there is a difference, it is named",
    arguments: [
      ("eager: false", "ends: fail", "~ w ends: stop (the default) → fail"),
      ("ends: fail", "ends: stop", "~ w ends: fail → stop (the default)"),
      ("eager: false", "retry: { attempts: 3 }", "~ w retry.attempts: 1 (the default) → 3"),
      (
        "retry: { attempts: 3 }", "retry: { attempts: 3, pause: 1s..2s }",
        "~ w retry.pause: 0.2s to 5s (the default) → 1s to 2s"
      ),
    ])
  func changes(_ before: String, _ after: String, _ said: String) throws {
    let found = try Self.difference(
      "w: { type: Worker, \(before) }", "w: { type: Worker, \(after) }")
    #expect(found == said)
  }

  @Test(
    "A secret that is new, gone, replaced by plain text or changed are four texts",
    arguments: [
      ("", "password: !secret hunter1", "~ b password: not set → [secret]"),
      ("password: !secret hunter1", "", "~ b password: [secret] → not set"),
      ("password: !secret hunter1", "password: !secret hunter2", "~ b password: [secret] changed"),
      ("text: !secret hunter1", "text: plain", "! b text: no longer secret"),
    ])
  func secrets(_ before: String, _ after: String, _ said: String) throws {
    let found = try Self.difference(
      "b: { type: Box, arguments: { \(before) } }", "b: { type: Box, arguments: { \(after) } }")
    #expect(found == said)
  }

  @Test(
    "An order that only dictionaries see breaks nothing",
    arguments: [
      ("b: { type: Board, arguments: { things: !tagged h } }", "~"),
      ("b: { type: Board, arguments: { things: !tagged { tag: h, key: path } } }", "~"),
      ("b: { type: Rows, arguments: { things: !tagged h } }", "!"),
      (
        "b: { type: Board, arguments: { things: !tagged h } }, c: { type: Rows, arguments: { things: !tagged h } }",
        "!"
      ),
    ])
  func tags(_ collector: String, _ mark: String) throws {
    let first = "m: { type: Leaf, tags: { h: { path: /a } } }"
    let second = "n: { type: Leaf, tags: { h: { path: /b } } }"
    let ranked = "n: { type: Leaf, tags: { h: { path: /b, priority: 5 } } }"
    let found = try Self.difference(
      "\(first), \(second), \(collector)", "\(first), \(ranked), \(collector)")
    #expect(found == "\(mark) tag h: m, n → n, m")
  }

  @Test("and a list that sees the order of one tag does not make another one break")
  func tagOfDictionary() throws {
    func services(_ priority: Int) -> String {
      """
      m: { type: Leaf, tags: [a] }, n: { type: Leaf, tags: { a: { priority: \(priority) } } },
      o: { type: Leaf, tags: [z] }, p: { type: Leaf, tags: { z: { priority: \(priority) } } },
      b: { type: Board, arguments: { things: !tagged a } }, r: { type: Rows, arguments: { things: !tagged z } }
      """
    }
    let found = WiringDifference(
      from: ComparedWiring(try Self.model(services(0))),
      to: ComparedWiring(try Self.model(services(5))))
    #expect(
      found.rows.map { "\($0.mark) \($0.name): \($0.text)" } == [
        "! tag z: o, p → p, o", "~ tag a: m, n → n, m",
      ])
  }
}
