import Foundation

/// The Swift compiler, with the library's modules and macros.
public enum Compiler {
  /// One diagnostic of the compiler.
  public struct Message: Hashable, Sendable {
    /// The line of the source; of the macro's use, if the diagnostic is in its expansion.
    public let line: Int
    /// `error` or `warning`.
    public let severity: String
    /// The text, without the name of the macro.
    public let text: String
  }

  /// Returns all that the compiler says of a source.
  public static func output(
    of source: String, languageMode: String = "6", options: [String] = []
  ) throws -> String {
    let folder = try TemporaryFolder()
    let file = try folder.write(source, to: "Use.swift")
    let output = Pipe()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments =
      [
        // Who owns what is checked when the intermediate language is made.
        "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", languageMode, file,
        "-module-name", "App", "-package-name", "app",
        "-load-plugin-executable", "\(Project.macroPlugin.path)#PatchbayMacrosPlugin",
        "-diagnostic-style", "llvm",
      ] + Project.moduleSearchPaths + options
    compiler.standardOutput = output
    compiler.standardError = output
    try compiler.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the folder of the macros of Swift Testing.
  public static func pluginsOfTesting() throws -> String {
    let output = Pipe()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["swiftc", "-print-target-info"]
    compiler.standardOutput = output
    try compiler.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    let information = try JSONDecoder().decode(TargetInformation.self, from: text)
    return information.paths.runtimeResourcePath + "/host/plugins/testing"
  }

  private struct TargetInformation: Decodable {
    struct Paths: Decodable { var runtimeResourcePath: String }
    var paths: Paths
  }

  /// Returns the errors and warnings in the output of the compiler.
  public static func messages(in output: String) -> [Message] {
    var messages: [Message] = []
    // An error in an expansion is followed by a note with the place of the macro's use.
    var pending: [(severity: String, text: String)] = []
    for line in output.split(separator: "\n") {
      guard let found = line.wholeMatch(of: /(.*):(\d+):\d+: (error|warning|note): (.*)/),
        let number = Int(found.2)
      else { continue }
      let text = String(found.4).replacing(/\ \[#\w+\]$/, with: "")
        .replacing(/\ \(from macro '.*'\)$/, with: "")
      if found.1.hasSuffix("/Use.swift") {
        if found.3 != "note" {
          messages.append(Message(line: number, severity: String(found.3), text: text))
        } else if text.hasPrefix("in expansion of macro") {
          messages += pending.map { Message(line: number, severity: $0.severity, text: $0.text) }
          pending = []
        }
      } else if found.3 != "note" {
        pending.append((severity: String(found.3), text: text))
      }
    }
    return messages + pending.map { Message(line: 0, severity: $0.severity, text: $0.text) }
  }
}
