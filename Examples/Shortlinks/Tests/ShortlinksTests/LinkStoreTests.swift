import Foundation
import Testing

@testable import Shortlinks

/// What every store promises, asked of each of them.
@Suite struct LinkStoreTests {
  enum Kind: CaseIterable, CustomTestStringConvertible {
    case memory, sqlite, postgres, cachedMemory, redisCachedMemory

    /// Those whose servers are installed; see `InstalledServersTests`.
    static let installed = allCases.filter { kind in
      switch kind {
      case .memory, .sqlite, .cachedMemory: true
      case .postgres: PostgresServer.isInstalled
      case .redisCachedMemory: RedisServer.isInstalled
      }
    }

    var testDescription: String { "\(self)" }

    /// Makes a store; what it needs lives as long as the folder and the server that are returned.
    func make(in folder: TemporaryFolder) async throws -> (any LinkStore, RedisServer?) {
      switch self {
      case .memory: return (MemoryLinkStore(), nil)
      case .sqlite: return (try SQLiteLinkStore(path: folder.path("links.db")), nil)
      case .postgres:
        let server = try await PostgresServer.shared.value
        return (PostgresLinkStore(pool: try server.pool(server.database())), nil)
      case .cachedMemory:
        let cache = CachingLinkStore(
          inner: MemoryLinkStore(), time: SystemTime(), capacity: 10, ttl: .seconds(60))
        return (cache, nil)
      case .redisCachedMemory:
        let server = try RedisServer()
        return (try server.cache(MemoryLinkStore()), server)
      }
    }
  }

  @Test(arguments: Kind.installed)
  func givesBackWhatItKeeps(kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let (store, server) = try await kind.make(in: folder)
    defer { withExtendedLifetime(server) {} }
    let link = Link.sample("abc", target: "https://example.com/?q='; DROP TABLE links; --")
    try store.insert(link)
    #expect(try store.link(for: "abc") == link)
    #expect(try store.link(for: "ABC") == nil)
    #expect(try store.link(for: "") == nil)
    try store.checkHealth()
  }

  @Test(arguments: Kind.installed)
  func refusesACodeThatIsTaken(kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let (store, server) = try await kind.make(in: folder)
    defer { withExtendedLifetime(server) {} }
    try store.insert(.sample("abc", target: "https://first.example"))
    #expect(throws: LinkStoreError.codeTaken("abc")) {
      try store.insert(.sample("abc", target: "https://second.example"))
    }
    #expect(try store.link(for: "abc")?.target == "https://first.example")
  }

  @Test(arguments: Kind.installed)
  func worksFromManyThreadsAtOnce(kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let (store, server) = try await kind.make(in: folder)
    defer { withExtendedLifetime(server) {} }
    try await withThrowingTaskGroup { group in
      for worker in 0..<8 {
        group.addTask {
          for number in 0..<25 { try store.insert(.sample("\(worker)-\(number)")) }
        }
      }
      try await group.waitForAll()
    }
    for worker in 0..<8 {
      for number in 0..<25 {
        let code = "\(worker)-\(number)"
        #expect(try store.link(for: code)?.code == code)
      }
    }
  }

  @Test func keepsLinksInTheSQLiteFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("new/folder/links.db")
    let link = Link.sample("abc")
    do { try SQLiteLinkStore(path: path).insert(link) }
    #expect(try SQLiteLinkStore(path: path).link(for: "abc") == link)
  }

  @Test func saysWhatIsWrongWithAFileThatIsNoDatabase() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "no database ", count: 100), to: "links.db")
    let error = #expect(throws: SQLiteError.self) {
      try SQLiteLinkStore(path: folder.path("links.db"))
    }
    #expect(error?.message == "file is not a database")
  }

  @Test func saysWhichFileCannotBeOpened() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: SQLiteError.self) { try SQLiteLinkStore(path: folder.url.path) }
    #expect(error?.context == folder.url.path)
    #expect(error?.message == "unable to open database file")
  }
}
