import Patchbay
import Testing

/// What users of Objection did with injectors, required properties and modules.
@Suite("Coming from Objection")
struct ObjectionTests {
  final class Engine: Sendable {}
  final class Brakes: Sendable {}

  /// Not `Sendable`, as few classes of an Objective-C program were.
  class Vehicle: Injectable {
    @Injected var engine: Engine
  }

  /// Requires its own properties and the inherited one.
  final class Car: Vehicle, InjectionObserver {
    @Injected var brakes: Brakes
    private(set) var isAwake = false
    private(set) var engineThen: Engine?
    private(set) var brakesThen: Brakes?

    func didInject() {
      isAwake = true
      (engineThen, brakesThen) = (engine, brakes)
    }
  }

  /// Registered as a singleton: what everybody may have has to be safe for everybody.
  @MainActor final class Garage: Injectable, @MainActor InjectionObserver {
    @Injected var engine: Engine
    private(set) var isAwake = false
    func didInject() { isAwake = true }
  }

  static let catalog = FactoryCatalog("cars") {
    Factory("Engine") { Engine() }
    Factory("Brakes") { Brakes() }
    Factory("Car") { Car() }
    Factory(main: "Garage") { Garage() }
  }

  /// `objection_register(Car)`, `objection_register_singleton(Garage)` and so on.
  private func injector() throws -> Container {
    try Container(catalog: Self.catalog) {
      Define("engine", "Engine")
      Define("brakes", "Brakes")
      Define("car", "Car").scope(.transient)
      Define("garage", "Garage")
    }
  }

  // MARK: Basic usage

  @Test func requiredPropertiesAreFilledInheritedOnesToo() throws {
    let injector = try injector()
    let car = try injector.make(Car.self)
    #expect(try car.engine === injector.resolve(Engine.self))
    #expect(try car.brakes === injector.resolve(Brakes.self))
  }

  @Test func aRegisteredClassIsMadeEveryTimeAndASingletonOnce() async throws {
    let injector = try injector()
    let (first, second) = (try injector.make(Car.self), try injector.make(Car.self))
    #expect(first !== second)
    let garage = try await injector.resolve(awaiting: Garage.self)
    #expect(try await injector.resolve(awaiting: Garage.self) === garage)
  }

  // MARK: Fetching objects

  @Test func eachInjectorHasSingletonsOfItsOwn() throws {
    let (first, second) = (try injector(), try injector())
    #expect(try first.resolve(Engine.self) !== second.resolve(Engine.self))
  }

  @Test func aGlobalInjectorCanBeUsedThroughoutTheProgram() async {
    await #expect(processExitsWith: .success) {
      Container.setDefault {
        try Container(catalog: ObjectionTests.catalog) { Define("engine", "Engine") }
      }
      let engine = try Container.default.resolve(Engine.self)
      let same = try Container.default.resolve(Engine.self)
      #expect(same === engine)
    }
  }

  // MARK: Registering instances

  protocol ApplicationDelegate: Sendable {}
  final class Application: Sendable {
    static let shared = Application()
    let delegate: any ApplicationDelegate = Delegate()
  }
  final class Delegate: ApplicationDelegate {}

  struct AppModule: Module {
    var definitions: Definitions {
      Provide("application", as: Application.self, instance: Application.shared)
      Provide(
        "delegate", as: (any ApplicationDelegate).self, instance: Application.shared.delegate)
    }
  }

  @Test func aModuleBindsInstancesToClassesAndProtocols() throws {
    let injector = try Container { AppModule() }
    #expect(try injector.resolve(Application.self) === Application.shared)
    #expect(
      try injector.resolve((any ApplicationDelegate).self) as AnyObject
        === Application.shared.delegate as AnyObject)
  }

  // MARK: Notifications

  @Test func anObjectIsNotifiedAfterItsInjection() throws {
    let car = try injector().make(Car.self)
    #expect(car.isAwake)
    #expect(car.engineThen === car.engine)
    #expect(car.brakesThen === car.brakes)
  }

  @Test func aMainActorSingletonIsNotifiedThere() async throws {
    let garage = try await injector().resolve(awaiting: Garage.self)
    #expect(await garage.isAwake)
  }

  // MARK: What was wished for

  @Test func theClassesAndWhatTheyNeedAreKnown() throws {
    struct Wheels: Sendable { var brakes: Brakes }
    let injector = try Container {
      Provide("wheels", as: Wheels.self, .service("brakes"), make: Wheels.init(brakes:))
      Provide("brakes", as: Brakes.self) { Brakes() }
    }
    let graph = injector.plan.graph
    #expect(graph.nodes.map(\.key) == ["wheels", "brakes"])
    #expect(graph.edges.map(\.description) == ["wheels: brakes → brakes"])
  }

  @Test func eagerSingletonsAreBuiltWhenTheInjectorStarts() async throws {
    let journal = Journal()
    let injector = try Container {
      Provide("engine", as: Engine.self) {
        journal.note("built")
        return Engine()
      }
      .eager()
    }
    #expect(journal.entries.isEmpty)
    try await injector.start()
    #expect(journal.entries == ["built"])
    try await injector.stop()
  }
}
