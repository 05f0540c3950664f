import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayConfiguration
@testable import PatchbayCore

@Suite("A plan with an overlay is the plan that the configuration has with that overlay")
struct ChangedPlanTests {
  @Test("whatever the overlay says", arguments: 0..<8)
  func random(_ seed: UInt64) async throws {
    var wirings = RandomWirings(state: seed)
    for _ in 0..<15 {
      let base = wirings.base()
      for _ in 0..<4 { try await Self.compare(base, wirings.overlay(), wirings.overlay()) }
    }
  }

  @Test("both kinds of plans are compared")
  func both() async throws {
    var wirings = RandomWirings(state: 1)
    var (changed, made) = (0, 0)
    for _ in 0..<120 {
      switch try await Self.compare(wirings.base(), wirings.overlay()) {
      case .changed: changed += 1
      case .made: made += 1
      case .refused: break
      }
    }
    #expect(changed > 5 && made > 5, "\(changed) changed and \(made) made anew")
  }

  private static let wiring = """
    scopes: [request]
    parameters: { name: base }
    defaults: { autowire: false }
    services:
      clock: { type: Leaf }
      mailer: { type: Leaf, arguments: { text: $(name) } }
      twin: { type: Twin }
      store: { type: Slow }
      holder: { type: Holder, arguments: { inner: !ref twin } }
      users: { type: Around, arguments: { inner: !ref mailer } }
      router: { type: Pair, arguments: { one: !ref users, parts: [!ref mailer, !ref clock] } }
      task: { type: Around, scope: transient, arguments: { inner: !ref mailer } }
      handler: { type: Around, scope: request, arguments: { inner: !ref users } }
      later: { type: Later, arguments: { part: !ref mailer, other: !ref task } }

    """

  @Test(
    "what tests replace is looked at alone",
    arguments: [
      "mailer: { arguments: { text: changed } }",
      "mailer: { type: Twin }",
      "mailer: { type: Same, properties: { note: n } }",
      "mailer: { arguments: { text: '$(name) 1' } }",
      "twin: { arguments: { size: 2 } }",
      "store: { type: Leaf }",
      "clock: { type: Slow }",
      "users: { type: Leaf }",
      "router: { arguments: { parts: [!ref users, !optional none] } }",
      "router: { arguments: { one: null } }",
      "task: { arguments: { inner: !ref users } }",
      "handler: { arguments: { inner: !ref mailer } }",
      "later: { arguments: { other: !ref later } }",
      "mailer: { eager: true, timeouts: { start: 1s } }",
      "{ mailer: { type: Twin }, users: { arguments: { inner: !ref clock } }, task: { description: x } }",
    ])
  func changed(_ services: String) async throws {
    let section = services.hasPrefix("{") ? services : "{ \(services) }"
    #expect(try await Self.compare(Self.wiring, "services: \(section)") == .changed)
  }

  @Test(
    "what may concern other services is checked with all of them",
    arguments: [
      ("", "services: { mailer: { scope: transient } }"),
      ("", "services: { clock: { arguments: { text: a }, tags: [t] } }"),
      ("", "services: { clock: { type: Around, arguments: { inner: !ref twin } } }"),
      ("", "services: { users: { arguments: { inner: !inline { type: Leaf } } } }"),
      ("", "services: { task: { type: Slow, scope: transient } }"),
      ("", "services: { extra: { type: Leaf } }"),
      ("", "services: { clock: { alias: mailer } }"),
      ("", "parameters: { name: other }"),
      ("  child: { extends: mailer }\n", "services: { mailer: { arguments: { text: a } } }"),
      ("  other: { alias: mailer }\n", "services: { mailer: { arguments: { text: a } } }"),
      (
        "  outer: { type: Around, decorates: mailer, arguments: { inner: !inner } }\n",
        "services: { mailer: { arguments: { text: a } } }"
      ),
      (
        "  around: { type: Around, scope: transient, arguments: { inner: !ref task } }\n",
        "services: { task: { type: Later, scope: transient, arguments: { part: !ref mailer, other: !ref mailer } } }"
      ),
      ("  least: { type: Maybe, autowire: true }\n", "services: { users: { type: Leaf } }"),
      (
        "  wait: { type: Later, scope: transient, arguments: { part: !ref mailer, other: !ref task } }\n"
          + "  asks: { type: Around, scope: transient, arguments: { inner: !ref wait } }\n",
        "services: { wait: { type: Slow, scope: transient } }"
      ),
      (
        "  held: { type: Leaf, scope: request }\n",
        "services: { task: { arguments: { inner: !ref held } } }"
      ),
      (
        "  off: { type: Around, enabled: false, arguments: { inner: !ref mailer } }\n",
        "services: { mailer: { arguments: { text: a } } }"
      ),
      (
        "  last: { type: Leaf, after: [users] }\n",
        "services: { users: { arguments: { inner: !ref clock } } }"
      ),
    ])
  func made(_ services: String, _ overlay: String) async throws {
    #expect(try await Self.compare(Self.wiring + services, overlay) == .made)
  }

  @Test("an argument that is found by its type is searched among all services")
  func ambiguity() async throws {
    let base = Self.wiring + "  second: { type: Twin }\n"
    let overlay =
      "services: { twin: { arguments: { size: 2 } }, task: { type: Holder, autowire: true, scope: transient } }"
    #expect(try await Self.compare(base, overlay) == .refused)
    let one = "services: { task: { type: Holder, autowire: true, scope: transient } }"
    #expect(try await Self.compare(Self.wiring, one) == .changed)
  }

  @Test("a service cannot come to depend on a scope that its dependents outlive")
  func lifetimes() async throws {
    let base =
      Self.wiring + "  held: { type: Leaf, scope: request }\n"
      + "  fresh: { type: Later, scope: transient, arguments: { part: !ref mailer, other: !ref mailer } }\n"
      + "  keeps: { type: Around, arguments: { inner: !ref fresh } }\n"
    let overlay = "services: { fresh: { arguments: { part: !ref held } } }"
    #expect(try await Self.compare(base, overlay) == .refused)
  }

  @Test("a plan can be changed any number of times, and hides all secrets of before")
  func manyTimes() throws {
    let text = """
      services:
        secret: { type: Leaf, arguments: { text: !secret hush } }
        last: { type: Twin }

      """
    let configuration = try ServiceConfiguration(.bytes(Array(text.utf8), name: "base.yaml"))
    var plan = try configuration.plan(catalog: .random)
    for size in 0..<50 {
      let overlay = "services: { last: { arguments: { size: \(size + 2) } } }"
      plan = try plan.overlaid(by: [.bytes(Array(overlay.utf8), name: "o.yaml")])
    }
    let last = try Container(plan).resolve(ServiceKey<any Part>("last"))
    #expect(last.text == "twin(twin 51)")
    #expect(plan.wiring.secrets.conceal("hush, 51") == "[secret], 51")
  }

  @Test(
    "what one layer removed, and the next one writes, is as secret as it was",
    arguments: [false, true])
  func secretAfterRemoval(inOneLoad: Bool) throws {
    func source(_ text: String) -> ConfigurationSource { .bytes(Array(text.utf8), name: "o.yaml") }
    func text(_ value: String) -> String {
      "services: { leaf: { type: Leaf, arguments: { text: \(value) } } }"
    }
    func patch(_ value: String) -> ConfigurationSource {
      source("services: { leaf: { arguments: { text: \(value) } } }")
    }
    let configuration = try ServiceConfiguration(source(text("!secret hush")))
    let layers = [patch("!remove"), patch("whisper")]
    let plan =
      inOneLoad
      ? try configuration.plan(overlays: layers, catalog: .random)
      : try configuration.plan(catalog: .random).overlaid(by: layers)
    #expect(plan.wiring.secrets.conceal("a whisper") == "a [secret]")
  }

  @Test("an error is reported as if all were loaded anew")
  func errors() async throws {
    for overlay in [
      "mailer: { type: Unknown }", "mailer: { arguments: { txet: a } }", "malier: { size: 1 }",
      "mailer: { type: Asked }", "users: { arguments: { inner: !ref handler } }",
      "twin: { type: Leaf }", "users: { arguments: { inner: !ref users } }",
      "clock: { type: Twin }, task: { type: Found, autowire: true, scope: transient }",
    ] {
      #expect(
        try await Self.compare(Self.wiring, "services: { \(overlay) }") == .refused, "\(overlay)")
    }
  }

  enum Outcome { case changed, made, refused }

  /// Compares both ways to a plan with an overlay, and then with a second one.
  @discardableResult
  static func compare(_ base: String, _ overlays: String...) async throws -> Outcome {
    var outcome = Outcome.refused
    let sources = overlays.enumerated().map {
      ConfigurationSource.bytes(Array($1.utf8), name: "overlay-\($0).yaml")
    }
    guard
      let configuration = try? ServiceConfiguration(.bytes(Array(base.utf8), name: "base.yaml")),
      var plan = try? configuration.plan(catalog: .random)
    else { return .refused }
    for count in sources.indices {
      let expected = Result { () throws(DiagnosticsError) in
        try configuration.plan(overlays: Array(sources[...count]), catalog: .random)
      }
      let found = Result { () throws(DiagnosticsError) in try plan.overlaid(by: [sources[count]]) }
      let text = Comment(
        rawValue: "\(base)\n--- \(overlays[...count].joined(separator: "\n---\n"))")
      switch (expected, found) {
      case (.failure(let one), .failure(let other)):
        #expect(one.description == other.description, text)
        return outcome
      case (.success(let one), .success(let other)):
        #expect(PlanDump(other).lines == PlanDump(one).lines, text)
        try await expectSameServices(other, one, text)
        let origin = plan.origin as? PlanOrigin
        outcome = origin?.changing(plan, by: [.source(sources[count])]) == nil ? .made : .changed
        plan = other
      default: Issue.record("only one of them is valid: \(expected) \(found) \(text)")
      }
    }
    return outcome
  }

  /// Builds every service of both plans, in the same order.
  private static func expectSameServices(_ one: Plan, _ other: Plan, _ text: Comment) async throws {
    let (one, other) = (Container(one), Container(other))
    let first = try await one.openScope("request")
    let second = try await other.openScope("request")
    for key in one.plan.keys {
      let built = [first, second].map { scope in
        Result { () throws(DiagnosticsError) in
          try scope.resolve(ServiceKey<any Part>(key)).text
        }
      }
      switch (built[0], built[1]) {
      case (.success(let own), .success(let others)): #expect(own == others, text)
      case (.failure(let own), .failure(let others)):
        #expect(own.description == others.description, text)
      default: Issue.record("only one of them builds `\(key)` \(text)")
      }
    }
  }
}
