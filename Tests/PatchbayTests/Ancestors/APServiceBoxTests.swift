import Patchbay
import Testing

/// What users of APServiceBox did with a box of services, and objects that fill themselves.
@Suite("Coming from APServiceBox")
struct APServiceBoxTests {
  protocol AnalyticsService: Sendable { var name: String { get } }

  final class AnalyticsManager: AnalyticsService {
    let name = "analytics"
  }

  // MARK: Boxes

  @Test func servicesAreRegisteredByNameInTheDefaultBoxOrInOnesOwn() async throws {
    let manager = AnalyticsManager()
    let box = try Container { Provide("analyticsManager", instance: manager) }
    #expect(try box.resolve("analyticsManager", as: AnalyticsManager.self) === manager)
    await #expect(processExitsWith: .success) {
      Container.setDefault {
        try Container { Provide("analyticsManager", instance: AnalyticsManager()) }
      }
      let service = try Container.default["analyticsManager"]
      #expect(service is AnalyticsManager)
    }
  }

  // MARK: Self-injection

  @MainActor final class SelfMadeController: Injectable {
    @Injected var analyticsService: any AnalyticsService

    init() throws { try injectDependencies() }
  }

  @Test func anObjectFillsItselfFromTheDefaultBoxInItsInitializer() async {
    await #expect(processExitsWith: .success) {
      Container.setDefault {
        try Container {
          Provide(
            "analyticsService", as: (any AnalyticsService).self, instance: AnalyticsManager())
        }
      }
      let name = try await MainActor.run { try SelfMadeController().analyticsService.name }
      #expect(name == "analytics")
    }
  }

  // MARK: Conditions

  class ByClass {
    @Injected var analyticsService: AnalyticsManager
  }

  class ByProtocol {
    @Injected var analyticsService: any AnalyticsService
  }

  class OtherName {
    @Injected var analytics: any AnalyticsService
  }

  class OtherType {
    @Injected var analyticsService: String
  }

  /// The service under its class and under its protocol.
  private func box(_ service: AnalyticsManager = AnalyticsManager()) throws -> Container {
    try Container {
      Provide("analyticsService", instance: service)
        .provides((any AnalyticsService).self) { $0 }
    }
  }

  @Test func aPropertyOfTheClassOrOfTheProtocolIsFilledFromOutside() throws {
    let service = AnalyticsManager()
    let box = try box(service)
    let byClass = ByClass()
    try box.inject(into: byClass)
    #expect(byClass.analyticsService === service)
    let byProtocol = ByProtocol()
    try box.inject(into: byProtocol)
    #expect(byProtocol.analyticsService as AnyObject === service)
  }

  class BaseManager: @unchecked Sendable {}  // Without any state.
  final class SpecialManager: BaseManager, @unchecked Sendable {}

  class ByBaseClass {
    @Injected var manager: BaseManager
  }

  @Test func aSubclassIsRegisteredAsTheClassThatPropertiesHave() throws {
    let special = SpecialManager()
    let box = try Container { Provide("manager", as: BaseManager.self, instance: special) }
    let object = ByBaseClass()
    try box.inject(into: object)
    #expect(object.manager === special)
  }

  @Test func aPropertyOfAnotherNameIsNotInjectedAndIsReported() throws {
    let error = #expect(throws: DiagnosticsError.self) { try box().inject(into: OtherName()) }
    #expect(error?.codes == [.noSuchService])
  }

  @Test func aPropertyOfAnotherTypeIsNotInjectedAndIsReported() throws {
    let error = #expect(throws: DiagnosticsError.self) { try box().inject(into: OtherType()) }
    #expect(error?.codes == [.typeMismatchAtResolve])
  }

  // MARK: The box itself

  class Navigator {
    @Injected var serviceBox: Container
    @Injected var resolver: Resolver
  }

  @Test func theBoxItselfIsInjected() throws {
    let box = try box()
    let navigator = Navigator()
    try box.inject(into: navigator)
    #expect(navigator.serviceBox === box)
    #expect(try navigator.resolver.resolve(AnalyticsManager.self).name == "analytics")
    // And so it fills the screens that it makes.
    let next = ByProtocol()
    try navigator.serviceBox.inject(into: next)
    #expect(next.analyticsService.name == "analytics")
  }

  // MARK: Registered services

  @MainActor final class StorageManager {}

  @MainActor final class PreferenceManager: Injectable {
    @Injected var storageManager: StorageManager
  }

  class Settings {
    @Injected var preferenceManager: PreferenceManager
  }

  @Test @MainActor func registeredServicesAreFilledFromEachOther() throws {
    let (preferenceManager, storageManager) = (PreferenceManager(), StorageManager())
    let box = try Container {
      Provide("preferenceManager", instance: preferenceManager)
      Provide("storageManager", instance: storageManager)
    }
    let object = Settings()
    try box.inject(into: object)
    #expect(object.preferenceManager === preferenceManager)
    #expect(preferenceManager.storageManager === storageManager)
  }

  @Test @MainActor func theFirstFillOfAnyObjectFillsAllRegisteredServices() throws {
    let (preferenceManager, storageManager) = (PreferenceManager(), StorageManager())
    let box = try Container {
      Provide("preferenceManager", instance: preferenceManager)
      Provide("storageManager", instance: storageManager)
      Provide("analyticsService", instance: AnalyticsManager())
    }
    try box.inject(into: ByClass())
    #expect(preferenceManager.storageManager === storageManager)
  }

  @MainActor final class Left: Injectable {
    @Injected var right: Right
  }

  @MainActor final class Right: Injectable {
    @Injected var left: Left
  }

  @Test @MainActor func evenWhereTheyNeedEachOther() throws {
    let (left, right) = (Left(), Right())
    let box = try Container {
      Provide("left", instance: left)
      Provide("right", instance: right)
    }
    #expect(try box.resolve(Left.self) === left)
    #expect(left.right === right)
    #expect(right.left === left)
  }
}
