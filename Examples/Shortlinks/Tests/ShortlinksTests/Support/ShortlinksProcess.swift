import Foundation
import Synchronization
import Testing

/// The real program, as a process.
struct ShortlinksProcess {
  struct Result {
    var status: Int32
    var output: String
    var errors: String

    /// Both outputs, for what may be in either.
    var printed: String { output + errors }
  }

  /// The program, in the folder of the tests.
  static let program: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? URL(filePath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appending(path: "shortlinks")
  }()

  var executable = Self.program
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
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url.appending(path: workingFolder)
    process.environment = variables
    let output = Pipe()
    let errors = folder.url.appending(path: "errors-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    return Running(process: process, output: output.fileHandleForReading, errors: errors)
  }

  /// A process that has been started; killed where the test ends without its end.
  final class Running {
    let process: Process
    private let output: FileHandle
    private let errors: URL
    /// The output that was read so far.
    private var received = Data()

    init(process: Process, output: FileHandle, errors: URL) {
      self.process = process
      self.output = output
      self.errors = errors
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    func finish() throws -> Result {
      received += try output.readToEnd() ?? Data()
      process.waitUntilExit()
      return Result(
        status: process.terminationStatus,
        output: String(decoding: received, as: UTF8.self),
        errors: try String(contentsOf: errors, encoding: .utf8)
      )
    }

    /// The port, when the program has said on which it listens.
    func port() throws -> Int {
      try #require(Int(wait(for: /listening on http:\/\/[^ ]*:(\d+)[^\n]*\n/).1))
    }

    /// Waits until the output contains something, and returns it.
    func wait<Match>(for pattern: Regex<Match>) throws -> Match {
      while true {
        let text = String(decoding: received, as: UTF8.self)
        if let match = text.firstMatch(of: pattern) { return match.output }
        // Waits for more; empty when the program has ended.
        let more = output.availableData
        guard !more.isEmpty else { break }
        received += more
      }
      let result = try finish()
      Issue.record("it has ended: \(result.output)\(result.errors)")
      throw HTTPClient.Failure(description: "not started")
    }
  }
}
