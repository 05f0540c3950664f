import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("Cycles and captive dependencies are reported as written")
struct GraphTests {
  private func reported(
    scopes: [String] = [],
    _ build: (inout TestDefinitions) -> Void
  ) -> [String] {
    definitions(scopes: scopes, build).reported(.greeters)
  }

  @Test func cyclesThroughAliasesTagsAndInlineServices() {
    #expect(
      reported {
        $0.define("a", "Polite", ["inner": .ref("second")])
        $0.define("b", "Choir", ["voices": .tagged("voice")])
        $0.define(
          "c", "Choir", ["voices": .list([.inline("Polite", ["inner": .ref("a")])])],
          tags: ["voice": 0])
        $0.alias("second", of: "b")
      } == ["dependency-cycle: `a`, `b`, `c`, and `inline Polite` depend on each other"])
  }

  @Test func aServiceThatDependsOnItsOwnDecoratedKey() {
    #expect(
      reported {
        $0.define("a", "Polite", ["inner": .ref("a")])
        $0.define("polite", "Polite", ["inner": .inner], decorates: "a")
      } == ["dependency-cycle: `a` and `polite` depend on each other"])
  }

  @Test(arguments: ["transient", "inline", "decorator"])
  func aCaptiveIsFoundThrough(_ way: String) {
    let found = reported(scopes: ["request"]) {
      $0.define("user", "Plain", scope: "request")
      switch way {
      case "transient":
        $0.define("between", "Polite", ["inner": .ref("user")], scope: "transient")
        $0.define("keeper", "Polite", ["inner": .ref("between")])
      case "inline":
        $0.define("keeper", "Polite", ["inner": .inline("Polite", ["inner": .ref("user")])])
      default:
        $0.define("keeper", "Plain")
        $0.define(
          "duet", "Duet", ["inner": .inner, "voices": .list([.ref("user")])],
          decorates: "keeper")
      }
    }
    let keeper = way == "decorator" ? "duet" : "keeper"
    #expect(
      found == [
        "captive-dependency: the singleton `\(keeper)` would keep one `user` alive for ever, but "
          + "`user` lives in the scope `request`"
      ])
  }

  @Test func anOuterScopeMayBeKeptByAnInnerOne() {
    #expect(
      reported(scopes: ["session", "request"]) {
        $0.define("single", "Plain")
        $0.define("session", "Polite", ["inner": .ref("single")], scope: "session")
        $0.define("request", "Polite", ["inner": .ref("session")], scope: "request")
      } == [])
    #expect(
      reported(scopes: ["session", "request"]) {
        $0.define("request", "Plain", scope: "request")
        $0.define("session", "Polite", ["inner": .ref("request")], scope: "session")
      } == [
        "captive-dependency: `session` of the scope `session` would keep one `request` alive too "
          + "long, but `request` lives in the scope `request`"
      ])
  }

  @Test func theShortestPathFromARootIsReported() {
    let definitions = definitions {
      $0.define("missing", "Polite", ["inner": .ref("nobody")])
      $0.define("long", "Polite", ["inner": .ref("missing")])
      $0.define("longer", "Polite", ["inner": .ref("long")])
      $0.define("root", "Choir", ["voices": .list([.ref("longer"), .ref("missing")])])
      let root = $0.located("root")
      $0.set.roots = [root]
    }
    var collector = DiagnosticCollector()
    _ = Plan.checking(definitions.set, catalog: .greeters, into: &collector)
    #expect(
      collector.errors.map { $0.requestedBy.map(\.key) } == [["root", "missing", "nobody"]])
  }
}

@Suite("An unknown name is reported once, wherever it is used")
struct NameTests {
  private func reported(_ build: (inout TestDefinitions) -> Void) -> [String] {
    definitions(build).reported(.greeters)
  }

  @Test func aFaultNeverCascades() {
    #expect(
      reported {
        $0.define("broken", "Plian", tags: ["voice": 0])
        $0.alias("alias", of: "broken")
        $0.alias("nowhere", of: "nobody")
        $0.define("half", "Polite", ["inner": .faulty])
        $0.define("user", "Polite", ["inner": .ref("alias")])
        $0.define("other", "Polite", ["inner": .ref("nowhere")])
        $0.define("polite", "Polite", ["inner": .inner], decorates: "broken")
        $0.define("more", "Polite", ["inner": .inner], decorates: "nowhere")
        $0.define("all", "Choir", ["voices": .tagged("voice")])
        $0.define("list", "Choir", ["voices": .list([.ref("half"), .ref("user"), .faulty])])
      } == [
        "unknown-type: no factory is registered for the type name `Plian`",
        "unknown-service: the alias `nowhere` refers to `nobody`, which no layer defines",
      ])
  }

  @Test func everyReferrerOfADeprecatedKeyIsWarned() {
    #expect(
      reported {
        $0.define("old", "Plain")
        $0.edit { definition in
          definition.deprecated = Located("use new", definition.provenance)
        }
        $0.alias("second", of: "old")
        $0.alias("third", of: "second", deprecated: "use old")
        $0.alias("fourth", of: "third")
        $0.define("user", "Polite", ["inner": .ref("third")])
        let after = $0.located("old")
        $0.edit { $0.after = [after] }
      } == [
        "deprecated-reference: `second` refers to `old`, which is deprecated: use new",
        "deprecated-reference: `fourth` refers to `third`, which is deprecated: use old",
        "deprecated-reference: `user` refers to `third`, which is deprecated: use old",
        "deprecated-reference: `user` refers to `old`, which is deprecated: use new",
      ])
  }
}
