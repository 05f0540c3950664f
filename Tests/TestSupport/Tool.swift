public import Foundation

/// A program of the machine that a test runs; tests that need one are skipped where it is missing.
public struct Tool: Sendable {
  let path: String

  /// Returns a program on the search path; nil if there is none.
  public init?(_ name: String) {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
  }

  /// How a program ended, and what it wrote.
  public struct Result: Sendable {
    /// The exit code.
    public let code: Int32
    /// What it wrote to its standard output.
    public let output: Data
    /// What it wrote to its standard error.
    public let errors: String

    /// The output as a text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs the program and waits for its end; `variables` are all that it has.
  public func run(
    _ arguments: [String], input: String = "", variables: [String: String]? = nil,
    in folder: String? = nil
  ) throws -> Result {
    let files = try TemporaryFolder(["input": input, "output": "", "errors": ""])
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    if let variables { process.environment = variables }
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: files.file("input")))
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: files.file("output")))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: files.file("errors")))
    try process.run()
    process.waitUntilExit()
    return Result(
      code: process.terminationStatus,
      output: try Data(contentsOf: URL(filePath: files.file("output"))),
      errors: try String(contentsOfFile: files.file("errors"), encoding: .utf8))
  }

  /// Python with the module `yaml`; nil if one of the two is missing.
  public static let pythonWithYAML = python(with: "yaml")

  /// Python with the module `jsonschema`; nil if one of the two is missing.
  public static let pythonWithJSONSchema = python(with: "jsonschema")

  /// Python that reads YAML 1.2 and checks it with a JSON Schema; nil if a part of it is missing.
  public static let pythonWithYAML12 = python(with: "ruamel.yaml, jsonschema")

  /// Whether a missing program is a failure, as in CI, and not a reason to skip a test.
  public static let areDemanded = ProcessInfo.processInfo.environment["CI"] == "true"

  private static func python(with modules: String) -> Tool? {
    // The packages of the system belong to its own Python, which may not be the first one.
    [Tool("python3"), Tool(path: "/usr/bin/python3")].lazy.compactMap(\.self).first { python in
      (try? python.run(["-c", "import \(modules)"]).code) == 0
    }
  }

  private init?(path: String) {
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    self.path = path
  }
}
