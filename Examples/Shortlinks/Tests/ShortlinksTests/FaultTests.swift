import Foundation
import Synchronization
import Testing

@testable import Shortlinks

/// The real program where what it relies on fails: its own process, its disk and its clients.
@Suite(.timeLimit(.minutes(15))) struct FaultTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: ConfigurationTests.folder, to: folder.url.appending(path: "Config"))
  }

  /// The environment `development`, whose links are in the SQLite file `var/links.db`.
  func start() throws -> ShortlinksProcess.Running {
    let program = ShortlinksProcess(folder: folder, variables: ["PORT": "0"])
    return try program.start(["serve", "--environment", "development"])
  }

  /// Makes links from several threads until the program is gone; returns those that were answered.
  ///
  /// Notifies `progress` after each answer. Power loss is another matter: the test servers do not wait for
  /// the disk.
  static func makeLinks(
    _ client: HTTPClient, headers: [String: String] = [:],
    progress: @escaping @Sendable (Int) -> Void
  ) async -> [String] {
    let made = Made()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          try? await Self.onOwnThread {
            while let reply = try? client.post("/links", "https://swift.org/", headers: headers),
              reply.status == 201, let path = reply.headers["location"]
            {
              progress(made.add(path))
            }
          }
        }
      }
    }
    return made.paths
  }

  /// Runs a body that blocks.
  static func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }

  /// The paths of the links whose making was answered.
  private final class Made: Sendable {
    private let list = Mutex<[String]>([])
    private let seen = Mutex<Set<Int>>([])
    private let over = Mutex(false)

    var paths: [String] { list.withLock { $0 } }
    /// The statuses that were noted.
    var statuses: Set<Int> { seen.withLock { $0 } }
    /// Whether no more links are to be made.
    var isOver: Bool { over.withLock { $0 } }

    func note(_ status: Int) { seen.withLock { _ = $0.insert(status) } }
    func end() { over.withLock { $0 = true } }

    /// Returns how many there are now.
    @discardableResult
    func add(_ path: String) -> Int {
      list.withLock { list in
        list.append(path)
        return list.count
      }
    }
  }

  @Test func aKilledProgramLosesNothingThatItAnswered() async throws {
    let running = try start()
    let identifier = running.process.processIdentifier
    let made = await Self.makeLinks(HTTPClient(port: try running.port())) { count in
      if count == 50 { kill(identifier, SIGKILL) }
    }
    #expect(made.count >= 50)
    let again = try start()
    let client = HTTPClient(port: try again.port())
    for path in made { #expect(try client.get(path).status == 200) }
    again.process.terminate()
    #expect(try again.finish().status == 0)
  }

  /// The program in production, over a database; without Redis, if none is given.
  func production(_ url: String, redis: RedisServer? = nil) -> ShortlinksProcess {
    ShortlinksProcess(
      folder: folder,
      variables: [
        "PATCHBAY_ENV": "production", "API_TOKEN": "t0ken", "SITE_URL": "https://short.example",
        "DATABASE_URL": url, "REDIS_URL": redis?.url ?? "unix:/tmp/no-such-folder/redis.sock",
        "PORT": "0", "PROBE_PORT": "0",
      ])
  }

  @Test(
    .enabled(
      if: PostgresServer.isInstalled && RedisServer.isInstalled,
      "needs PostgreSQL and Redis: Scripts/setup --production"))
  func aKilledInstanceLosesNothingThatItAnswered() async throws {
    let server = try await PostgresServer.shared.value
    let redis = try RedisServer()
    let database = try server.database()
    let program = production(server.url(database), redis: redis)
    let instances = try (0..<2).map { _ in try program.start(["serve"]) }
    let identifier = instances[0].process.processIdentifier
    let made = await Self.makeLinks(
      HTTPClient(port: try instances[0].port()), headers: ["Authorization": "Bearer t0ken"]
    ) { count in
      if count == 50 { kill(identifier, SIGKILL) }
    }
    #expect(made.count >= 50)
    let other = HTTPClient(port: try instances[1].port())
    for path in made { #expect(try other.get(path).status == 200) }
    instances[1].process.terminate()
    #expect(try instances[1].finish().status == 0)
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "needs PostgreSQL: Scripts/setup --production"))
  func aDatabaseThatGoesAwayUnderLoadHangsNoRequest() async throws {
    let server = try await PostgresServer.shared.value
    let database = try server.database()
    let store = PostgresLinkStore(pool: try server.pool(database))
    try store.insert(.sample("abc"))
    let running = try production(server.url(database)).start(["serve"])
    let client = HTTPClient(port: try running.port())
    let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await Self.onOwnThread { try (0..<200).map { _ in try client.get("/abc").status } }
        }
      }
      for _ in 0..<10 {
        // Each round begins with a request that was answered.
        while try client.get("/abc").status != 302 {}
        try server.endConnections(to: database)
      }
      return try await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect(statuses.contains(302))
    #expect(statuses.isSubset(of: [302, 503]))
    while try client.get("/abc").status != 302 {}
    running.process.terminate()
    #expect(try running.finish().status == 0)
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "needs PostgreSQL: Scripts/setup --production"))
  func aDatabaseThatRestartsUnderLoadLosesNothingThatWasAnswered() async throws {
    let server = try await PostgresServer()
    let running = try production(server.url(server.database(empty: true))).start(["serve"])
    let client = HTTPClient(port: try running.port())
    let made = Made()
    @Sendable func makeLink() throws -> Int {
      let reply = try client.post(
        "/links", "https://swift.org/", headers: ["Authorization": "Bearer t0ken"])
      if reply.status == 201 { made.add(try #require(reply.headers["location"])) }
      return reply.status
    }
    for _ in 0..<3 {
      Thread.detachNewThread {
        while !made.isOver { made.note((try? makeLink()) ?? 0) }
      }
    }
    // Also where a line below throws.
    defer { made.end() }
    for _ in 0..<25 { #expect(try makeLink() == 201) }
    while !made.statuses.contains(201) { #expect(try makeLink() == 201) }
    try server.stop()
    while !made.statuses.contains(503) { _ = try makeLink() }
    #expect(try client.get("/health").status == 503)
    try server.start()
    while try makeLink() != 201 {}
    for _ in 0..<25 { #expect(try makeLink() == 201) }
    made.end()
    #expect(made.statuses == [201, 503])
    for path in made.paths { #expect(try client.get(path).status == 200) }
    running.process.terminate()
    #expect(try running.finish().status == 0)
  }

  /// PostgreSQL is missing, or silent: both would take hours.
  @Test(arguments: [false, true]) func aSignalEndsAStartThatTriesAgain(isSilent: Bool) throws {
    let silent = try SilentServer()
    let program = production(
      isSilent
        ? "host=127.0.0.1 port=\(silent.port) sslmode=disable" : "host=/tmp/no-such-folder")
    try folder.write(
      """
      services:
        database: { arguments: { limit: 1h }, retry: { attempts: 8, pause: 1h } }
      """, to: "patient.yaml")
    let shell = ShortlinksProcess(
      executable: URL(filePath: "/bin/sh"), folder: folder, variables: program.variables)
    let running = try shell.start([
      "-c", "exec \"$0\" serve --overlay patient.yaml 2>&1", ShortlinksProcess.program.path,
    ])
    if isSilent {
      silent.waitForClient()
    } else {
      _ = try running.wait(for: /attempt 1 of 8 failed/)
    }
    running.process.terminate()
    let result = try running.finish()
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("shortlinks: stopped\n"))
    #expect(!result.output.contains("listening"))
  }

  /// A limit of the file size instead of a disk that is full: the errors are those of a disk.
  @Test func aFullDiskRefusesNewLinksAndKeepsTheOldOnes() async throws {
    let shell = ShortlinksProcess(
      executable: URL(filePath: "/bin/sh"), folder: folder,
      variables: ["PORT": "0", "PATH": "/usr/bin:/bin"])
    let running = try shell.start([
      "-c", "trap '' XFSZ; ulimit -f 256; exec \"$0\" serve --environment development",
      ShortlinksProcess.program.path,
    ])
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
    #expect(result.errors.contains("POST /links: SQLite: "))
    // Where there is room again, nothing is missing.
    let again = try start()
    let next = HTTPClient(port: try again.port())
    for path in made { #expect(try next.get(path).status == 200) }
    #expect(try next.post("/links", address).status == 201)
    again.process.terminate()
    #expect(try again.finish().status == 0)
  }

  @Test func aDamagedDatabaseIsRefusedAndNotChanged() throws {
    let text = String(repeating: "no database ", count: 1_000)
    try folder.write(text, to: "var/links.db")
    let result = try start().finish()
    #expect(result.status == 69)
    #expect(result.errors.contains("SQLite: file is not a database"), "\(result.errors)")
    #expect(result.errors.contains("--> Config/services.yaml:32:3"))
    #expect(try folder.text(of: "var/links.db") == text)
  }

  @Test func aSlowClientDelaysNoOther() throws {
    let running = try start()
    let client = HTTPClient(port: try running.port())
    // More than the server has threads; none of them sends the rest of its request.
    let slow = try (0..<50).map { number in
      try client.begin(number % 2 == 0 ? "GET /health HT" : "POST /links HTTP/1.1\r\nHost: x\r\n")
    }
    #expect(try client.post("/links", "https://swift.org/").status == 201)
    #expect(try client.get("/health").status == 200)
    withExtendedLifetime(slow) {}
    // A stop would wait for the slow clients, up to its limit.
    kill(running.process.processIdentifier, SIGKILL)
    _ = try running.finish()
  }
}
