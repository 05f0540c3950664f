import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("An override replaces a service while its token exists")
struct OverrideTests {
  @Test func aRequestGetsWhatTheCallbackMakesOfTheOriginal() throws {
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    let original = try container.resolve(.plain)
    let token = try container.override(.plain) { Spy($0) }
    let spy = try #require(try container.resolve(.plain) as? Spy)
    #expect(spy.original as? Plain === original as? Plain)
    token.remove()
    #expect(try container.resolve(.plain) as? Plain === original as? Plain)
    token.remove()
  }

  @Test("an override ends with its token")
  func itEndsWithItsToken() throws {
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    var token: OverrideToken? = try container.override(.plain) { Spy($0) }
    #expect(try container.resolve(.plain) is Spy)
    #expect(token != nil)
    token = nil
    #expect(try container.resolve(.plain) is Plain)
  }

  @Test func aTokenDoesNotRetainItsContainer() throws {
    weak var gone: Container?
    let token: OverrideToken
    do {
      let container = try Container.ofGreeters { $0.define("plain", "Plain") }
      token = try container.override(.plain) { Spy($0) }
      gone = container
    }
    #expect(gone == nil)
    token.remove()
  }

  @Test func theCallbackRunsEveryTime() throws {
    let runs = Counter()
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain")
      $0.define("choir", "Choir", ["voices": .list([.ref("plain"), .ref("plain")])])
    }
    let token = try container.override(.plain) { original in
      runs.increment()
      return original
    }
    _ = try container.resolve(.plain)
    _ = try container.resolve(.plain)
    #expect(runs.value == 2)
    _ = try container.resolve("choir", as: (any Greeter).self)
    #expect(runs.value == 4)
    token.remove()
  }

  @Test("injections receive an override", arguments: ["singleton", "transient", "graph", "weak"])
  func injectionsGetIt(_ scope: String) throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain", scope: scope)
      $0.define("user", "Polite", ["inner": .ref("plain")], scope: "transient")
      $0.define("choir", "Roll", ["voices": .tagged("voice")], scope: "transient")
      $0.define("third", "Plain", ["greeting": "ah"], tags: ["voice": 0])
      $0.define("lonely", "Lonely", ["friend": .optional("plain")], scope: "transient")
    }
    container.expect("user", "please, hello")
    do {
      let token = try container.override(.plain) { Spy($0) }
      defer { token.remove() }
      container.expect("user", "please, spy(hello)")
      container.expect("lonely", "with spy(hello)")
      container.expect("choir", "third: ah")
    }
    container.expect("user", "please, hello")
  }

  @Test func membersOfATagAndAutowiredServicesAreOverriddenToo() throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain", tags: ["voice": 0])
      $0.define("choir", "Roll", ["voices": .tagged("voice")], provides: [])
      $0.define("user", "Polite", autowire: true, provides: [])
    }
    let token = try container.override(.plain) { Spy($0) }
    defer { token.remove() }
    container.expect("choir", "plain: spy(hello)")
    container.expect("user", "please, spy(hello)")
  }

  @Test("services keep what they were given before and during an override")
  func whatWasBuiltBeforeAndMeanwhileKeepsWhatItGot() throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain")
      $0.define("before", "Polite", ["inner": .ref("plain")])
      $0.define("meanwhile", "Polite", ["inner": .ref("plain")])
    }
    container.expect("before", "please, hello")
    let token = try container.override(.plain) { Spy($0) }
    container.expect("before", "please, hello")
    container.expect("meanwhile", "please, spy(hello)")
    token.remove()
    container.expect("meanwhile", "please, spy(hello)")
  }

  @Test func providersAndLazyServicesGetIt() throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain")
      $0.define("deferred", "Deferred", ["inner": .ref("plain")])
      $0.define("kept", "Kept", ["inner": .ref("plain")])
    }
    let deferred = try container.resolve(Deferred.self)
    let kept = try container.resolve(Kept.self)
    let token = try container.override(.plain) { Spy($0) }
    #expect(try deferred.provider() is Spy)
    #expect(try kept.lazy.value is Spy)
    token.remove()
    #expect(try deferred.provider() is Plain)
    // A lazy service is kept from its first use on.
    #expect(try kept.lazy.value is Spy)
  }

  @Test func anAliasAndADecoratedKeyAreTheSameService() throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain")
      $0.define("polite", "Polite", ["inner": .inner], decorates: "plain")
      $0.alias("other", of: "plain")
    }
    let token = try container.override(ServiceKey<any Greeter>("other")) { Spy($0) }
    defer { token.remove() }
    container.expect("plain", "spy(please, hello)")
  }

  @Test func theOriginalOfATransientIsNewEachTime() throws {
    let container = try Container.ofGreeters { $0.define("plain", "Counted", scope: "transient") }
    let token = try container.override(.plain) { Spy($0) }
    defer { token.remove() }
    container.expect("plain", "spy(1)")
    container.expect("plain", "spy(2)")
  }

  @Test("an override is found by its contract")
  func itIsFoundByContract() throws {
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    let token = try container.override(ServiceKey<any Greeter>("plain")) { Spy($0) }
    defer { token.remove() }
    #expect(try container.resolve((any Greeter).self) is Spy)
  }
}
