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

  private static func python(with module: String) -> Tool? {
    let python = Tool("python3")
    return (try? python?.run(["-c", "import \(module)"]).code) == 0 ? python : nil
  }
}
