import Foundation
import Testing

@testable import Shortlinks

/// The real program over storage that takes no changes, or no more of them.
@Suite(.timeLimit(.minutes(15))) struct ReadOnlyStorageTests {
  /// Whether a file system can be mounted that this process and its children alone see.
  static let mayMount: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  let fault: FaultTests

  init() throws { fault = try FaultTests() }

  /// Starts the environment `development` after a command of the shell that mounts something, for it alone.
  ///
  /// A mount holds for root as well, which modes of files do not.
  func start(after mount: String) throws -> ShortlinksProcess.Running {
    // One of them writes to the same folder, and the other one to a pipe that the test does not read.
    try fault.folder.write(
      """
      services:
        audit.file: !remove
        audit.console: { type: FileAuditSink, arguments: { path: /dev/null }, tags: [audit] }
      """, to: "no-audit.yaml")
    let shell = ShortlinksProcess(
      executable: URL(filePath: "/usr/bin/unshare"), folder: fault.folder,
      variables: ["PORT": "0", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    return try shell.start([
      "-rm", "sh", "-c", "\(mount) && exec \"$0\" \"$@\"", ShortlinksProcess.program.path,
      "serve", "--environment", "development", "--overlay", "no-audit.yaml",
    ])
  }

  @Test(.enabled(if: mayMount, "needs the right to mount file systems"))
  func aFullFileSystemRefusesNewLinksAndKeepsTheOldOnes() throws {
    try fault.folder.write("", to: "var/empty")
    let running = try start(after: "mount -t tmpfs -o size=300k tmpfs var")
    let client = HTTPClient(port: try running.port())
    // Ends with the first link that cannot be made.
    let address = "https://swift.org/" + String(repeating: "x", count: 2_000)
    var made: [String] = []
    var refusal: HTTPClient.Reply?
    while refusal == nil {
      let reply = try client.post("/links", address)
      if reply.status == 201 {
        made.append(try #require(reply.headers["location"]))
      } else {
        refusal = reply
      }
    }
    #expect(refusal?.status == 500)
    #expect(!made.isEmpty)
    for path in made { #expect(try client.get(path).status == 200) }
    running.process.terminate()
    let result = try running.finish()
    #expect(result.status == 0)
    #expect(
      result.errors.contains("POST /links: SQLite: database or disk is full"), "\(result.errors)")
  }

  @Test(.enabled(if: mayMount, "needs the right to mount file systems"))
  func aReadOnlyFileIsRefusedAndNotChanged() throws {
    let before = try fault.start()
    let client = HTTPClient(port: try before.port())
    #expect(try client.post("/links", "https://swift.org/").status == 201)
    before.process.terminate()
    #expect(try before.finish().status == 0)
    let database = try Data(contentsOf: URL(filePath: fault.folder.path("var/links.db")))
    let mount = "mount --bind var var && mount -o remount,bind,ro var"
    let result = try start(after: mount).finish()
    #expect(result.status == 69)
    #expect(result.errors.contains("factory of `store` failed: SQLite: "), "\(result.errors)")
    #expect(!result.output.contains("listening"))
    #expect(try Data(contentsOf: URL(filePath: fault.folder.path("var/links.db"))) == database)
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "needs PostgreSQL: Scripts/setup --production"))
  func aReadOnlyDatabaseServesTheLinksThatItHas() async throws {
    let server = try await PostgresServer.shared.value
    let database = try server.database()
    try PostgresLinkStore(pool: try server.pool(database)).insert(.sample("abc"))
    try server.connection(to: "postgres").run(
      "ALTER DATABASE \(database) SET default_transaction_read_only = on")
    let running = try fault.production(server.url(database)).start(["serve"])
    let client = HTTPClient(port: try running.port())
    #expect(try client.get("/abc").status == 302)
    let reply = try client.post(
      "/links", "https://swift.org/", headers: ["Authorization": "Bearer t0ken"])
    #expect(reply.status == 503)
    #expect(try client.get("/abc").status == 302)
    running.process.terminate()
    let result = try running.finish()
    #expect(result.status == 0)
    #expect(result.errors.contains("read-only transaction (code 25006)"), "\(result.errors)")
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "needs PostgreSQL: Scripts/setup --production"))
  func aReadOnlyDatabaseWithoutTablesIsRefused() async throws {
    let server = try await PostgresServer.shared.value
    let database = try server.database(empty: true)
    try server.connection(to: "postgres").run(
      "ALTER DATABASE \(database) SET default_transaction_read_only = on")
    try fault.folder.write(
      "services: { database.migrations: { retry: { attempts: 2, pause: 1ms } } }",
      to: "hurry.yaml")
    let result = try fault.production(server.url(database))
      .start(["serve", "--overlay", "hurry.yaml"]).finish()
    #expect(result.status == 69)
    #expect(result.errors.contains("`database.migrations` could not be started"))
    #expect(result.errors.contains("read-only transaction (code 25006)"), "\(result.errors)")
    let tables = try server.connection(to: database).run(
      "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace")
    #expect(tables == [])
  }
}
