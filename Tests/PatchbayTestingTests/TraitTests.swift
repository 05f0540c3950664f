import Patchbay
import PatchbayTesting
import TestSupport
import Testing

private let services = "Tests/PatchbayTestingTests/Fixtures/services.yaml"

@Suite(
  "A test with services", .services(services, environment: "test", catalog: .guests),
  .timeLimit(.minutes(15)))
struct TraitTests {
  /// The name that the container of this very test gives, before and after other tests ran alongside
  /// it, and proof that the container is this test's alone.
  private func stay(at meeting: Gate, expecting name: String) async throws {
    let container = try Services.current
    #expect(try container.resolve(.guest).name == name)
    #expect(try container.resolve(.visits).add(name) == [name])
    meeting.arrive()
    try await meeting.opened()
    #expect(try Services.current === container)
    #expect(try container.resolve(.guest).name == name)
    #expect(try container.resolve(.visits).add(name) == [name, name])
  }

  // Four tests, the cases of a parameterised one among them, wait for each other: none can end
  // before all have begun.
  private static let meeting = Gate(opensAfter: 6)

  @Test("has the base of its suite")
  func plain() async throws { try await stay(at: Self.meeting, expecting: "tester") }

  @Test("has an overlay from a file", .overlay("Tests/PatchbayTestingTests/Fixtures/ada.yaml"))
  func file() async throws { try await stay(at: Self.meeting, expecting: "Ada") }

  @Test(
    "has overlays one over the other",
    .overlay("Tests/PatchbayTestingTests/Fixtures/ada.yaml"),
    .overlay(yaml: "parameters: { name: Grace }")
  )
  func several() async throws { try await stay(at: Self.meeting, expecting: "Grace") }

  @Test(
    "has a container for each case", .overlay(yaml: "parameters: { name: case }"), arguments: 1...3)
  func cases(_ number: Int) async throws { try await stay(at: Self.meeting, expecting: "case") }

  @Suite("in a suite with an overlay", .overlay(yaml: "parameters: { name: suite }"))
  struct Inner {
    @Test("has it") func inherits() throws {
      #expect(try Services.current.resolve(.guest).name == "suite")
    }

    @Test("puts its own over it", .overlay(yaml: "parameters: { name: test }"))
    func overrides() throws { #expect(try Services.current.resolve(.guest).name == "test") }

    @Test("has it over a base of its own", .services(services, catalog: .guests, starting: true))
    func base() throws {
      #expect(try Services.current.resolve(.guest).name == "suite")
      #expect(try Services.current.resolve(.visits).add("x") == ["open", "x"])
    }

    @Test(
      "puts its own over that of its suite, on a base of its own",
      .services(services, catalog: .guests), .overlay(yaml: "parameters: { name: test }"))
    func baseAndOverlay() throws {
      #expect(try Services.current.resolve(.guest).name == "test")
    }
  }

  @Test("starts it where the trait says so", .services(services, catalog: .guests, starting: true))
  func starts() throws {
    #expect(try Services.current.resolve(.visits).add("x") == ["open", "x"])
  }

  @Test("builds nothing that is live", .services(services, catalog: .guests))
  func notInTests() throws {
    let error = #expect(throws: DiagnosticsError.self) {
      try Services.current.resolve("world", as: World.self)
    }
    #expect(error?.codes.map(\.name) == ["live-service"])
  }

  @Test(
    "builds what an overlay put in the place of a live one",
    .overlay(yaml: "services: { world: { type: TestWorld } }")
  )
  func overlaid() throws { _ = try Services.current.resolve("world", as: World.self) }

  @Test("does not start it otherwise")
  func doesNotStart() throws {
    #expect(try Services.current.resolve(.visits).add("x") == ["x"])
  }

  @Test("shares it with its child tasks, and not with detached ones")
  func tasks() async throws {
    let container = try Services.current
    async let child = Services.current === container
    #expect(try await child)
    #expect(try await Task { try Services.current === container }.value)
    let detached = await Task.detached { () -> Bool in
      do { return try Services.current === container } catch { return error is NoServices }
    }.value
    #expect(detached)
  }
}

@Suite("Services")
struct ServicesTests {
  @Test("are not there without a trait")
  func none() async throws {
    let error = try #require(throws: NoServices.self) { try Services.current }
    #expect(
      "\(error)" == """
        the test `are not there without a trait` has no services: add the trait \
        `.services("Config/services.yaml", catalog: .app)` with your file and catalog to it or to its \
        suite, or call `withServices`
        """)
    let detached = await Task.detached { () -> String? in
      do { _ = try Services.current } catch { return "\(error)" }
      return nil
    }.value
    #expect(detached?.hasPrefix("there are no services here: a detached task") == true)
  }

  @Test(
    "of a text know its variables",
    .services(
      yaml: "services: { guest: { type: Guest, arguments: { name: $(env:GUEST) } } }",
      variables: ["GUEST": "Mary"], catalog: .guests))
  func inline() throws { #expect(try Services.current.resolve(.guest).name == "Mary") }
}
