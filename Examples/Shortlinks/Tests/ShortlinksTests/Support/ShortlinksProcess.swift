import Foundation
import Synchronization
import Testing

/// The real program, as a process.
struct ShortlinksProcess {
  struct Result {
    var status: Int32
    var output: String
    var errors: String

    /// Both outputs, for what may stand in either.
    var told: String { output + errors }
  }

  /// Beside the tests, where the build puts it.
  static let program: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? URL(filePath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appending(path: "shortlinks")
  }()

  var folder: TemporaryFolder
  var variables: [String: String] = [:]
  /// Below the folder.
  var workingFolder = "."

  /// Runs the program to its end.
  func run(_ arguments: String...) throws -> Result {
    let running = try start(arguments)
    return try running.finish()
  }

  func start(_ arguments: [String]) throws -> Running {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.currentDirectoryURL = folder.url.appending(path: workingFolder)
    process.environment = variables
    let output = folder.url.appending(path: "output-\(UUID().uuidString)")
    let errors = folder.url.appending(path: "errors-\(UUID().uuidString)")
    for file in [output, errors] {
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    return Running(process: process, output: output, errors: errors)
  }

  /// A process that has been started; killed where the test ends without its end.
  final class Running {
    let process: Process
    private let output: URL
    private let errors: URL

    init(process: Process, output: URL, errors: URL) {
      self.process = process
      self.output = output
      self.errors = errors
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    func finish() throws -> Result {
      process.waitUntilExit()
      return Result(
        status: process.terminationStatus,
        output: try String(contentsOf: output, encoding: .utf8),
        errors: try String(contentsOf: errors, encoding: .utf8)
      )
    }

    /// The port, when the program says on which it listens.
    func port() async throws -> Int {
      for _ in 0..<1_000 {
        let text = try String(contentsOf: output, encoding: .utf8)
        if let match = text.firstMatch(of: /listening on http:\/\/[^ ]*:(\d+)/) {
          return try #require(Int(match.1))
        }
        guard process.isRunning else { break }
        try await Task.sleep(for: .milliseconds(10))
      }
      let result = try finish()
      Issue.record("it did not listen: \(result.output)\(result.errors)")
      throw HTTPClient.Failure(description: "not started")
    }
  }
}
