import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A child resolves its own services first, then its parent's")
struct ChildContainerTests {
  @Test func anAliasMayCrossFromChildToParent() throws {
    let (parent, child) = try family {
      $0.define("plain", "Plain", ["greeting": "parent"])
      $0.alias("post", of: "plain")
      $0.alias("mail", of: "plain")
      $0.define("deferred", "Asking", ["inner": .ref("plain")])
    } child: {
      $0.define("plain", "Plain", ["greeting": "child"])
      $0.alias("up", of: "post")
      $0.alias("mail", of: "plain")
    }
    // An alias of the parent means what it means there.
    #expect(try child.greeting("post") == "parent")
    #expect(try child.greeting("up") == "parent")
    #expect(try child.greeting("deferred") == "parent")
    #expect(try child.greeting("mail") == "child")
    #expect(try parent.greeting("mail") == "parent")
  }

  @Test func autowiringLooksAtTheOwnFirst() throws {
    let (_, child) = try family {
      $0.define("plain", "Plain", ["greeting": "parent"])
    } child: {
      $0.define("recorder", "Recorder", autowire: true)
      // Its own key is the only one of the child: the parent's is what is left.
      $0.define("polite", "Polite", autowire: true)
    }
    #expect(try child.resolve(Recorder.self).inner.greeting == "please, parent")
  }

  @Test func aTagListsTheServicesOfBoth() throws {
    let (parent, child) = try family {
      $0.define("p", "Plain", ["greeting": "p"], tags: ["voice": 0])
      $0.define("hidden", "Plain", ["greeting": "hidden"], tags: ["voice": 9])
      $0.define("high", "Plain", ["greeting": "high"], tags: ["voice": 5])
      $0.define("choir", "Choir", ["voices": .tagged("voice")])
    } child: {
      $0.define("c", "Plain", ["greeting": "c"], tags: ["voice": 0])
      $0.define("hidden", "Plain", ["greeting": "hidden"])
      $0.define("chorus", "Choir", ["voices": .tagged("voice")])
    }
    #expect(try child.greeting("chorus") == "high; c; p")
    #expect(try child.greeting("choir") == "hidden; high; p")
    let grandchild = try child.child { $0.define("all", "Choir", ["voices": .tagged("voice")]) }
    #expect(try grandchild.greeting("all") == "high; c; p")
    #expect(try parent.greeting("choir") == "hidden; high; p")
  }

  @Test(arguments: ["singleton", "transient", "graph", "weak"])
  func aParentsServiceLivesAsInTheParent(_ scope: String) throws {
    let counter = Counter()
    let (parent, child) = try family(.family(counter)) {
      $0.define("counted", "Counted", scope: scope)
    } child: {
      $0.define(
        "choir", "Choir", ["voices": .list([.ref("counted"), .ref("counted")])], scope: "transient")
    }
    let first = try child.resolve("counted", as: Plain.self)
    let second = try parent.resolve("counted", as: Plain.self)
    let isShared = scope == "singleton" || scope == "weak"
    #expect((first === second) == isShared)
    let voices = isShared ? "1; 1" : scope == "graph" ? "3; 3" : "3; 4"
    #expect(try child.greeting("choir") == voices)
    withExtendedLifetime(first) {}
  }

  @Test func aParentsScopedServiceComesFromTheParentsCurrentScope() async throws {
    let (parent, child) = try family(.family(Counter()), scopes: ["request"]) {
      $0.define("counted", "Counted", scope: "request")
    } child: {
      $0.define("user", "Polite", ["inner": .ref("counted")], scope: "transient")
      $0.define("asking", "Asking", ["inner": .ref("counted")])
    }
    let asking = try child.resolve("asking", as: Asking.self)
    for expected in ["1", "2"] {
      try await parent.withScope("request") { scope in
        let own = try scope.resolve("counted", as: Plain.self)
        #expect(own.greeting == expected)
        let given = try child.resolve("counted", as: Plain.self)
        #expect(given === own)
        let user = try child.greeting("user")
        #expect(user == "please, \(expected)")
        #expect(asking.greeting == expected)
      }
    }
    let error = #expect(throws: DiagnosticsError.self) { try child.greeting("user") }
    #expect(error?.codes == [.scopedOutsideScope])
    let unknown = await #expect(throws: DiagnosticsError.self) {
      try await child.withScope("request") { _ in }
    }
    #expect(
      unknown.map { TerminalRenderer().render($0.diagnostics) } == """
        error[unknown-scope]: no scope is named `request`
          = note: the configuration declares no scopes
        help: the parent declares it: open it by the parent, and requests to the child find it, too
        """)
  }

  @Test func aChildHasItsOwnScopes() async throws {
    let (_, child) = try family {
      $0.define("plain", "Plain")
    } child: { _ in
    }
    let scoped = try child.child(scopes: ["job"]) {
      $0.define("job", "Polite", ["inner": .ref("plain")], scope: "job")
    }
    try await scoped.withScope("job") { _ in
      let first = try scoped.resolve("job", as: Polite.self)
      #expect(first.greeting == "please, hello")
    }
  }

  @Test func anyNumberOfChildrenComeOfOnePlan() throws {
    let parent = Container(try definitions { $0.define("plain", "Plain") }.plan(.family()))
    let set = definitions { $0.define("recorder", "Recorder", ["inner": .ref("plain")]) }.set
    let plan = try Plan(set, catalog: .family(), parent: parent.plan)
    let one = try Container(plan, parent: parent).resolve(Recorder.self)
    let two = try Container(plan, parent: parent).resolve(Recorder.self)
    #expect(one !== two)
    #expect(one.inner as? Plain === two.inner as? Plain)
  }

  @Test func aPlanWithParentsCanBeUsedWithoutThem() throws {
    let (_, child) = try family {
      $0.define("plain", "Plain")
    } child: {
      $0.define("user", "Polite", ["inner": .ref("plain")])
    }
    let alone = Container(child.plan)
    #expect(try alone.greeting("user") == "please, hello")
    #expect(alone.parent !== child.parent)
    let parent = try #require(alone.parent)
    #expect(try parent.resolve(Plain.self) === alone.resolve(Plain.self))
  }

  @Test func aChildKeepsItsParent() throws {
    let child: Container
    do {
      child = try family {
        $0.define("plain", "Plain")
      } child: { _ in
      }.child
    }
    #expect(try child.greeting("plain") == "hello")
  }

  @Test func aPlanForAnotherParentIsRefused() throws {
    let (parent, child) = try family {
      $0.define("plain", "Plain")
    } child: { _ in
    }
    let without = #expect(throws: DiagnosticsError.self) {
      try Container(parent.plan, parent: parent)
    }
    #expect(
      without.map { TerminalRenderer().render($0.diagnostics) } == """
        error[parent-mismatch]: the plan was made for no parent
        help: make it with the parent's own plan: `parent: container.plan`
        """)
    let other = #expect(throws: DiagnosticsError.self) {
      try Container(child.plan, parent: child)
    }
    #expect(
      other.map { TerminalRenderer().render($0.diagnostics) } == """
        error[parent-mismatch]: the plan was made for children of another plan than this parent's
        help: make it with the parent's own plan: `parent: container.plan`
        """)
  }

  @Test func aFailureInTheParentNamesTheRequesterInTheChild() throws {
    let (_, child) = try family {
      $0.define("failing", "Failing")
      $0.define("between", "Polite", ["inner": .ref("failing")], scope: "transient")
    } child: {
      $0.define("user", "Polite", ["inner": .ref("between")])
    }
    let error = #expect(throws: DiagnosticsError.self) { try child.greeting("user") }
    #expect(error?.codes == [.factoryFailed])
    #expect(error?.underlying is Refusal)
    #expect(
      error?.diagnostics.first?.requestedBy.map(\.key) == ["user", "between", "failing"])
  }

  @Test func aParentsSecretIsNotShownByAChild() throws {
    let catalog = FactoryCatalog.family()
    var set = definitions { $0.define("failing", "Failing", ["word": "hunter2"]) }.set
    set.definitions[0].arguments[0].value.disclosure = .secret
    let parent = Container(try Plan(set, catalog: catalog))
    let child = try parent.child(catalog) {
      $0.define("other", "Failing", ["word": "hunter2"])
    }
    let error = #expect(throws: DiagnosticsError.self) { try child.greeting("other") }
    #expect(
      error?.diagnostics.first?.message == "the factory of `other` failed: refused [secret]")
  }

  @Test func whatIsLiveInATestsParentIsLiveInItsChild() throws {
    let (parent, child) = try family(forTesting: true) {
      $0.define("live", "Live")
    } child: {
      $0.define("mine", "Live")
      $0.define("user", "Polite", ["inner": .ref("live")])
    }
    for key in ["live", "mine", "user"] {
      let error = #expect(throws: DiagnosticsError.self) { try child.greeting(key) }
      #expect(error?.codes == [.liveService])
    }
    for owner in [parent, child] {
      let token = try owner.override(ServiceKey<any Greeter>("live"), with: Plain("double"))
      defer { token.remove() }
      let fresh = try child.child { $0.define("fresh", "Polite", ["inner": .ref("live")]) }
      #expect(try fresh.greeting("fresh") == "please, double")
    }
  }
}

@Suite("A child hides its parent's services, and the parent does not see it")
struct ChildDecoratorTests {
  @Test func aDecoratorOfAParentsServiceAffectsOnlyTheChild() throws {
    let (parent, child) = try family {
      $0.define("plain", "Plain")
      $0.define("user", "Polite", ["inner": .ref("plain")])
    } child: {
      $0.define("politely", "Polite", ["inner": .inner], decorates: "plain")
      $0.define("mine", "Recorder", ["inner": .ref("plain")])
    }
    #expect(try child.greeting("plain") == "please, hello")
    #expect(try child.resolve(Recorder.self).inner.greeting == "please, hello")
    #expect(try parent.greeting("plain") == "hello")
    #expect(try child.greeting("user") == "please, hello")
    let grandchild = try child.child {
      $0.define("again", "Polite", ["inner": .inner], decorates: "plain")
    }
    #expect(try grandchild.greeting("plain") == "please, please, hello")
  }

  @Test("a child's decorator lives as long as the service that it decorates")
  func itLivesAsLongAsWhatItDecoratesAndOnceInEachChild() throws {
    let (_, child) = try family {
      $0.define("one", "Counted", scope: "singleton")
      $0.define("many", "Counted", scope: "transient")
    } child: {
      $0.define("first", "Recorded", ["inner": .inner], decorates: "one")
      $0.define("second", "Recorded", ["inner": .inner], decorates: "many")
    } catalog: {
      .recorded()
    }
    #expect(try child.resolve("one", as: Recorded.self) === child.resolve("one", as: Recorded.self))
    #expect(
      try child.resolve("many", as: Recorded.self) !== child.resolve("many", as: Recorded.self))
  }

  @Test("the tags and types of a child's decorator replace those of the service")
  func itsTagsAndTypesCount() throws {
    let (_, child) = try family {
      $0.define("plain", "Plain", tags: ["voice": 0])
    } child: {
      $0.define("recorder", "Recorder", ["inner": .inner], tags: ["extra": 0], decorates: "plain")
    }
    // A recorder is no greeter, and the child has no other.
    #expect(try child.resolveIfPresent((any Greeter).self) == nil)
    #expect(try child.resolve(Recorder.self).inner.greeting == "hello")
  }

  @Test("a child's decorator of a scoped service of its parent is refused")
  func oneOfAScopeOfTheParentIsRefused() throws {
    let parent = try definitions(scopes: ["request"]) {
      $0.define("plain", "Plain", scope: "request")
    }.plan(.family())
    let set = definitions {
      $0.define("politely", "Polite", ["inner": .inner], decorates: "plain")
    }.set
    let error = #expect(throws: DiagnosticsError.self) {
      try Plan(set, catalog: .family(), parent: parent)
    }
    #expect(
      error.map { TerminalRenderer().render($0.diagnostics) } == """
        error[decorator-target]: `politely` decorates the parent's `plain`, which lives in its scope \
        `request`
         --> T/T.swift:5: kept by a scope of the parent
        """)
  }
}

/// A greeter that is a class, so that it can be distinguished from another.
private final class Recorded: Greeter {
  let inner: any Greeter
  init(_ inner: any Greeter) { self.inner = inner }
  var greeting: String { inner.greeting }
}

extension FactoryCatalog {
  fileprivate static func recorded() -> FactoryCatalog {
    FactoryCatalog("recorded") {
      FactoryCatalog.family()
      Factory("Recorded", .service("inner", as: (any Greeter).self), make: Recorded.init)
        .provides((any Greeter).self) { $0 }
    }
  }
}

private func family(
  parent: (inout TestDefinitions) -> Void,
  child: (inout TestDefinitions) -> Void,
  catalog: () -> FactoryCatalog
) throws -> (parent: Container, child: Container) {
  try family(catalog(), parent: parent, child: child)
}
