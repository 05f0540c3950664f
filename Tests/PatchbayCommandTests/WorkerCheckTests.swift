import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("What is wrong with a worker's file is found by one check")
struct WorkerCheckTests {
  private protocol Queue: Sendable {}
  private struct MemoryQueue: Queue {}
  private struct BrokerQueue: Queue {}
  private struct Database: Sendable {}
  private struct Handler: Sendable {}

  private static let catalog = FactoryCatalog("worker", fileID: "Worker/Catalog.swift", line: 1) {
    Factory(
      "Database", .value("password"), .value("size"), fileID: "Worker/Catalog.swift", line: 2
    ) { (_: String, _: Int) in Database() }
    Factory("MemoryQueue", fileID: "Worker/Catalog.swift", line: 3) { MemoryQueue() }
      .provides((any Queue).self) { $0 }
    Factory("BrokerQueue", fileID: "Worker/Catalog.swift", line: 4) { BrokerQueue() }
      .provides((any Queue).self) { $0 }
    Factory(
      "Handler", .service("queue"), .service("database"), fileID: "Worker/Catalog.swift", line: 5
    ) { (_: any Queue, _: Database) in Handler() }
    Factory("QuickHandler", fileID: "Worker/Catalog.swift", line: 6) { Handler() }
  }

  private static let services = """
    scopes: [job]
    services:
      database:
        type: Database
        arguments: { password: !secret $(env:DB_PASSWORD), size: $(env:POOL_SIZE) }
      queue: { type: MemoryQueue }
      jobHandler: { type: Handler, scope: job, arguments: { queue: !ref queue, database: !ref database } }
    environments:
      production: {}
      staging:
        services:
          queue: { type: BrokerQueue }
          jobHandler: { type: QuickHandler }
    """

  @Test(
    "A renamed key, another type in one environment, a lost scope, an unknown scope, an empty password and a wrong number"
  )
  func sixErrors() async throws {
    let folder = try TemporaryFolder([
      "services.yaml": Self.services, "worker.env": "DB_PASSWORD=\nPOOL_SIZE=abc\n",
    ])
    let recorder = Recorder()
    let command = PatchbayCommand(
      "worker", catalog: Self.catalog,
      configuration: ConfigurationSource(path: folder.file("services.yaml")),
      requests: Requests(
        ServiceKey<Handler>("handler"), ServiceKey<MemoryQueue>("queue"), scopes: ["jobs"],
        fileID: "Worker/main.swift", line: 3),
      variables: [:], output: recorder.output())
    let code = await command.run([
      "check", "--variables", folder.file("worker.env"), "--format", "line", "--quiet",
    ])
    #expect(code == ExitCode.invalidConfiguration)
    #expect(
      recorder.result.replacing(folder.path + "/", with: "") == """
        services.yaml:12:7: error: 'queue' was asked for as 'MemoryQueue', but provides 'BrokerQueue' and 'any Queue' (found in the environment 'staging') [type-mismatch-at-resolve]
        services.yaml:13:27: error: 'jobHandler' lives in the scope 'job', and this definition makes a singleton of it (found in the environment 'staging') [scope-dropped]; write 'scope: job'; where another lifetime is meant, write '!replace' before the entry
        worker.env:1:1: error: the environment variable 'DB_PASSWORD' is empty [missing-environment-variable]; set it, or write '$(env:DB_PASSWORD:-)' where a text or list may be empty, and '$(env:DB_PASSWORD:-null)' for an optional; the default after '??' is only for one that is not set
        worker.env:2:1: error: the environment variable 'POOL_SIZE' must be a whole number (the value is not shown) [argument-type]
        Worker/main.swift:3: error: the program asks for 'handler', which no layer defines [unknown-root]
        Worker/main.swift:3: error: no scope is named 'jobs' [unknown-scope]; did you mean 'job'?
        """)
  }
}
