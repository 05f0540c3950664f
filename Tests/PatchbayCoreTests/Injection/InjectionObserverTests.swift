import PatchbayConfiguration
import PatchbayDiagnostics
import Synchronization
import Testing

@testable import PatchbayCore

@Suite("An instance is notified when its injection is complete")
struct InjectionObserverTests {
  /// Records when it is notified, and what it has by then.
  final class Car: InjectionObserver, Sendable {
    let journal: Journal
    let name: String
    private let other = Locked<Car?>(nil)
    init(_ name: String, _ journal: Journal) {
      self.name = name
      self.journal = journal
    }
    var trailer: Car? {
      get { other.withLock { $0 } }
      set { other.withLock { $0 = newValue } }
    }
    func didInject() { journal.note("\(name) with \(trailer?.name ?? "nothing")") }
  }

  struct Wheel: InjectionObserver {
    let journal: Journal
    var size = 0
    func didInject() { journal.note("wheel \(size)") }
  }

  protocol Vehicle: Sendable {}
  final class Bus: Vehicle, InjectionObserver {
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    func didInject() { journal.note("bus") }
  }
  final class Tram: Vehicle {}

  static func catalog(_ journal: Journal) -> FactoryCatalog {
    FactoryCatalog("cars") {
      Factory("Car", .value("name")) { (name: String) -> Car in
        journal.note("make \(name)")
        return Car(name, journal)
      }
      .property("trailer", as: Car.self) { $0.trailer = $1 }
      Factory("Wheel") { Wheel(journal: journal) }
        .property("size", value: Int.self) { $0.size = $1 }
      Factory("Driver", .service("car"), .service("wheel")) { (car: Car, wheel: Wheel) -> Node in
        journal.note("make driver")
        return Node("driver")
      }
      Factory("Vehicle", .value("bus")) { (bus: Bool) -> any Vehicle in
        bus ? Bus(journal) : Tram()
      }
    }
  }

  private func container(
    _ journal: Journal,
    _ build: (inout TestDefinitions) -> Void
  ) throws -> Container {
    Container(try definitions(build).plan(Self.catalog(journal)))
  }

  @Test("`didInject` is called once, after the properties and before the instance is returned")
  func onceAfterItsPropertiesAndBeforeItIsReturned() throws {
    let journal = Journal()
    let container = try container(journal) {
      $0.define("front", "Car", ["name": "front"])
      $0.set("trailer", of: "front", .ref("back"))
      $0.define("back", "Car", ["name": "back"])
      $0.define("wheel", "Wheel", scope: "transient")
      $0.set("size", of: "wheel", "17")
      $0.define("driver", "Driver", ["car": .ref("front"), "wheel": .ref("wheel")])
    }
    for _ in 0..<2 { _ = try container.resolve("driver", as: Node.self) }
    #expect(
      journal.entries == [
        "make back", "back with nothing", "make front", "front with back", "wheel 17",
        "make driver",
      ])
  }

  @Test func theInstancesOfACycleAreNotifiedAfterAllAreInjected() throws {
    let journal = Journal()
    let container = try container(journal) {
      $0.define("a", "Car", ["name": "a"])
      $0.set("trailer", of: "a", .ref("b"))
      $0.define("b", "Car", ["name": "b"])
      $0.set("trailer", of: "b", .ref("a"))
    }
    _ = try container.resolve("b", as: Car.self)
    #expect(journal.entries.prefix(2).sorted() == ["make a", "make b"])
    #expect(journal.entries.suffix(2).sorted() == ["a with b", "b with a"])
    #expect(journal.entries.count == 4)
  }

  @Test func everyTransientIsNotified() throws {
    let journal = Journal()
    let container = try container(journal) {
      $0.define("wheel", "Wheel", scope: "transient")
    }
    for _ in 0..<3 { _ = try container.resolve("wheel", as: Wheel.self) }
    #expect(journal.entries == ["wheel 0", "wheel 0", "wheel 0"])
  }

  @Test func theDynamicTypeDecidesIfTheFactoryDeclaresLess() throws {
    let journal = Journal()
    let container = try container(journal) {
      for index in 0..<3 {
        $0.define("tram \(index)", "Vehicle", ["bus": "false"])
        $0.define("bus \(index)", "Vehicle", ["bus": "true"])
      }
    }
    for index in 0..<3 {
      _ = try container.resolve("tram \(index)", as: (any Vehicle).self)
      _ = try container.resolve("bus \(index)", as: (any Vehicle).self)
    }
    #expect(journal.entries == ["bus", "bus", "bus"])
  }

  @Test func anInjectableServiceIsNotifiedAfterItsInjection() async throws {
    actor Reporter: Injectable, InjectionObserver {
      @Injected var analytics: any Analytics
      private let notified = Locked(0)
      nonisolated func didInject() { notified.withLock { $0 += 1 } }
      var seen: (String, Int) { (analytics.name, notified.withLock { $0 }) }
    }
    let catalog = FactoryCatalog("t") {
      FactoryCatalog.reports
      Factory("Reporter") { Reporter() }
    }
    let container = Container(
      try definitions {
        $0.define("reporter", "Reporter")
        $0.define("analytics", "Remote")
      }.plan(catalog))
    let reporter = try container.resolve("reporter", as: Reporter.self)
    #expect(await reporter.seen == ("remote", 1))
    try container.inject(into: reporter)
    #expect(await reporter.seen == ("remote", 2))
  }

  // MARK: On the main actor

  @MainActor final class Dial: Injectable, @MainActor InjectionObserver {
    @Injected var analytics: any Analytics
    private(set) var notified: [String] = []
    nonisolated init() {}
    func didInject() { notified.append(analytics.name) }
  }

  class Panel: @unchecked Sendable {}
  final class FilledPanel: Panel, Injectable, @unchecked Sendable {
    @Injected var analytics: any Analytics
  }

  private func dials() throws -> Container {
    let isFirst = Locked(true)
    let catalog = FactoryCatalog("dials") {
      FactoryCatalog.reports
      Factory("Panel") { () -> Panel in
        let isPlain = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        return isPlain ? Panel() : FilledPanel()
      }
      Factory("Dial", fileID: "App/Catalog.swift", line: 3) { Dial() }
      Factory(main: "MainDial") { Dial() }
      Factory(async: "Slow") { () async throws -> Remote in
        await Task.yield()
        return Remote()
      }
      .provides((any Analytics).self) { $0 }
    }
    return Container(
      try definitions {
        $0.define("dial", "Dial")
        $0.define("each dial", "Dial", scope: "transient")
        $0.define("panel", "Panel", scope: "transient")
        $0.define("main dial", "MainDial")
        $0.define("analytics", "Slow")
      }.plan(catalog))
  }

  @Test @MainActor func aMainActorClassIsNotifiedOnTheMainActor() throws {
    let dial = Dial()
    try reports().inject(into: dial)
    #expect(dial.notified == ["remote"])
  }

  @Test func elsewhereThatIsAnErrorAndNotSilence() async throws {
    let dial = Dial()
    let error = try #require(throws: DiagnosticsError.self) { try reports().inject(into: dial) }
    #expect(
      TerminalRenderer().render(error.diagnostics) == """
        error[needs-await]: a `Dial` is notified on its actor after injection, and this is not its actor
          = note: `Dial` conforms to `InjectionObserver` on an actor
        """)
    #expect(await dial.notified.isEmpty)
  }

  @Test func anAwaitingRequestNotifiesOnTheMainActor() async throws {
    let container = try dials()
    let main = try await container.resolve(awaiting: ServiceKey<Dial>("main dial"))
    #expect(await main.notified == ["remote"])
    // A plain factory waits for nothing, on whichever thread it is.
    let error = try #require(throws: DiagnosticsError.self) {
      try container.resolve("dial", as: Dial.self)
    }
    #expect(
      TerminalRenderer().render(error.diagnostics) == """
        error[needs-await]: a `Dial` is notified on its actor after injection, and this is not its actor
         --> T/T.swift:1: built by the factory `Dial`
          = note: `Dial` conforms to `InjectionObserver` on an actor
        """)
  }

  @Test func anAwaitingRequestForATransientAwaitsItsPropertiesAndNotifiesOnTheMainActor()
    async throws
  {
    let container = try dials()
    for _ in 1...3 {
      let dial = try await container.resolve(awaiting: ServiceKey<Dial>("each dial"))
      #expect(await dial.notified == ["remote"])
    }
  }

  @Test func aTransientOfAnotherTypeThanBeforeIsAwaitedToo() async throws {
    let container = try dials()
    let key = ServiceKey<Panel>("panel")
    #expect(!(try await container.resolve(awaiting: key) is FilledPanel))
    let filled = try #require(try await container.resolve(awaiting: key) as? FilledPanel)
    #expect(filled.analytics.name == "remote")
  }

  @Test func aMainActorObjectIsNotifiedThereByAnAwaitingTaskElsewhere() async throws {
    let container = try dials()
    let dial = Dial()
    try await container.inject(awaiting: dial)
    #expect(await dial.notified == ["remote"])
  }

  @Test @MainActor func fillingCanAwaitWhatIsNotBuiltYet() async throws {
    let container = try dials()
    let dial = Dial()
    let error = #expect(throws: DiagnosticsError.self) { try container.inject(into: dial) }
    #expect(error?.codes == [.needsAwait])
    try await container.inject(awaiting: dial)
    #expect(dial.notified == ["remote"])
    try container.inject(into: dial)
    #expect(dial.notified == ["remote", "remote"])
  }
}
