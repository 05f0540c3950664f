import Foundation
import Patchbay
import PatchbayTesting
import Testing

/// What users of BAInjection did with a registrar, injectables and overlays.
@Suite("Coming from BAInjection")
struct BAInjectionTests {
  protocol LocalCampaignsCenter: Sendable { var campaigns: Int { get } }
  protocol EventTracker: Sendable { func track(_ event: String) -> String }

  final class LocalCampaignsManager: LocalCampaignsCenter {
    let campaigns = 3
  }

  final class RemoteTracker: EventTracker {
    func track(_ event: String) -> String { "sent \(event)" }
  }

  struct CampaignsMock: LocalCampaignsCenter { let campaigns = 0 }

  struct TrackerMock: EventTracker {
    let original: any EventTracker
    func track(_ event: String) -> String { "noted \(event) instead of \(original.track(event))" }
  }

  // MARK: Getting a dependency

  @Test func aDependencyIsFetchedByItsClassOrByItsProtocol() throws {
    let container = try Container {
      Provide("byClass", as: LocalCampaignsManager.self) { LocalCampaignsManager() }
      Provide("byProtocol", as: (any EventTracker).self) { RemoteTracker() }
    }
    #expect(try container.resolve(LocalCampaignsManager.self).campaigns == 3)
    #expect(try container.resolve((any EventTracker).self).track("a") == "sent a")
  }

  @Test func whatIsRegisteredByProtocolIsNotFoundByItsClassAndTheOtherWayRound() throws {
    let container = try Container {
      Provide("byClass", as: LocalCampaignsManager.self) { LocalCampaignsManager() }
      Provide("byProtocol", as: (any EventTracker).self) { RemoteTracker() }
    }
    let byProtocol = #expect(throws: DiagnosticsError.self) {
      try container.resolve((any LocalCampaignsCenter).self)
    }
    #expect(byProtocol?.codes == [.noSuchService])
    let byClass = #expect(throws: DiagnosticsError.self) {
      try container.resolve(RemoteTracker.self)
    }
    #expect(byClass?.codes == [.noSuchService])
  }

  @Test func bothWaysAreOpenToWhatProvidesBoth() throws {
    let container = try Container {
      Provide("campaigns", as: LocalCampaignsManager.self) { LocalCampaignsManager() }
        .provides((any LocalCampaignsCenter).self) { $0 }
    }
    let byClass = try container.resolve(LocalCampaignsManager.self)
    #expect(try container.resolve((any LocalCampaignsCenter).self) as AnyObject === byClass)
  }

  // MARK: Providing an implementation

  @Test func theBlockOfATransientRunsAtEveryInjection() throws {
    let journal = Journal()
    let container = try Container {
      Provide("campaigns", as: (any LocalCampaignsCenter).self) {
        journal.note("built")
        return LocalCampaignsManager()
      }
      .scope(.transient)
    }
    #expect(journal.entries.isEmpty)
    let first = try container.resolve((any LocalCampaignsCenter).self)
    let second = try container.resolve((any LocalCampaignsCenter).self)
    #expect(first as AnyObject !== second as AnyObject)
    #expect(journal.entries == ["built", "built"])
  }

  @Test func aSingletonNeedsNoOnceTokenAndIsBuiltAtItsFirstInjection() throws {
    let journal = Journal()
    let container = try Container {
      Provide("campaigns", as: (any LocalCampaignsCenter).self) {
        journal.note("built")
        return LocalCampaignsManager()
      }
    }
    #expect(journal.entries.isEmpty)
    let first = try container.resolve((any LocalCampaignsCenter).self)
    #expect(
      try container.resolve((any LocalCampaignsCenter).self) as AnyObject === first as AnyObject)
    #expect(journal.entries == ["built"])
  }

  @Test func aReadyInstanceIsInjectedAsItIs() throws {
    let shared = LocalCampaignsManager()
    let container = try Container {
      Provide("campaigns", as: (any LocalCampaignsCenter).self, instance: shared)
    }
    #expect(try container.resolve((any LocalCampaignsCenter).self) as AnyObject === shared)
  }

  // MARK: The registrar

  struct Registrar: Module {
    let journal: Journal

    var definitions: Definitions {
      // The report precedes what it needs.
      Provide(
        "report", as: String.self, .service("campaigns", as: (any LocalCampaignsCenter).self)
      ) { "\($0.campaigns) campaigns" }
      Provide("campaigns", as: (any LocalCampaignsCenter).self) { [journal] in
        journal.note("built")
        return LocalCampaignsManager()
      }
    }
  }

  @Test func theRegistrarRunsOnceAtTheFirstInjectionInAnyOrder() async {
    // In a process of its own, as a program has one default container.
    await #expect(processExitsWith: .success) {
      let journal = Journal()
      Container.setDefault {
        journal.note("registered")
        return try Container { Registrar(journal: journal) }
      }
      #expect(journal.entries.isEmpty)
      for _ in 0..<2 {
        let report = try Container.default.resolve(String.self)
        #expect(report == "3 campaigns")
      }
      #expect(journal.entries == ["registered", "built"])
    }
  }

  // MARK: Testing

  private func program() throws -> Container {
    try Container {
      Provide("campaigns", as: (any LocalCampaignsCenter).self) { LocalCampaignsManager() }
      Provide("tracker", as: (any EventTracker).self) { RemoteTracker() }
      Provide("screen", as: Screen.self, .service("campaigns"), make: Screen.init).scope(.transient)
    }
  }

  struct Screen: Sendable { var campaigns: any LocalCampaignsCenter }

  static let campaigns: ServiceKey<any LocalCampaignsCenter> = "campaigns"
  static let tracker: ServiceKey<any EventTracker> = "tracker"

  @Test func anOverlayIsThereForAsLongAsItsTokenLives() throws {
    let container = try program()
    do {
      let overlay = try container.override(Self.campaigns, with: CampaignsMock())
      #expect(try container.resolve(Self.campaigns).campaigns == 0)
      #expect(try container.resolve((any LocalCampaignsCenter).self).campaigns == 0)
      #expect(try container.resolve(Screen.self).campaigns.campaigns == 0)
      withExtendedLifetime(overlay) {}
    }
    #expect(try container.resolve(Self.campaigns).campaigns == 3)
    #expect(try container.resolve(Screen.self).campaigns.campaigns == 3)
  }

  @Test func theCallbackSeesTheOriginalAndRunsAtEveryInjection() throws {
    let container = try program()
    let journal = Journal()
    let overlay = try container.override(Self.tracker) { original in
      journal.note("called")
      return TrackerMock(original: original)
    }
    for _ in 0..<3 {
      #expect(
        try container.resolve(Self.tracker).track("a") == "noted a instead of sent a")
    }
    #expect(journal.entries.count == 3)
    withExtendedLifetime(overlay) {}
  }

  @Test func anOverlayCanBeRemovedBeforeItsTokenGoes() throws {
    let container = try program()
    let overlay = try container.override(Self.campaigns, with: CampaignsMock())
    overlay.remove()
    #expect(try container.resolve(Self.campaigns).campaigns == 3)
    withExtendedLifetime(overlay) {}
  }

  @Test func aProtocolOrAClassIsOverlaidWithoutAKey() throws {
    let container = try Container {
      Provide("campaigns", as: LocalCampaignsManager.self) { LocalCampaignsManager() }
      Provide("tracker", as: (any EventTracker).self) { RemoteTracker() }
    }
    let byProtocol = try container.override((any EventTracker).self, with: SilentTracker())
    #expect(try container.resolve(Self.tracker).track("a") == "")
    byProtocol.remove()
    let around = try container.override((any EventTracker).self) { TrackerMock(original: $0) }
    #expect(try container.resolve(Self.tracker).track("a") == "noted a instead of sent a")
    let mock = LocalCampaignsManager()
    let byClass = try container.override(LocalCampaignsManager.self, with: mock)
    #expect(try container.resolve(LocalCampaignsManager.self) === mock)
    withExtendedLifetime((around, byClass)) {}
  }

  // MARK: Who builds directly

  @Test func whatIsLiveIsNotBuiltInATestUntilItIsOverlaid() throws {
    let catalog = FactoryCatalog("live") {
      Factory("RemoteTracker") { RemoteTracker() }
        .provides((any EventTracker).self) { $0 }
        .notInTests()
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "services: { tracker: { type: RemoteTracker } }", to: "services.yaml")
    try withServices(path, catalog: catalog) {
      let container = try Services.current
      let error = #expect(throws: DiagnosticsError.self) { try container.resolve(Self.tracker) }
      #expect(error?.codes == [.liveService])
      let overlay = try container.override(Self.tracker, with: SilentTracker())
      #expect(try container.resolve(Self.tracker).track("a") == "")
      withExtendedLifetime(overlay) {}
    }
    // Outside of tests it is built as ever.
    let container = try Container(
      loading: ConfigurationSource(path: path), variables: [:], catalog: catalog)
    #expect(try container.resolve(Self.tracker).track("a") == "sent a")
  }

  struct SilentTracker: EventTracker {
    func track(_ event: String) -> String { "" }
  }
}
