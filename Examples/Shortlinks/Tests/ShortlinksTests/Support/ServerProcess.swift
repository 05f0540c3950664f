import Foundation
import Testing

/// A server that a script runs until the tests let go of it.
///
/// The script waits for the end of its input, which comes however the tests end, and stops the server then.
// Safe to send: `stop()` can be called again, and one test alone sends lines.
final class ServerProcess: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Runs a script with `sh` until its output contains a text.
  init(_ script: String, _ arguments: [String], ready: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    // The system hangs up on a group of processes with a halted one, where the tests end meanwhile.
    let common = "exec 2>&1; trap 'exit 1' INT TERM; trap '' HUP\n"
    process.arguments = ["-c", common + script, "sh"] + arguments
    process.standardInput = input
    process.standardOutput = output
    // The tests' own output must not stay open as long as the server runs.
    process.standardError = FileHandle.nullDevice
    try process.run()
    try wait(for: ready)
  }

  /// Sends a line to the script, and waits until its output contains a text.
  func send(_ line: String, until ready: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    try wait(for: ready)
  }

  private func wait(for ready: String) throws {
    var said = ""
    while !said.contains(ready) {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure(description: "no server: \(said)") }
      said += String(decoding: more, as: UTF8.self)
    }
  }

  deinit { stop() }

  /// Stops the server and waits until it is gone.
  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

/// The servers of production that the tests can use.
@Suite struct InstalledServersTests {
  static let isInCI = ProcessInfo.processInfo.environment["CI"] == "true"

  /// Elsewhere, the tests that need them are skipped.
  @Test(.enabled(if: isInCI)) func theServersOfProductionAreInstalled() {
    #expect(PostgresServer.isInstalled, "run Scripts/setup --production")
    #expect(RedisServer.isInstalled, "run Scripts/setup --production")
  }
}
