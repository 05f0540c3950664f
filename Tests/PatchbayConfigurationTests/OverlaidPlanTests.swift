import PatchbayDiagnostics
import Testing

@testable import PatchbayConfiguration
@testable import PatchbayCore

private protocol Part: Sendable { var text: String { get } }

private final class Leaf: Part {
  let text: String
  init(_ text: String) { self.text = text }
}

private struct Around: Part {
  let text: String
  init(_ inner: any Part) { text = "around(\(inner.text))" }
}

private struct All: Part {
  let text: String
  init(_ parts: [any Part]) { text = "all\(parts.map(\.text))" }
}

extension FactoryCatalog {
  fileprivate static let parts = FactoryCatalog("parts") {
    Factory("Leaf", .value("text", default: "leaf")) { (text: String) in Leaf(text) }
      .provides { $0 as any Part }
    Factory("Twin", .value("text", default: "twin"), .value("size", default: 1)) {
      (text: String, size: Int) in Leaf("\(text) \(size)")
    }
    .provides { $0 as any Part }
    Factory(async: "Slow", .value("text", default: "slow")) { (text: String) in Leaf(text) }
      .provides { $0 as any Part }
    Factory("Around", .service("inner")) { (inner: any Part) in Around(inner) }
      .provides { $0 as any Part }
    Factory("Found", .service("leaf")) { (leaf: Leaf) in Around(leaf) }
      .provides { $0 as any Part }
    Factory("All", .services("parts")) { (parts: [any Part]) in All(parts) }
      .provides { $0 as any Part }
  }
}

@Suite("A plan with an overlay is the plan that the configuration has with that overlay")
struct OverlaidPlanTests {
  private static let wiring = """
    scopes: [request]
    parameters: { name: base }
    templates: { common: { type: Leaf, arguments: { text: common } } }
    services:
      mailer: { type: Leaf, arguments: { text: $(name) } }
      twin: { type: Twin, tags: [part] }
      users: { type: Around, arguments: { inner: !ref mailer } }
      parts: { type: All, arguments: { parts: !tagged part } }
      other: { alias: mailer }
      child: { extends: common }
      outer: { type: Around, decorates: twin, arguments: { inner: !inner } }
      off: { type: Around, enabled: false, arguments: { inner: !ref mailer } }
      handler: { type: Around, scope: request, arguments: { inner: !ref users } }
      first: { type: Leaf, tags: { part: { priority: 2 } } }

    """

  @Test(
    "whatever the overlay says",
    arguments: [
      "services: { mailer: { arguments: { text: changed } } }",
      "services: { mailer: { type: Twin } }",
      "services: { mailer: { type: Slow } }",
      "services: { mailer: { scope: transient } }",
      "services: { mailer: { arguments: { text: '$(name) 1' } } }",
      "services: { mailer: { alias: twin } }",
      "services: { mailer: { tags: [part] } }",
      "services: { mailer: { eager: true, deprecated: old, description: new } }",
      "services: { twin: { arguments: { size: 2 } } }",
      "services: { twin: { tags: !remove } }",
      "services: { outer: !remove }",
      "services: { outer: { decorates: mailer } }",
      "services: { other: { alias: users } }",
      "services: { child: !remove, new: { type: Leaf, tags: [part] } }",
      "services: { off: { enabled: true } }",
      "services: { first: { enabled: false } }",
      "services: { users: { arguments: { inner: !inline { type: Leaf } } } }",
      "services: { handler: { arguments: { inner: !ref mailer } } }",
      "parameters: { name: other }",
      "templates: { common: { arguments: { text: other } } }",
      "services: { twin: { scope: request }, parts: { scope: request } }",
    ])
  func same(_ overlay: String) async throws {
    #expect(try await Self.compare(overlay) == nil)
    let above = "services: { twin: { arguments: { text: above } } }"
    #expect(try await Self.compare(overlay, above) == nil)
  }

  @Test(
    "with the same errors",
    arguments: [
      ("services: { mailer: { type: Unknown } }", .unknownType),
      ("services: { mailer: { arguments: { txet: a } } }", .unknownArgument),
      ("services: { malier: { arguments: { text: a } } }", .patchWithoutBase),
      ("services: { parts: { arguments: { parts: [!ref handler] } } }", .captiveDependency),
      ("services: { users: { arguments: { inner: !ref users } } }", .dependencyCycle),
      ("services: { mailer: !remove }", .removedService),
      ("services: { found: { type: Found, autowire: true } }", .ambiguousService),
    ] as [(String, DiagnosticCode)])
  func errors(_ overlay: String, _ code: DiagnosticCode) async throws {
    #expect(try await Self.compare(overlay)?.first == code)
  }

  /// Compares the two plans, and returns the codes if both are refused.
  private static func compare(_ overlays: String...) async throws -> [DiagnosticCode]? {
    let configuration = try ServiceConfiguration(source(wiring, "base.yaml"))
    let sources = overlays.enumerated().map { source($1, "overlay-\($0).yaml") }
    let expected = Result { () throws(DiagnosticsError) in
      try configuration.plan(overlays: sources, catalog: .parts)
    }
    let found = Result { () throws(DiagnosticsError) in
      var plan = try configuration.plan(catalog: .parts)
      for overlay in sources { plan = try plan.overlaid(by: [overlay]) }
      return plan
    }
    switch (expected, found) {
    case (.failure(let one), .failure(let other)):
      #expect(one.description == other.description)
      return one.codes
    case (.success(let one), .success(let other)):
      #expect(one.layers == other.layers)
      #expect(one.keys == other.keys)
      #expect(one.warnings.map(\.message) == other.warnings.map(\.message))
      #expect(one.graph.nodes.map { "\($0)" } == other.graph.nodes.map { "\($0)" })
      #expect(one.graph.edges.map { "\($0)" } == other.graph.edges.map { "\($0)" })
      #expect(try await built(one) == built(other))
    default: Issue.record("only one of them is valid: \(expected) \(found)")
    }
    return nil
  }

  private static func source(_ text: String, _ name: String) -> ConfigurationSource {
    .bytes(Array(text.utf8), name: name)
  }

  /// What each key gives, or the error of it.
  private static func built(_ plan: Plan) async throws -> [String] {
    let scope = try await Container(plan).openScope("request")
    return plan.keys.map { key -> String in
      do throws(DiagnosticsError) {
        return "\(key): \(try scope.resolve(ServiceKey<any Part>(key)).text)"
      } catch {
        return "\(key): \(error)"
      }
    }
  }

  @Test("many times over, and hides all secrets of before")
  func manyTimes() throws {
    let text = """
      services:
        secret: { type: Leaf, arguments: { text: !secret hush } }
        last: { type: Twin }

      """
    let configuration = try ServiceConfiguration(Self.source(text, "base.yaml"))
    var plan = try configuration.plan(catalog: .parts)
    for size in 0..<50 {
      plan = try plan.overlaid(by: [
        Self.source("services: { last: { arguments: { size: \(size + 2) } } }", "o.yaml")
      ])
    }
    let last = try Container(plan).resolve(ServiceKey<any Part>("last"))
    #expect(last.text == "twin 51")
    #expect(plan.wiring.secrets.conceal("hush, 51") == "[secret], 51")
  }

  @Test(
    "in which what one layer removed, and the next one writes, is as secret as it was",
    arguments: [false, true])
  func secretAfterRemoval(inOneLoad: Bool) throws {
    func leaf(_ fields: String) -> ConfigurationSource {
      Self.source("services: { leaf: { \(fields) } }", "o.yaml")
    }
    let configuration = try ServiceConfiguration(
      leaf("type: Leaf, arguments: { text: !secret hush }"))
    let layers = [leaf("arguments: { text: !remove }"), leaf("arguments: { text: whisper }")]
    let plan =
      inOneLoad
      ? try configuration.plan(overlays: layers, catalog: .parts)
      : try configuration.plan(catalog: .parts).overlaid(by: layers)
    #expect(plan.wiring.secrets.conceal("a whisper") == "a [secret]")
  }
}
