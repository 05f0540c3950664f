import Patchbay
import PatchbayTesting
import TestSupport
import Testing

private let base = "Tests/PatchbayTestingTests/Fixtures/services.yaml"

@Suite("withServices")
struct WithServicesTests {
  @Test("gives a synchronous operation its container, and takes it away afterwards")
  func synchronous() throws {
    let name = try withServices(base, environment: "test", catalog: .guests) {
      try Services.current.resolve(.guest).name
    }
    #expect(name == "tester")
    #expect(throws: NoServices.self) { try Services.current }
  }

  @Test("finds overlays as it finds the base, and shows what is wrong as diagnostics")
  func overlays() throws {
    let ada: ConfigurationSource = "Tests/PatchbayTestingTests/Fixtures/ada.yaml"
    let name = try withServices(base, overlays: [ada], catalog: .guests) {
      try Services.current.resolve(.guest).name
    }
    #expect(name == "Ada")
    let error = try #require(throws: DiagnosticsError.self) {
      try withServices(
        base, overlays: [.inline("services: { x: { eager: true } }")], catalog: .guests
      ) {}
    }
    #expect(error.codes == [.patchWithoutBase])
  }

  @Test("keeps operations apart that run at the same time", .timeLimit(.minutes(15)))
  func parallel() async throws {
    let meeting = Gate(opensAfter: 8)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        group.addTask {
          let overlay = ConfigurationSource.inline("parameters: { name: guest \(number) }")
          try await withServices(base, overlays: [overlay], catalog: .guests) {
            meeting.arrive()
            try await meeting.opened()
            let name = try Services.current.resolve(.guest).name
            #expect(name == "guest \(number)")
            #expect(try Services.current.resolve(.visits).add(name) == [name])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("inside of another hides it for as long as it runs")
  func nested() async throws {
    try await withServices(base, catalog: .guests) {
      let outer = try Services.current
      await Task.yield()
      let name = try await withServices(base, environment: "test", catalog: .guests) {
        try Services.current.resolve(.guest).name
      }
      #expect(name == "tester")
      #expect(try Services.current === outer)
    }
  }

  @Test("in an asynchronous test stops the container, also where the operation does not wait")
  func synchronousOperationInAnAsynchronousTest() async throws {
    let (stopped, again) = (Flag(), Flag())
    func catalog(_ flag: Flag) -> FactoryCatalog {
      FactoryCatalog("guests") {
        Factory("Guest", .value("name")) { name in Guest(name: name) }.onStop { _ in flag.set() }
        Factory("Visits") { Visits() }
        Factory("World") { World() }
      }
    }
    let name = try await withServices(base, environment: "test", catalog: catalog(stopped)) {
      try Services.current.resolve(.guest).name
    }
    #expect(name == "tester")
    #expect(stopped.isSet)
    let operation: () throws -> Void = { _ = try Services.current.resolve(.guest) }
    try await withServices(base, catalog: catalog(again), operation: operation)
    #expect(again.isSet)
  }
}
