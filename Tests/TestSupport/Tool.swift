public import Foundation

/// A program of the machine that a test runs; tests that need one are skipped where it is missing.
public struct Tool: Sendable {
  /// The path of the program.
  public let path: String

  /// Returns a program on the search path; nil if there is none.
  public init?(_ name: String) {
    guard let path = Self.paths(of: name).first else { return nil }
    self.path = path
  }

  private init(path: String) { self.path = path }

  /// The programs of a name on the search path.
  private static func paths(of name: String) -> [String] {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.filter(FileManager.default.isExecutableFile)
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

  /// The first of several, because modules of the system are not those of another installation.
  private static func python(with modules: String) -> Tool? {
    paths(of: "python3").lazy.map { Tool(path: $0) }
      .first { (try? $0.run(["-c", "import \(modules)"]).code) == 0 }
  }
}

extension TemporaryFolder {
  /// Makes a file executable. Another process writes it anew: what this one had open for writing could not be started as
  /// long as a process that a parallel test starts has it open, too.
  public func makeProgram(_ name: String) throws {
    let copy = #"cp "$0" "$0.new" && chmod 755 "$0.new" && mv "$0.new" "$0""#
    guard let shell = Tool("sh"), try shell.run(["-c", copy, file(name)]).code == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
