import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A child's plan is checked against its parent's")
struct ChildPlanTests {
  private func reported(
    scopes: [String] = [],
    parent: (inout TestDefinitions) -> Void,
    childScopes: [String] = [],
    child: (inout TestDefinitions) -> Void
  ) throws -> [String] {
    var collector = DiagnosticCollector()
    let plan = try definitions(scopes: scopes, parent).plan(.family())
    let set = definitions(scopes: childScopes, child).set
    _ = Plan.checking(set, catalog: .family(), parent: plan, into: &collector)
    return collector.diagnostics.sortedByPlace().map { TerminalRenderer().render([$0]) }
  }

  @Test func anUnknownKeyIsComparedWithTheParentsToo() throws {
    let found = try reported {
      $0.define("mailer", "Plain")
      $0.alias("post", of: "mailer")
    } child: {
      $0.define("user", "Polite", ["inner": .ref("mailr")])
    }
    #expect(
      found == [
        """
        error[unknown-service]: `user` depends on `mailr`, which no layer defines
         --> T/T.swift:5: no service has this key
         ::: T/T.swift:1: a similar key is defined here
          = note: 1 layer was searched: base; so were the parent's 2 keys
        help: did you mean `mailer`?
        """
      ])
  }

  @Test func aParentsServiceOfTheWrongTypeIsReported() throws {
    let found = try reported {
      $0.define("plain", "Plain")
      $0.define("recorder", "Recorder", ["inner": .ref("plain")])
    } child: {
      $0.define("user", "Polite", ["inner": .ref("recorder")])
    }
    #expect(
      found == [
        """
        error[incompatible-service]: `user` needs an `any Greeter` for `inner`, but `recorder` \
        provides `Recorder`
         --> T/T.swift:4: expected a service that provides `any Greeter`
         ::: T/T.swift:3: `Recorder` provides `Recorder`
          = note: `Polite.inner` is declared at PatchbayCoreTests/PlanCatalog.swift:31
        help: 1 service provides `any Greeter`: `plain` (T/T.swift:1)
        """
      ])
  }

  @Test func theParentsWarningsAreNotRepeatedExceptDeprecatedKeys() throws {
    let found = try reported {
      $0.define("plain", "Plain")
      $0.edit { $0.deprecated = Located("use `new`", $0.provenance) }
      $0.alias("old", of: "plain", deprecated: "use `plain`")
      $0.define("inside", "Polite", ["inner": .ref("plain")])
    } child: {
      $0.define("one", "Polite", ["inner": .ref("plain")])
      $0.define("two", "Polite", ["inner": .ref("old")])
    }
    #expect(
      found.map { $0.prefix { !$0.isNewline } } == [
        "warning[deprecated-reference]: `one` refers to `plain`, which is deprecated: use `new`",
        "warning[deprecated-reference]: `two` refers to `old`, which is deprecated: use `plain`",
      ])
  }

  @Test func rootsAndOrdersMayNameTheParents() throws {
    let found = try reported {
      $0.define("plain", "Plain")
      $0.define("spare", "Plain")
    } child: { child in
      child.define("user", "Polite", ["inner": .ref("plain")])
      let key = child.located("plain")
      child.edit { $0.after = [key] }
      child.set.roots = [child.located("user"), child.located("plain")]
    }
    #expect(found == [])
  }

  @Test func aParentsScopedServiceIsCaptiveInAChildsSingleton() throws {
    let found = try reported(scopes: ["request"]) {
      $0.define("session", "Plain", scope: "request")
      $0.define("handler", "Polite", ["inner": .ref("session")], scope: "transient")
    } child: {
      $0.define("one", "Polite", ["inner": .ref("session")])
      $0.define("two", "Polite", ["inner": .ref("through")])
      $0.define("through", "Polite", ["inner": .ref("handler")], scope: "transient")
      $0.define("three", "Asking", ["inner": .ref("session")])
    }
    #expect(
      found == [
        """
        error[captive-dependency]: the singleton `one` would keep one `session` alive for ever, but \
        `session` lives in the scope `request`
         --> T/T.swift:4: a new one is expected in every scope
         ::: T/T.swift:2: `session` is built once per `request`
         ::: T/T.swift:1: `one` is built once per container
          = note: every scope after the first would see the first scope's session
        help: take `.provider("inner")` in the factory so each use asks for the current scope
        """,
        """
        error[captive-dependency]: the singleton `two` would keep one `handler` alive for ever, but \
        `handler` lives in the scope `request`
         --> T/T.swift:9: reaches `handler` through the transient `through`
         ::: T/T.swift:5: `handler` of the parent keeps what is built once per `request`
         ::: T/T.swift:6: `two` is built once per container
          = note: every scope after the first would see the first scope's handler
        help: take `.provider("inner")` in the factory so each use asks for the current scope
        """,
      ])
  }

  @Test func aParentsTransientWithADeferredScopedServiceIsNotCaptive() throws {
    let found = try reported(scopes: ["request"]) {
      $0.define("session", "Plain", scope: "request")
      $0.define("asking", "Asking", ["inner": .ref("session")], scope: "transient")
      $0.define("through", "Polite", ["inner": .ref("asking")], scope: "transient")
    } child: {
      $0.define("one", "Polite", ["inner": .ref("asking")])
      $0.define("two", "Polite", ["inner": .ref("through")])
    }
    #expect(found == [])
  }

  @Test func aGrandchildUsesTheScopesOfAllAncestors() throws {
    let parent = try definitions(scopes: ["request"]) {
      $0.define("session", "Plain", scope: "request")
    }.plan(.family())
    let middle = try Plan(
      definitions {
        $0.define("through", "Polite", ["inner": .ref("session")], scope: "transient")
      }.set, catalog: .family(), parent: parent)
    var collector = DiagnosticCollector()
    let set = definitions(scopes: ["job"]) {
      $0.define("one", "Polite", ["inner": .ref("through")])
      $0.define("two", "Polite", ["inner": .ref("session")], scope: "job")
      $0.define("three", "Polite", ["inner": .ref("through")], scope: "transient")
    }.set
    _ = Plan.checking(set, catalog: .family(), parent: middle, into: &collector)
    #expect(
      collector.errors.sortedByPlace().map(\.message) == [
        "the singleton `one` would keep one `through` alive for ever, but `through` lives in the "
          + "scope `request`",
        "`two` of the scope `job` would keep one `session` alive too long, but `session` lives in "
          + "the scope `request`",
      ])
  }

  @Test func aLargeParentCostsAChildNoMoreThanItsSize() throws {
    func plan(_ size: Int) throws -> Plan {
      try definitions { definitions in
        for index in 0..<size { definitions.define("s\(index)", "Plain", tags: ["t": 0]) }
      }.plan(.family())
    }
    let parents = [500: try plan(500), 5_000: try plan(5_000)]
    let child = definitions { $0.define("own", "Polite", ["inner": .ref("s7")]) }.set
    let growth = try growthOfCost(from: 500, to: 5_000) { size in
      _ = try Plan(child, catalog: .family(), parent: parents[size])
    }
    #expect(growth < 25)
  }
}
