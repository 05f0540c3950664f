import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A main actor instance that the program provides")
struct HandedInTests {
  @MainActor final class Screen: Injectable, @MainActor InjectionObserver {
    @Injected var analytics: any Analytics
    private(set) var notifications: [String] = []
    nonisolated init() {}
    func didInject() { notifications.append(analytics.name) }
  }

  /// Has no property to inject, and is notified all the same.
  @MainActor final class Banner: @MainActor InjectionObserver {
    private(set) var notifications = 0
    nonisolated init() {}
    func didInject() { notifications += 1 }
  }

  final class Presenter: Sendable {
    let screen: Screen
    init(_ screen: Screen) { self.screen = screen }
  }

  private func container(_ screen: Screen) throws -> Container {
    try Container {
      Provide("screen", instance: screen)
      Provide("analytics", as: (any Analytics).self) { Remote() }
      Provide("presenter", .service("screen", as: Screen.self)) { Presenter($0) }
    }
  }

  @Test("is notified on its actor where a task elsewhere awaits it")
  func awaited() async throws {
    let screen = Screen()
    let container = try container(screen)
    let found = try await container.resolve(awaiting: ServiceKey<Screen>("screen"))
    #expect(found === screen)
    #expect(await screen.notifications == ["remote"])
    // Once it is there, any caller has it.
    #expect(try container.resolve("screen", as: Screen.self) === screen)
    #expect(await screen.notifications == ["remote"])
  }

  @Test("is notified once, however many tasks await it")
  func awaitedByMany() async throws {
    for _ in 0..<50 {
      let screen = Screen()
      let container = try container(screen)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            _ = try await container.resolve(awaiting: ServiceKey<Presenter>("presenter"))
          }
        }
        try await group.waitForAll()
      }
      #expect(await screen.notifications == ["remote"])
    }
  }

  @Test("is notified at once on the main actor")
  @MainActor func onItsActor() throws {
    let screen = Screen()
    _ = try container(screen).resolve("screen", as: Screen.self)
    #expect(screen.notifications == ["remote"])
  }

  @Test("cannot be had elsewhere by a caller that does not wait, and says what to do")
  func elsewhere() async throws {
    let screen = Screen()
    let container = try Container(fileID: "App/Main.swift", line: 1) {
      Provide("screen", instance: screen, fileID: "App/Main.swift", line: 2)
      Provide("analytics", as: (any Analytics).self, fileID: "App/Main.swift", line: 3) { Remote() }
    }
    let error = try #require(throws: DiagnosticsError.self) {
      try container.resolve("screen", as: Screen.self)
    }
    #expect(
      TerminalRenderer().render(error.diagnostics) == """
        error[needs-await]: a `Screen` is notified on its actor after injection, and this is not its actor
         --> App/Main.swift:2: built by the factory `instance of screen`
          = note: `Screen` conforms to `InjectionObserver` on an actor
        """)
    #expect(await screen.notifications.isEmpty)
    // The failure is not kept.
    _ = try await container.resolve(awaiting: ServiceKey<Screen>("screen"))
    #expect(await screen.notifications == ["remote"])
  }

  @Test("is injected into by `start()`, where no service needs it")
  func started() async throws {
    let (screen, banner) = (Screen(), Banner())
    let container = try Container {
      Provide("screen", instance: screen)
      Provide("banner", instance: banner)
      Provide("analytics", as: (any Analytics).self) { Remote() }
    }
    let report = try await container.start()
    #expect(await screen.notifications == ["remote"])
    #expect(await banner.notifications == 1)
    #expect(report.services.map(\.key).sorted() == ["banner", "screen"])
  }

  @Test("is injected into by the first `inject` of any object that can wait")
  func injectedWithAnother() async throws {
    let screen = Screen()
    let container = try container(screen)
    try container.inject(into: Report())
    #expect(await screen.notifications.isEmpty)
    for _ in 0..<2 {
      try await container.inject(awaiting: Report())
      #expect(await screen.notifications == ["remote"])
    }
  }

  @Test("belongs to the scope of its definition, and is injected into when that opens")
  func scoped() async throws {
    let screen = Screen()
    let container = try Container {
      Scopes("window")
      Provide("screen", instance: screen).scope("window")
      Provide("analytics", as: (any Analytics).self) { Remote() }
    }
    try await container.start()
    #expect(await screen.notifications.isEmpty)
    try await container.withScope("window") { _ in
      #expect(await screen.notifications == ["remote"])
    }
  }

  @Test("is left alone by `start()` where it has nothing to inject")
  func plainInstancesAreNotStarted() async throws {
    let container = try Container {
      Provide("store", instance: Store())
      Provide("name", as: String.self, instance: "a value")
    }
    #expect(try await container.start().services.isEmpty)
  }
}
