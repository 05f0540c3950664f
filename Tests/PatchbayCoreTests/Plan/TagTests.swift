import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("`!tagged` lists the services of a tag")
struct TagTests {
  private func greeting(_ build: (inout TestDefinitions) -> Void) throws -> String {
    try Container(definitions(build).plan(.greeters)).resolve("all", as: (any Greeter).self)
      .greeting
  }

  @Test func aDictionaryHasTheKeysOfTheServicesAndTheirDecorators() throws {
    let text = try greeting {
      $0.define("all", "Roll", ["voices": .tagged("voice")])
      $0.define("a", "Plain", tags: ["voice": 0])
      $0.define("polite", "Polite", ["inner": .inner], decorates: "a")
    }
    #expect(text == "a: please, hello")
  }

  @Test func whatADecoratorSaysOfATagCounts() throws {
    let text = try greeting {
      // The decorators come first, and have another priority.
      $0.define("loud", "Polite", ["inner": .inner], tags: ["voice": 99], decorates: "a")
      $0.define("polite", "Polite", ["inner": .inner], tags: ["voice": 5], decorates: "b")
      $0.define("a", "Plain", ["greeting": "a"], tags: ["voice": 0])
      $0.define("b", "Plain", ["greeting": "b"])
      $0.define("all", "Choir", ["voices": .tagged("voice")])
    }
    #expect(text == "please, a; please, b")
  }

  @Test func aDecoratorOfAMemberTakesTheOthers() throws {
    let text = try greeting {
      $0.define("a", "Plain", ["greeting": "a"], tags: ["voice": 0])
      $0.define("b", "Plain", ["greeting": "b"], tags: ["voice": 0])
      $0.define("duet", "Duet", ["inner": .inner, "voices": .tagged("voice")], decorates: "a")
      $0.define("all", "Choir", ["voices": .list([.ref("a")])])
    }
    #expect(text == "a; b")
  }

  @Test("A collector that has the tag itself is not in its own list, but in those of others")
  func aCollectorIsNotInItsOwnList() throws {
    let text = try greeting {
      $0.define("chain", "Choir", ["voices": .tagged("voice")], tags: ["voice": 5])
      $0.define("a", "Plain", ["greeting": "a"], tags: ["voice": 0])
      $0.alias("other", of: "chain")
      $0.define("all", "Roll", ["voices": .tagged("voice")])
    }
    #expect(text == "a: a; chain: a")
  }

  @Test func aCollectorIsLeftOutWhereADecoratorOrAnInlineServiceOfItHasTheTag() throws {
    let text = try greeting {
      $0.define("a", "Plain", ["greeting": "a"], tags: ["voice": 0])
      $0.define("chain", "Choir", ["voices": .tagged("voice")])
      $0.define("loud", "Polite", ["inner": .inner], tags: ["voice": 0], decorates: "chain")
      $0.define(
        "inline", "Polite", ["inner": .inline("Choir", ["voices": .tagged("other")])],
        tags: ["other": 0])
      $0.define("all", "Choir", ["voices": .list([.ref("chain"), .ref("inline")])])
    }
    #expect(text == "please, a; please, ")
  }

  @Test func aCycleThroughAMemberIsAnError() {
    #expect(
      definitions {
        $0.define("chain", "Choir", ["voices": .tagged("voice")], tags: ["voice": 0])
        $0.define("member", "Polite", ["inner": .ref("chain")], tags: ["voice": 0])
      }.reported(.greeters) == ["dependency-cycle: `chain` and `member` depend on each other"])
  }
}
