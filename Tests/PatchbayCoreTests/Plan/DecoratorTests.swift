import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A decorator replaces the service that it decorates")
struct DecoratorTests {
  private func greeting(
    _ key: String = "plain",
    _ build: (inout TestDefinitions) -> Void
  ) throws -> String {
    try Container(definitions(build).plan(.greeters)).resolve(key, as: (any Greeter).self).greeting
  }

  private func reported(_ build: (inout TestDefinitions) -> Void) -> [String] {
    definitions(build).reported(.greeters)
  }

  @Test func aHigherPriorityIsNearerAndOfEqualsTheEarlier() throws {
    func around(_ definitions: inout TestDefinitions, _ name: String, _ priority: Int) {
      definitions.define(
        name, "Duet",
        [
          "inner": .inline("Plain", ["greeting": .text(name)]),
          "voices": .list([.inner]),
        ],
        decorates: "plain", priority: priority)
    }
    let text = try greeting {
      around(&$0, "c", 0)
      around(&$0, "a", 20)
      around(&$0, "d", 0)
      around(&$0, "b", 10)
      $0.define("plain", "Plain")
    }
    #expect(text == "d; c; b; a; hello")
  }

  @Test(arguments: ["alias", "plain"])
  func anAliasGivesTheDecoratedService(_ key: String) throws {
    let text = try greeting(key) {
      $0.define("plain", "Plain")
      $0.alias("alias", of: "plain")
      $0.define("polite", "Polite", ["inner": .inner], decorates: "alias")
    }
    #expect(text == "please, hello")
  }

  @Test func anInlineServiceInADecoratorHasItsInner() throws {
    let text = try greeting {
      $0.define("plain", "Plain")
      $0.define(
        "wrapped", "Choir",
        ["voices": .list([.inline("Polite", ["inner": .inline("Polite", ["inner": .inner])])])],
        decorates: "plain")
    }
    #expect(text == "please, please, hello")
  }

  @Test func innerOutsideADecoratorNamesTheServiceThatWasWritten() {
    #expect(
      reported {
        $0.define("outer", "Polite", ["inner": .inline("Polite", ["inner": .inner])])
      } == ["decorator-target: `.inner` is used in `outer`, which decorates nothing"])
  }

  @Test func aContractThatADecoratorRemovesIsReportedOfTheDecorator() {
    #expect(
      reported {
        $0.define("plain", "Plain")
        $0.define("recorder", "Recorder", ["inner": .inner], decorates: "plain")
        $0.define("user", "Polite", ["inner": .ref("plain")])
      } == [
        "decorator-target: `recorder` decorates `plain` and does not provide `any Greeter`, which "
          + "`user` needs of it"
      ])
  }

  @Test(arguments: [nil, ["Greeter"]] as [[String]?])
  func aKeyIsFoundByTheTypesThatItsOutermostDecoratorProvides(_ provides: [String]?) throws {
    let container = Container(
      try definitions {
        $0.define("plain", "Plain")
        $0.define(
          "polite", "Polite", ["inner": .inner], decorates: "plain", provides: provides)
      }.plan(.greeters))
    #expect(try container.resolve((any Greeter).self).greeting == "please, hello")
    #expect(try container.resolveIfPresent(Plain.self) == nil)
    #expect(
      try container.resolveIfPresent(Polite.self)?.greeting
        == (provides == nil ? "please, hello" : nil))
  }

  @Test(arguments: [nil, ["Greeter"]] as [[String]?])
  func aChildFindsAParentsKeyByTheTypesThatItsOwnDecoratorProvides(_ provides: [String]?) throws {
    let (parent, child) = try family {
      $0.define("plain", "Plain")
    } child: {
      $0.define("polite", "Polite", ["inner": .inner], decorates: "plain", provides: provides)
    }
    #expect(try child.resolve((any Greeter).self).greeting == "please, hello")
    #expect(try child.resolveIfPresent(Plain.self) == nil)
    #expect(
      try child.resolveIfPresent(Polite.self)?.greeting == (provides == nil ? "please, hello" : nil)
    )
    #expect(try parent.resolve(Plain.self).greeting == "hello")
  }

  @Test func anUnknownDecoratorTypeIsReportedOnce() {
    #expect(
      reported {
        $0.define("plain", "Plain", tags: ["voice": 0])
        $0.define("polite", "Plite", ["inner": .inner], decorates: "plain")
        $0.define("outer", "Polite", ["inner": .inner], decorates: "plain")
        $0.define("user", "Polite", ["inner": .ref("plain")])
        $0.define("choir", "Choir", ["voices": .tagged("voice")])
      } == ["unknown-type: no factory is registered for the type name `Plite`"])
  }

  @Test func aDecoratorOfItselfIsReportedAsSuch() {
    #expect(
      reported { $0.define("polite", "Polite", ["inner": .inner], decorates: "polite") }
        == ["decorator-target: `polite` decorates itself"])
  }

  @Test func aDecoratorHasTheScopeOfItsService() throws {
    let container = Container(
      try definitions {
        $0.define("plain", "Plain", scope: "transient")
        $0.define("recorder", "Recorder", ["inner": .inner], decorates: "plain")
      }.plan(.greeters))
    let first = try container.resolve("plain", as: Recorder.self)
    #expect(try container.resolve("plain", as: Recorder.self) !== first)
  }

  @Test func aRootMustNotBeADecorator() {
    #expect(
      reported {
        $0.define("plain", "Plain")
        $0.define("polite", "Polite", ["inner": .inner], decorates: "plain")
        let root = $0.located("polite")
        $0.set.roots = [root]
      } == ["decorator-target: `polite` is a decorator, and cannot be referred to"])
  }
}
