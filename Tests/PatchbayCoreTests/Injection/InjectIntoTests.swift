import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A container injects into the properties of an object")
struct FillTests {
  @Test func aClassThatIsNotSendableIsInjectedWithItsInheritedProperties() throws {
    let container = try reports()
    let store = try container.resolve(.store)
    let summary = Summary()
    try container.inject(into: summary)
    #expect(summary.analytics.name == "remote")
    #expect(summary.store === store)
    #expect(summary.missing == nil)
    #expect(summary.given?.name == "remote")
    #expect(summary.also === store)
    #expect(try summary.later() === store)
    #expect(try summary.once.value === store)
  }

  @Test @MainActor func aClassOfTheMainActorIsInjected() throws {
    let container = try reports()
    let screen = Screen()
    try container.inject(into: screen)
    #expect(screen.analytics.name == "remote")
    #expect(screen.store === (try container.resolve(.store)))
  }

  @Test func anActorIsInjected() async throws {
    let container = try reports()
    let worker = Worker()
    try container.inject(into: worker)
    let seen = await worker.seen()
    #expect(seen.0 == "remote")
    #expect(seen.1 === (try container.resolve(.store)))
  }

  @Test("by the key that each object names, whatever the first one of the class named")
  func byTheKeyOfTheObject() throws {
    final class Choice {
      @Injected var store: Store
      init(_ key: String?) { if let key { _store = Injected(key) } }
    }
    let container = Container(
      try definitions {
        $0.define("store", "Store")
        $0.define("one", "Store")
        $0.define("two", "Store")
      }.plan(.reports))
    // Twice, as each key is looked up anew at first.
    for key in ["one", nil, "two", "one", "two", nil] {
      let choice = Choice(key)
      try container.inject(into: choice)
      let expected = try container.resolve(key ?? "store", as: Store.self)
      #expect(choice.store === expected, "\(key ?? "no key")")
    }
    let misspelt = Choice("thre")
    let error = #expect(throws: DiagnosticsError.self) { try container.inject(into: misspelt) }
    #expect(error?.codes == [.noSuchService])
  }

  @Test("by the bytes of the key")
  func byTheBytesOfTheKey() throws {
    // Equal as texts: composed and decomposed, and the sign for Kelvin, which is a K. A class of its own for
    // each pair, as the first object of a class matters.
    try expectDifferent(["caf\u{e9}", "cafe\u{301}"], by: UInt8.self)
    try expectDifferent(["cafe\u{301}", "caf\u{e9}"], by: UInt16.self)
    try expectDifferent(["K", "\u{212a}"], by: UInt32.self)
    try expectDifferent(["\u{212a}", "K"], by: UInt64.self)
    // Of equal numbers of bytes, too.
    try expectDifferent(["a\u{323}\u{307}", "a\u{307}\u{323}"], by: Int8.self)
  }

  final class Choice<Pair>: @unchecked Sendable {
    @Injected var store: Store
    init(_ key: String) { _store = Injected(key) }
  }

  private func expectDifferent<Pair>(_ keys: [String], by pair: Pair.Type) throws {
    let container = Container(
      try definitions { for key in keys { $0.define(key, "Store") } }.plan(.reports))
    let stores = try keys.map { try container.resolve($0, as: Store.self) }
    #expect(stores[0] !== stores[1])
    for _ in 0..<2 {
      for (key, store) in zip(keys, stores) {
        let choice = Choice<Pair>(key)
        try container.inject(into: choice)
        #expect(choice.store === store, "\(Array(key.utf8))")
        #expect(try container.resolve(ServiceKey<Store>(key)) === store, "\(Array(key.utf8))")
      }
    }
  }

  @Test("in the order of their declaration")
  func inOrder() throws {
    final class Pair {
      @Injected("one") var first: Store
      @Injected("two") var second: Store
      // Both are the same property, and the last one decides.
      init() { _second = _first }
    }
    final class Named {
      @Injected var one: Store
      @Injected var two: Store
      init() { _two = _one }
    }
    let container = Container(
      try definitions {
        $0.define("one", "Store")
        $0.define("two", "Store")
      }.plan(.reports))
    let named = Named()
    try container.inject(into: named)
    #expect(named.one === (try container.resolve("two", as: Store.self)))
    let pair = Pair()
    try container.inject(into: pair)
    #expect(pair.second === (try container.resolve("one", as: Store.self)))
  }

  @Test("by the same property in a container where the key is another service")
  func byTheKeyOfTheContainer() throws {
    final class Choice { @Injected("chosen") var store: Store }
    for other in ["one", "two"] {
      let container = Container(
        try definitions {
          $0.define("one", "Store")
          $0.define("two", "Store")
          $0.alias("chosen", of: other)
        }.plan(.reports))
      for _ in 0..<2 {
        let choice = Choice()
        try container.inject(into: choice)
        #expect(choice.store === (try container.resolve(other, as: Store.self)))
      }
    }
  }

  @Test func theContainerItselfIsInjected() throws {
    final class Shell {
      @Injected var container: Container
    }
    let container = try reports()
    let shell = Shell()
    try container.inject(into: shell)
    #expect(shell.container === container)
  }

  @Test func aScopedServiceComesFromTheCurrentScope() async throws {
    final class Page {
      @Injected("session") var session: Store
    }
    let definitions = definitions(scopes: ["request"]) {
      $0.define("session", "Store", scope: "request")
    }
    let container = Container(try definitions.plan(.reports))
    let page = Page()
    let error = #expect(throws: DiagnosticsError.self) { try container.inject(into: page) }
    #expect(error?.codes == [.scopedOutsideScope])
    try await container.withScope("request") { scope in
      try container.inject(into: page)
      let session = try scope.resolve("session", as: Store.self)
      #expect(page.session === session)
    }
  }

  @Test func aResolverIsInjectedThatRetainsNothing() throws {
    final class Menu {
      @Injected var resolver: Resolver
    }
    let menu = Menu()
    weak var container: Container?
    do {
      let own = try reports()
      container = own
      try own.inject(into: menu)
      let report = Report()
      try menu.resolver.inject(into: report)
      #expect(report.analytics.name == "remote")
    }
    #expect(container == nil)
    let error = #expect(throws: DiagnosticsError.self) { try menu.resolver.inject(into: Report()) }
    #expect(error?.codes == [.containerShutDown])
  }

  @Test func anAssignedValueIsReadUntilTheNextInjection() throws {
    struct Silent: Analytics { let name = "silent" }
    let report = Report()
    report.analytics = Silent()
    #expect(report.analytics.name == "silent")
    try reports().inject(into: report)
    #expect(report.analytics.name == "remote")
  }

  @Test func anObjectWithoutInjectedPropertiesIsNotChanged() throws {
    struct Silent: Analytics { let name = "silent" }
    /// Its properties are named as services are.
    final class Bystander {
      var analytics: any Analytics = Silent()
      var store: Store?
    }
    let built = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Remote") { () -> Remote in
        built.increment()
        return Remote()
      }
      .provides((any Analytics).self) { $0 }
      Factory("Store") { () -> Store in
        built.increment()
        return Store()
      }
    }
    let container = Container(
      try definitions {
        $0.define("analytics", "Remote")
        $0.define("store", "Store")
      }.plan(catalog))
    let bystander = Bystander()
    try container.inject(into: bystander)
    #expect(bystander.analytics.name == "silent")
    #expect(bystander.store == nil)
    #expect(built.value == 0)
  }

  @Test func everyMissingServiceIsReportedAtOnceAndNothingIsSet() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Remote", fileID: "App/Catalog.swift", line: 2) { Remote() }
        .provides((any Analytics).self) { $0 }
      Factory("Store", fileID: "App/Catalog.swift", line: 4) { Store() }
    }
    class Base {
      @Injected(fileID: "App/Base.swift", line: 3) var analytica: any Analytics
    }
    final class Lost: Base {
      @Injected("report-store", fileID: "App/Lost.swift", line: 5) var store: any Analytics
      @Injected(fileID: "App/Lost.swift", line: 6) var archive: Store
      @Injected(fileID: "App/Lost.swift", line: 7) var nowhere: Lazy<Int>
      @Injected(.analytics) var fine: any Analytics
    }
    let container = Container(
      try definitions {
        $0.define("analytics", "Remote")
        $0.define("report-store", "Store")
      }.plan(catalog))
    let lost = Lost()
    let error = try #require(throws: DiagnosticsError.self) { try container.inject(into: lost) }
    #expect(
      TerminalRenderer().render(error.diagnostics) == """
        error[no-such-service]: no service has the key `analytica`
         --> App/Base.swift:3: `Base.analytica` asks for `analytica` as `any Analytics`
         ::: T/T.swift:1: a similar key is defined here
          = note: the container has 2 keys
        help: did you mean `analytics`?

        error[type-mismatch-at-resolve]: `report-store` was asked for as `any Analytics`, but provides `Store`
         --> App/Lost.swift:5: `Lost.store` asks for `report-store` as `any Analytics`
         ::: T/T.swift:3: built by the factory `Store`
          = note: the factory is declared at App/Catalog.swift:4

        error[no-such-service]: no service has the key `archive`
         --> App/Lost.swift:6: `Lost.archive` asks for `archive` as `Store`
          = note: the container has 2 keys

        error[no-such-service]: no service has the key `nowhere`
         --> App/Lost.swift:7: `Lost.nowhere` asks for `nowhere` as `Int`
          = note: the container has 2 keys
        """)
    #expect(InjectionPoint.all(of: lost).allSatisfy { !$0.property.isSet })
  }

  @Test func theFailureOfAFactoryIsReported() throws {
    final class Fragile {
      @Injected var broken: Store
      @Injected var missing: Store
    }
    let catalog = FactoryCatalog("t") { Factory("Broken") { () throws -> Store in throw Broken() } }
    let container = Container(try definitions { $0.define("broken", "Broken") }.plan(catalog))
    let error = try #require(throws: DiagnosticsError.self) {
      try container.inject(into: Fragile())
    }
    #expect(Set(error.codes) == [.factoryFailed, .noSuchService])
    #expect(error.underlying is Broken)
  }

  @Test func readingAPropertyBeforeInjectionTrapsWithItsPlace() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      final class Early {
        @Injected(fileID: "App/Early.swift", line: 7) var analytics: any Analytics
      }
      _ = Early().analytics
    }
    let reported = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      reported.contains(
        "the @Injected property at App/Early.swift:7, of the type any Analytics, was read before it "
          + "was filled"), "\(reported)")
  }

  @Test func manyThreadsReadDuringRepeatedInjection() throws {
    let container = try reports()
    let worker = Worker()
    try container.inject(into: worker)
    onThreads(8) { index in
      for _ in 0..<1_000 {
        do {
          if index % 2 == 0 {
            try container.inject(into: worker)
          } else {
            #expect(InjectionPoint.all(of: worker).allSatisfy { $0.property.isSet })
          }
        } catch { Issue.record(error) }
      }
    }
  }
}
