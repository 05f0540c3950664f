import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// A greeter that knows what it replaces.
private final class Spy: Greeter {
  let original: any Greeter
  let name: String
  init(_ original: any Greeter, _ name: String = "spy") {
    self.original = original
    self.name = name
  }
  var greeting: String { "\(name)(\(original.greeting))" }
}

private final class Deferred: Sendable {
  let provider: Provider<any Greeter>
  init(_ provider: Provider<any Greeter>) { self.provider = provider }
}

private final class Kept: Sendable {
  let lazy: Lazy<any Greeter>
  init(_ lazy: Lazy<any Greeter>) { self.lazy = lazy }
}

extension ServiceKey where Service == any Greeter {
  fileprivate static var plain: Self { "plain" }
  fileprivate static var user: Self { "user" }
}

private func catalog(_ counter: Counter = Counter()) -> FactoryCatalog {
  FactoryCatalog("t") {
    FactoryCatalog.family(counter)
    Factory("Deferred", .provider("inner"), make: Deferred.init)
    Factory("Kept", .lazy("inner"), make: Kept.init)
  }
}

private func container(
  _ counter: Counter = Counter(),
  forTesting: Bool = false,
  _ build: (inout TestDefinitions) -> Void
) throws -> Container {
  Container(try definitions(build).plan(catalog(counter)), forTesting: forTesting)
}

@Suite("An override replaces a service while its token exists")
struct OverrideTests {
  @Test func aRequestGetsWhatTheCallbackMakesOfTheOriginal() throws {
    let container = try container { $0.define("plain", "Plain") }
    let original = try container.resolve(.plain)
    let token = try container.override(.plain) { Spy($0) }
    let spy = try #require(try container.resolve(.plain) as? Spy)
    #expect(spy.original as? Plain === original as? Plain)
    token.remove()
    #expect(try container.resolve(.plain) as? Plain === original as? Plain)
    token.remove()
  }

  @Test func itEndsWithItsToken() throws {
    let container = try container { $0.define("plain", "Plain") }
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
      let container = try container { $0.define("plain", "Plain") }
      token = try container.override(.plain) { Spy($0) }
      gone = container
    }
    #expect(gone == nil)
    token.remove()
  }

  @Test func theCallbackRunsEveryTime() throws {
    let runs = Counter()
    let container = try container {
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

  @Test(arguments: ["singleton", "transient", "graph", "weak"])
  func injectionsGetIt(_ scope: String) throws {
    let container = try container {
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
    let container = try container {
      $0.define("plain", "Plain", tags: ["voice": 0])
      $0.define("choir", "Roll", ["voices": .tagged("voice")], provides: [])
      $0.define("user", "Polite", autowire: true, provides: [])
    }
    let token = try container.override(.plain) { Spy($0) }
    defer { token.remove() }
    container.expect("choir", "plain: spy(hello)")
    container.expect("user", "please, spy(hello)")
  }

  @Test func whatWasBuiltBeforeAndMeanwhileKeepsWhatItGot() throws {
    let container = try container {
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
    let container = try container {
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
    let container = try container {
      $0.define("plain", "Plain")
      $0.define("polite", "Polite", ["inner": .inner], decorates: "plain")
      $0.alias("other", of: "plain")
    }
    let token = try container.override(ServiceKey<any Greeter>("other")) { Spy($0) }
    defer { token.remove() }
    container.expect("plain", "spy(please, hello)")
  }

  @Test func theOriginalOfATransientIsNewEachTime() throws {
    let container = try container { $0.define("plain", "Counted", scope: "transient") }
    let token = try container.override(.plain) { Spy($0) }
    defer { token.remove() }
    container.expect("plain", "spy(1)")
    container.expect("plain", "spy(2)")
  }

  @Test func itIsFoundByContract() throws {
    let container = try container { $0.define("plain", "Plain") }
    let token = try container.override(ServiceKey<any Greeter>("plain")) { Spy($0) }
    defer { token.remove() }
    #expect(try container.resolve((any Greeter).self) is Spy)
  }
}

@Suite("An override affects one contract of a key")
struct OverrideContractTests {
  @Test func requestsForAnotherContractAreNotConcerned() throws {
    let container = try container { $0.define("plain", "Plain") }
    let token = try container.override(.plain) { Spy($0) }
    defer { token.remove() }
    let plain = try container.resolve("plain", as: Plain.self)
    #expect(plain.greeting == "hello")
    container.expect("plain", "spy(hello)")
  }

  @Test func anUntypedRequestGetsTheOneThatWasPutOnLast() throws {
    let container = try container { $0.define("plain", "Plain") }
    let first = try container.override(.plain) { Spy($0) }
    #expect(try container["plain"] is Spy)
    let second = try container.override(ServiceKey<Plain>("plain"), with: Plain("other"))
    #expect(try (container["plain"] as? Plain)?.greeting == "other")
    second.remove()
    #expect(try container["plain"] is Spy)
    first.remove()
    #expect(try container["plain"] is Plain)
  }

  @Test func aTypeThatTheServiceDoesNotProvideIsRefused() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Plain", fileID: "App/Catalog.swift", line: 4) { Plain() }
        .provides((any Greeter).self) { $0 }
    }
    let container = Container(try definitions { $0.define("plain", "Plain") }.plan(catalog))
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try container.override(ServiceKey<Node>("plain"), fileID: "A/A.swift", line: 7) { $0 }
    }
    #expect(
      error.map { TerminalRenderer().render($0.diagnostics) } == """
        error[type-mismatch-at-resolve]: `plain` is overridden as `Node`, but provides \
        `Plain` and `any Greeter`
         --> A/A.swift:7: overridden here
         ::: T/T.swift:1: built by the factory `Plain`
          = note: the factory is declared at App/Catalog.swift:4
        help: name one of these types, or add `.provides { $0 as Node }` to the factory, \
        or `as: Node.self` to its `@Provided`
        """)
    #expect(error?.codes == [.typeMismatchAtResolve])
  }

  @Test func anUnknownKeyAndAnAmbiguousTypeAreRefused() throws {
    let container = try container {
      $0.define("plain", "Plain")
      $0.define("second", "Plain")
    }
    let unknown = #expect(throws: DiagnosticsError.self) {
      _ = try container.override("plian" as ServiceKey<any Greeter>) { $0 }
    }
    #expect(unknown?.codes == [.noSuchService])
  }
}

@Suite("Overrides stack, and can be removed in any order")
struct NestedOverrideTests {
  @Test func eachIsHandedWhatThoseBeforeItGive() throws {
    let container = try container { $0.define("plain", "Plain") }
    let first = try container.override(.plain) { Spy($0, "a") }
    let second = try container.override(.plain) { Spy($0, "b") }
    let third = try container.override(.plain) { Spy($0, "c") }
    container.expect("plain", "c(b(a(hello)))")
    second.remove()
    container.expect("plain", "c(a(hello))")
    first.remove()
    container.expect("plain", "c(hello)")
    third.remove()
    container.expect("plain", "hello")
  }

  @Test func anInstanceHidesWhatIsBeneathIt() throws {
    let runs = Counter()
    let container = try container { $0.define("plain", "Plain") }
    let first = try container.override(.plain) { original in
      runs.increment()
      return original
    }
    let second = try container.override(.plain, with: Plain("fixed"))
    let third = try container.override(.plain) { Spy($0) }
    container.expect("plain", "spy(fixed)")
    #expect(runs.value == 0)
    second.remove()
    container.expect("plain", "spy(hello)")
    #expect(runs.value == 1)
    third.remove()
    first.remove()
  }
}

@Suite("An override with an instance keeps a live service from being built")
struct LiveOverrideTests {
  @Test func forRequestsAndInjections() throws {
    let counter = Counter()
    let container = try container(counter, forTesting: true) {
      $0.define("plain", "Live")
      $0.define("user", "Polite", ["inner": .ref("plain")])
      $0.define("choir", "Choir", ["voices": .list([.ref("plain")])])
      $0.define("recorder", "Recorder", ["inner": .inline("Polite", ["inner": .ref("plain")])])
    }
    let token = try container.override(.plain, with: Plain("double"))
    defer { token.remove() }
    container.expect("plain", "double")
    container.expect("user", "please, double")
    container.expect("choir", "double")
    let recorder = try container.resolve(Recorder.self)
    #expect(recorder.inner.greeting == "please, double")
    #expect(counter.value == 0)
    let live = #expect(throws: DiagnosticsError.self) {
      try container.resolve("plain", as: Plain.self)
    }
    #expect(live?.codes == [.liveService])
  }

  @Test func aCallbackNeedsTheOriginal() throws {
    let container = try container(forTesting: true) { $0.define("plain", "Live") }
    let token = try container.override(.plain) { _ in Plain("double") }
    defer { token.remove() }
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(.plain) }
    #expect(error?.codes == [.liveService])
  }

  @Test func theRestOfItsBuildGroupIsStillBuilt() throws {
    let built = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Member") { () -> Member in
        built.increment()
        return Member()
      }
      .property("other") { (member: inout Member, other: Member) in
        member.other.withLock { $0 = other }
      }
    }
    let plan = try definitions {
      $0.define("a", "Member")
      $0.define("b", "Member")
      $0.set("other", of: "a", .ref("b"))
      $0.set("other", of: "b", .ref("a"))
    }.plan(catalog)
    let container = Container(plan)
    let double = Member()
    let token = try container.override(ServiceKey<Member>("b"), with: double)
    let a = try container.resolve("a", as: Member.self)
    #expect(a.other.withLock { $0 } === double)
    #expect(built.value == 1)
    token.remove()
    let b = try container.resolve("b", as: Member.self)
    #expect(b.other.withLock { $0 } === a)
    #expect(built.value == 2)
  }
}

private final class Member: Sendable {
  let other = Locked<Member?>(nil)
}

@Suite("The callback of an override can fail and resolve services")
struct OverrideCallbackTests {
  @Test func whatItThrowsIsReportedWithItsPlace() throws {
    let container = try container {
      $0.define("plain", "Plain")
      $0.define("user", "Polite", ["inner": .ref("plain")])
    }
    let token = try container.override(.plain, fileID: "App/Tests.swift", line: 12) { _ in
      throw Broken()
    }
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(.plain) }
    #expect(error?.underlying is Broken)
    #expect(
      error.map { TerminalRenderer().render($0.diagnostics) } == """
        error[factory-failed]: the override of `plain` failed: out of order
         --> App/Tests.swift:12: overridden here
        """)
    let injected = #expect(throws: DiagnosticsError.self) { try container.resolve(.user) }
    #expect(injected?.diagnostics.first?.requestedBy.map(\.key) == ["user", "plain"])
    token.remove()
    container.expect("user", "please, hello")
  }

  @Test func itCanResolveOtherServices() throws {
    let container = try container {
      $0.define("plain", "Plain")
      $0.define("other", "Plain", ["greeting": "ah"])
    }
    let token = try container.override(.plain) { [container] original in
      Spy(original, try container.resolve("other", as: (any Greeter).self).greeting)
    }
    container.expect("plain", "ah(hello)")
    token.remove()
  }

  @Test(.timeLimit(.minutes(15))) func requestingItsOwnKeyIsAnError() throws {
    let container = try container {
      $0.define("plain", "Plain")
      $0.define("user", "Polite", ["inner": .ref("plain")])
    }
    let token = try container.override(.plain, fileID: "App/Tests.swift", line: 12) { _ in
      try container.resolve(.user)
    }
    defer { token.remove() }
    for key in [ServiceKey<any Greeter>.plain, .user] {
      let error = #expect(throws: DiagnosticsError.self) { try container.resolve(key) }
      #expect(error?.codes == [.reentrantResolution])
    }
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(.plain) }
    #expect(
      error.map { TerminalRenderer().render($0.diagnostics) } == """
        error[reentrant-resolution]: the override of `plain` asks for `plain` while it runs
         --> App/Tests.swift:12: overridden here
        help: use the original that the callback is handed
        """)
  }

  @Test func aTaskThatItStartsCanResolveLater() async throws {
    let container = try container { $0.define("plain", "Plain") }
    let (calls, mayAsk) = (Counter(), Gate())
    let later = Locked<Task<String, any Error>?>(nil)
    let token = try container.override(.plain) { original in
      if calls.increment() == 1 {
        let task = Task { () throws -> String in
          try await mayAsk.opened()
          return try container.resolve(.plain).greeting
        }
        later.withLock { $0 = task }
      }
      return Spy(original)
    }
    container.expect("plain", "spy(hello)")
    mayAsk.open()
    #expect(try await later.withLock { $0 }?.value == "spy(hello)")
    token.remove()
  }
}

@Suite("Overrides can change during requests of other threads")
struct OverrideThreadTests {
  @Test(.timeLimit(.minutes(15))) func everyAnswerIsOneOrTheOther() throws {
    let container = try container {
      $0.define("plain", "Plain")
      $0.define("user", "Polite", ["inner": .ref("plain")], scope: "transient")
    }
    let surprises = Counter()
    onThreads(8) { index in
      for _ in 0..<2_000 {
        if index < 4 {
          guard let token = try? container.override(.plain, { Spy($0) }) else {
            surprises.increment()
            continue
          }
          guard let seen = try? container.resolve(.plain), seen is Spy else {
            surprises.increment()
            continue
          }
          token.remove()
        } else {
          guard let user = try? container.resolve(.user),
            user.greeting.hasPrefix("please, "),
            user.greeting.contains("hello")
          else {
            surprises.increment()
            continue
          }
        }
      }
    }
    #expect(surprises.value == 0)
    container.expect("plain", "hello")
    #expect(container.overrides.table == nil)
  }

  @Test func aSingletonIsBuiltOnceWhileOverridesChange() throws {
    for _ in 0..<200 {
      let counter = Counter()
      let container = try container(counter) {
        $0.define("plain", "Counted")
        $0.define("user", "Polite", ["inner": .ref("plain")], scope: "transient")
      }
      onThreads(4) { index in
        for _ in 0..<10 {
          if index == 0 {
            let token = try? container.override(.plain, with: Plain("double"))
            token?.remove()
          } else {
            _ = try? container.resolve(.user)
          }
        }
      }
      _ = try container.resolve(.plain)
      #expect(counter.value == 1)
    }
  }
}

extension Container {
  /// Expects that a greeter greets so.
  fileprivate func expect(
    _ key: String,
    _ greeting: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do throws(DiagnosticsError) {
      let found = try resolve(key, as: (any Greeter).self).greeting
      #expect(found == greeting, sourceLocation: sourceLocation)
    } catch {
      let text = TerminalRenderer().render(error.diagnostics)
      Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    }
  }
}
