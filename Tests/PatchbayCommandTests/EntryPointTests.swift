import Patchbay
import PatchbayCommand
import Testing

@Suite("A service that starts or runs is an entry point of every command")
struct EntryPointTests {
  private static let catalog = FactoryCatalog("t", fileID: "App/Catalog.swift", line: 1) {
    FactoryCatalog.greetings
    Factory("Pool", fileID: "App/Catalog.swift", line: 2) { Plain(ending: "") }
      .provides { $0 as any Voice }.onStart { _ in }.onStop { _ in }
    Factory("Worker", .service("voice"), fileID: "App/Catalog.swift", line: 3, make: Loud.init)
      .onStart { _ in }.onRun { _ in }
  }

  private static let services = """
    services:
      pool: { type: Pool }
      needed: { type: Plain }
      worker: { type: Worker, arguments: { voice: !ref needed } }
      server: { type: Loud, arguments: { inner: !ref pool } }
      spare: { type: Pool, enabled: false }
    """
  private static let rooted = "roots: [server]\n" + services

  @Test("list says so")
  func list() async {
    #expect(
      await run("list", services: Self.services, catalog: Self.catalog).result == """
        service  type    notes         defined at
        pool     Pool    starts        Config/services.yaml:2:3
        needed   Plain                 Config/services.yaml:3:3
        worker   Worker  starts, runs  Config/services.yaml:4:3
        server   Loud                  Config/services.yaml:5:3
        spare    Pool    disabled      Config/services.yaml:6:3
        """)
  }

  @Test("graph draws it where nothing that comes first needs it, and says so")
  func graph() async {
    let worker = "worker: Worker (starts, runs)\n  voice → needed: Plain"
    let server = "  inner → pool: Pool (starts)"
    #expect(
      await run("graph", services: Self.services, catalog: Self.catalog).result
        == "\(worker)\nserver: Loud\n\(server)")
    #expect(
      await run("graph", services: Self.rooted, catalog: Self.catalog).result
        == "server: Loud (root)\n\(server)\n\(worker)")
  }

  @Test("show says what its start waits for")
  func startsAfter() async {
    let services = """
      services:
        pool: { type: Pool }
        needed: { type: Loud, arguments: { inner: !ref pool } }
        worker: { type: Worker, arguments: { voice: !ref needed } }
        caller: { type: Caller }
      """
    let catalog = FactoryCatalog("u") {
      Self.catalog
      Factory("Caller", .resolver) { (_: Resolver) in Plain(ending: "") }.onRun { _ in }
    }
    let worker = await run("show", "worker", services: services, catalog: catalog).result
    #expect(worker.contains("\n  starts after:\n    pool"), "\(worker)")
    let caller = await run("show", "caller", services: services, catalog: catalog).result
    #expect(caller.contains("\n  starts after:\n    all others"), "\(caller)")
  }

  @Test("show says what its factory has")
  func show() async {
    let worker = await run("show", "worker", services: Self.services, catalog: Self.catalog).result
    #expect(
      worker.contains(
        "\n  scope: singleton (the default)\n  starts: its factory has `onStart`\n"
          + "  runs: its factory has `onRun`\n"), "\(worker)")
    let needed = await run("show", "needed", services: Self.services, catalog: Self.catalog).result
    #expect(!needed.contains("onStart") && !needed.contains("onRun"))
  }

  @Test("why begins there, with roots and without")
  func why() async {
    let chain = """
      worker: Worker (starts, runs)
        voice → needed: Plain, Config/services.yaml:LINE:47
      """
    for (services, line) in [(Self.services, "4"), (Self.rooted, "5")] {
      #expect(
        await run("why", "needed", services: services, catalog: Self.catalog)
          == Outcome(
            code: 0, result: chain.replacing("LINE", with: line), problem: ""))
      #expect(
        await run("why", "worker", services: services, catalog: Self.catalog).result
          == "worker: Worker (starts, runs)")
    }
    #expect(await run("why", "spare", services: Self.rooted, catalog: Self.catalog).code == 1)
  }
}
