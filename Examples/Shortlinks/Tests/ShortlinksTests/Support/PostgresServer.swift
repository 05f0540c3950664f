import Foundation
import Testing

@testable import Shortlinks

/// A PostgreSQL server, reachable by a socket alone.
final class PostgresServer: Sendable {
  /// The server of all tests that do not stop it.
  static let shared = Task { try await PostgresServer() }

  /// The programs of the newest version that is installed.
  static let programs: String? = {
    let folder = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(folder)/\($0)/bin" }
      .first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()
  static var isInstalled: Bool { programs != nil }

  private static let template = "links_template"
  private let folder: String
  private let process: ServerProcess

  init() async throws {
    // Directly under /tmp, because the path of a socket has at most 107 bytes.
    folder = "/tmp/shortlinks-\(UUID().uuidString.prefix(8))"
    process = try ServerProcess(
      """
      programs=$1 folder=$2 user=
      mkdir "$folder"
      trap '$user "$programs/pg_ctl" -D "$folder/data" -m immediate stop; rm -rf "$folder"' EXIT
      # PostgreSQL refuses to run as root.
      if [ "$(id -u)" -eq 0 ]; then
        chown 65534 "$folder"
        user="setpriv --reuid=65534 --regid=65534 --clear-groups"
      fi
      cd "$folder"
      $user "$programs/initdb" --no-sync --no-locale -A trust -U shortlinks -E UTF8 -D data || exit
      # The first line that fits holds: this role alone needs a password.
      rules=$(cat data/pg_hba.conf)
      printf 'local all guarded scram-sha-256\\n%s\\n' "$rules" >data/pg_hba.conf
      start() {
        $user "$programs/pg_ctl" -D data -w -l log \
          -o "-k $folder -c listen_addresses= -c fsync=off -c max_connections=200" start
      }
      start || exit
      echo "the server is there"
      while read -r command; do
        case $command in
          start) start ;;
          stop) $user "$programs/pg_ctl" -D data -w -m fast stop ;;
        esac || exit
        echo "done: $command"
      done
      """,
      [try #require(Self.programs), folder], ready: "the server is there")
    let admin = try connection(to: "postgres")
    try admin.run("CREATE DATABASE \(Self.template)")
    try admin.run("CREATE ROLE guarded LOGIN PASSWORD 'geheim'")
    let pool = try pool(Self.template)
    try await LinkMigrations(pool: pool, limit: .seconds(60)).run()
    pool.close()
  }

  /// Makes a database of its own for a test, with the tables of the program or empty.
  func database(empty: Bool = false) throws -> String {
    let name = "links_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
    try make(name, empty: empty)
    return name
  }

  func make(_ name: String, empty: Bool) throws {
    try connection(to: "postgres")
      .run("CREATE DATABASE \(name) TEMPLATE \(empty ? "template0" : Self.template)")
  }

  /// Stops the server, as for a restart: its connections end, and what was answered is kept.
  func stop() throws { try process.send("stop", until: "done: stop") }

  /// Starts the server again, and waits until it answers.
  func start() throws { try process.send("start", until: "done: start") }

  /// The connection string of a database.
  func url(_ database: String, user: String = "shortlinks", password: String = "") -> String {
    "host=\(folder) user=\(user) dbname=\(database)"
      + (password.isEmpty ? "" : " password=\(password)")
  }

  func connection(to database: String) throws -> PostgresConnection {
    try PostgresConnection(PostgresAddress(url(database)), limit: .seconds(60))
  }

  func pool(
    _ database: String, size: Int = 4, wait: Duration = .seconds(60), idle: Duration = .seconds(60),
    limit: Duration = .seconds(60)
  ) throws -> PostgresPool {
    try PostgresPool(
      url: url(database), size: size, wait: wait, idle: idle, limit: limit, oldestServer: 12)
  }

  /// Ends all connections to a database, as a restart of the server does.
  func endConnections(to database: String) throws {
    // Returns when they are gone.
    try connection(to: "postgres").run(
      "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = $1",
      [database])
  }
}
