import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("An injectable class receives its services when it is built")
struct InjectableTests {
  /// Runs a body with a default container of its own.
  private func withDefault<Result>(
    _ container: Container, _ body: () throws -> Result
  ) rethrows -> Result {
    try DefaultContainer.$local.withValue(DefaultContainer(container), operation: body)
  }

  @MainActor final class Window: Injectable {
    @Injected var analytics: any Analytics
    init() throws { try injectDependencies() }
  }

  actor Clerk: Injectable {
    @Injected var analytics: any Analytics
    init() throws { try injectDependencies() }
    var name: String { analytics.name }
  }

  final class Letter: Report {
    @Injected("report-store") var store: Store
    override init() {}
    convenience init(now: Void) throws {
      self.init()
      try injectDependencies()
    }
  }

  @Test @MainActor func aMainActorClassInjectsIntoItselfInItsInitializer() throws {
    let window = try withDefault(try reports()) { try Window() }
    #expect(window.analytics.name == "remote")
  }

  @Test func anActorInjectsIntoItselfInItsInitializer() async throws {
    let clerk = try withDefault(try reports()) { try Clerk() }
    #expect(await clerk.name == "remote")
  }

  @Test func aNonSendableClassInjectsIntoItselfAndInheritedProperties() throws {
    let container = try reports()
    let letter = try withDefault(container) { try Letter(now: ()) }
    #expect(letter.analytics.name == "remote")
    #expect(letter.store === (try container.resolve(.store)))
  }

  @Test func aMissingServiceIsThrown() throws {
    let empty = Container(try definitions { _ in }.plan(.reports))
    let error = #expect(throws: DiagnosticsError.self) {
      try withDefault(empty) { try Letter(now: ()) }
    }
    #expect(error?.codes == [.noSuchService, .noSuchService])
  }

  // MARK: As services

  private static let catalog = FactoryCatalog("workers") {
    FactoryCatalog.reports
    Factory("Worker") { Worker() }
    Factory("Early") { () -> Worker in
      let worker = Worker()
      InjectionPoint.all(of: worker)[1].fill(.box(Box(early)))
      return worker
    }
  }
  private static let early = Store()

  private func container(_ build: (inout TestDefinitions) -> Void) throws -> Container {
    Container(try definitions(build).plan(Self.catalog))
  }

  @Test func aServiceIsInjectedByTheContainerThatBuildsIt() async throws {
    let container = try container {
      $0.define("worker", "Worker")
      $0.define("analytics", "Remote")
      $0.define("report-store", "Store")
    }
    let seen = try await container.resolve("worker", as: Worker.self).seen()
    #expect(seen.0 == "remote")
    #expect(seen.1 === (try container.resolve(.store)))
  }

  /// Not `Sendable`, and so made for each caller; what it inherits is injected, too.
  final class Desk: Report, InjectionObserver {
    @Injected("report-store") var store: Store
    private(set) var seen: (String, Store)?
    func didInject() { seen = (analytics.name, store) }
  }

  @Test func aClassThatIsNotSendableIsInjectedAndNotifiedWhenItIsMade() throws {
    let catalog = FactoryCatalog("desks") {
      FactoryCatalog.reports
      Factory("Desk") { Desk() }
    }
    let container = Container(
      try definitions {
        $0.define("desk", "Desk")
        $0.define("analytics", "Remote")
        $0.define("report-store", "Store")
      }.plan(catalog))
    let (first, second) = (try container.make(Desk.self), try container.make(Desk.self))
    #expect(first !== second)
    #expect(first.seen?.0 == "remote")
    #expect(first.seen?.1 === (try container.resolve(.store)))
  }

  @Test func propertiesThatItsFactorySetAreKept() async throws {
    let container = try container {
      $0.define("worker", "Early")
      $0.define("analytics", "Remote")
    }
    let seen = try await container.resolve("worker", as: Worker.self).seen()
    #expect(seen.1 === Self.early)
  }

  @Test func aServiceWhoseInjectionFailsIsNotBuilt() throws {
    let container = try container { $0.define("worker", "Worker") }
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("worker", as: Worker.self)
    }
    #expect(error?.codes == [.noSuchService, .noSuchService])
  }

  actor Ping: Injectable { @Injected var pong: Pong }
  actor Pong: Injectable { @Injected var ping: Ping }
  actor Later: Injectable {
    @Injected("later") var itself: Provider<Later>
    func own() throws -> Later { try itself() }
  }

  @Test func aCycleIsAnErrorAndAProviderFixesIt() async throws {
    let catalog = FactoryCatalog("rings") {
      Factory("Ping") { Ping() }
      Factory("Pong") { Pong() }
      Factory("Later") { Later() }
    }
    let container = Container(
      try definitions {
        $0.define("ping", "Ping")
        $0.define("pong", "Pong")
        $0.define("later", "Later")
      }.plan(catalog))
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("ping", as: Ping.self)
    }
    #expect(error?.codes == [.reentrantResolution])
    let later = try container.resolve("later", as: Later.self)
    let own = try await later.own()
    #expect(own === later)
  }

  // MARK: As instances

  actor Preferences: Injectable, InjectionObserver {
    @Injected var storage: Storage
    @Injected var missing: Store?
    @Injected var container: Container
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    nonisolated func didInject() { journal.note("preferences") }
    var own: (Storage, Store?, Container) { (storage, missing, container) }
  }

  actor Storage: Injectable, InjectionObserver {
    @Injected(fileID: "App/Storage.swift", line: 5) var preferences: Preferences
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    nonisolated func didInject() { journal.note("storage") }
    var own: Preferences { preferences }
  }

  @Test func instancesAreInjectedFromEachOtherOnFirstUseIncludingCycles() async throws {
    let journal = Journal()
    let preferences = Preferences(journal)
    let storage = Storage(journal)
    let container = try Container {
      Provide("preferences", instance: preferences)
      Provide("storage", instance: storage)
    }
    #expect(journal.entries.isEmpty)
    #expect(try container.resolve("storage", as: Storage.self) === storage)
    let own = await preferences.own
    #expect(own.0 === storage)
    #expect(own.1 == nil)
    #expect(own.2 === container)
    #expect(await storage.own === preferences)
    #expect(try container.resolve("preferences", as: Preferences.self) === preferences)
    #expect(journal.entries.sorted() == ["preferences", "storage"])
  }

  protocol Saving: Sendable {}
  actor Disk: Injectable, Saving {
    @Injected var cache: any Saving
    var own: any Saving { cache }
  }
  actor Cache: Injectable, Saving {
    @Injected("disk") var behind: any Saving
    var own: any Saving { behind }
  }

  @Test("a class is injected into also where a protocol hides it")
  func alsoThroughAProtocol() async throws {
    let (disk, cache) = (Disk(), Cache())
    let container = try Container {
      Provide("disk", as: (any Saving).self, instance: disk)
      Provide("cache", as: (any Saving).self, instance: cache)
    }
    _ = try container.resolve("cache", as: (any Saving).self)
    #expect(await disk.own as? Cache === cache)
    #expect(await cache.own as? Disk === disk)
  }

  @Test func anInstanceIsInjectedOnceByManyThreads() async throws {
    for _ in 0..<20 {
      let journal = Journal()
      let (preferences, storage) = (Preferences(journal), Storage(journal))
      let container = try Container(catalog: .reports) {
        Provide("preferences", instance: preferences)
        Provide("storage", instance: storage)
        Define("missing", "Store")
      }
      onThreads(8) { index in
        do {
          if index % 2 == 0 {
            _ = try container.resolve("storage", as: Storage.self)
          } else {
            _ = try container.resolve("preferences", as: Preferences.self)
          }
        } catch { Issue.record(error) }
      }
      let own = await preferences.own
      #expect(own.1 === (try container.resolve("missing", as: Store.self)))
      #expect(journal.entries.sorted() == ["preferences", "storage"])
    }
  }

  @Test func assignedPropertiesOfAnInstanceAreKept() async throws {
    let worker = Worker()
    try reports().inject(into: worker)
    let (_, store) = await worker.seen()
    let container = try Container { Provide("worker", instance: worker) }
    _ = try container.resolve("worker", as: Worker.self)
    let (_, after) = await worker.seen()
    #expect(after === store)
  }

  @Test func aMissingServiceOfAnInstanceIsReportedByThePlan() throws {
    let error = try #require(throws: DiagnosticsError.self) {
      try Container(fileID: "App/Main.swift", line: 1) {
        Provide("storage", instance: Storage(Journal()), fileID: "App/Main.swift", line: 2)
        Provide("preference", instance: Store(), fileID: "App/Main.swift", line: 3)
      }
    }
    #expect(
      TerminalRenderer().render(error.diagnostics) == """
        error[unknown-service]: `storage` depends on `preferences`, which no layer defines
         --> App/Storage.swift:5: no service has this key
         ::: App/Main.swift:3: a similar key is defined here
          = note: 1 layer was searched: Main.swift:1
        help: did you mean `preference`?
        """)
  }
}
