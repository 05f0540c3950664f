import Patchbay
import PatchbayTesting
import Testing

private let services = "Tests/PatchbayTestingTests/Fixtures/services.yaml"

@Suite("The default container of a test with services")
struct DefaultContainerTests {
  @Test("is the test's own", .services(services, catalog: .guests))
  func own() async throws {
    #expect(try Container.default === Services.current)
    let child = try await Task { try Container.default }.value
    #expect(try child === Services.current)
  }

  @Test(
    "is replaced for this test alone", .services(services, catalog: .guests), arguments: 0..<8)
  func replaced(_ number: Int) async throws {
    let overlay = ConfigurationSource.inline("parameters: { name: guest \(number) }")
    Container.setDefault {
      try Container(
        loading: ConfigurationSource(path: services), variables: [:], overlays: [overlay],
        catalog: .guests)
    }
    await Task.yield()
    #expect(try Container.default.resolve(.guest).name == "guest \(number)")
    #expect(try Services.current.resolve(.guest).name == "nobody")
  }

  @Test("is that of withServices within it")
  func withServicesToo() async throws {
    try await withServices(services, catalog: .guests) {
      await Task.yield()
      let (given, own) = (try Container.default, try Services.current)
      #expect(given === own)
    }
    let own = try await withServices(services, catalog: .guests) {
      let (given, own) = (try Container.default, try Services.current)
      #expect(given === own)
      return own
    }
    // Whatever the process has, it is neither of them.
    #expect((try? Container.default) !== own)
  }

  @Test(
    "fills what injects itself",
    .services(
      yaml: "services: { guest: { type: Guest, arguments: { name: Ada } } }", catalog: .guests))
  func injects() throws {
    final class Table: Injectable {
      @Injected var guest: Guest
      init() throws { try injectDependencies() }
    }
    #expect(try Table().guest.name == "Ada")
  }
}
