import Foundation

/// What the compiler says of a source that imports the library's modules.
func compile(_ source: String) throws -> String {
  let folder = try TemporaryFolder()
  let file = try folder.write(source, to: "Use.swift")
  let output = Pipe()
  let compiler = Process()
  compiler.executableURL = URL(filePath: "/usr/bin/env")
  compiler.arguments =
    [
      // Who owns what is checked when the intermediate language is made.
      "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", file,
    ] + Project.moduleSearchPaths
  compiler.standardOutput = output
  compiler.standardError = output
  try compiler.run()
  let text = try output.fileHandleForReading.readToEnd() ?? Data()
  compiler.waitUntilExit()
  return String(decoding: text, as: UTF8.self)
}
