import Foundation

/// What the compiler says of a source that imports the library's modules.
func compile(_ source: String) throws -> String {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: "Use.swift")
  try source.write(to: file, atomically: true, encoding: .utf8)
  // The modules are next to the bundle that runs.
  let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  // The package's root, for the modules of C beneath the library.
  var root = URL(filePath: #filePath)
  for _ in 0..<4 { root.deleteLastPathComponent() }
  let output = Pipe()
  let compiler = Process()
  compiler.executableURL = URL(filePath: "/usr/bin/env")
  compiler.arguments = [
    // Who owns what is checked when the intermediate language is made.
    "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-I",
    products.appending(path: "Modules").path, "-I",
    root.appending(path: "Sources/CPatchbayThread/include").path, "-I",
    root.appending(path: "Sources/CPatchbayYAML").path, file.path,
  ]
  compiler.standardOutput = output
  compiler.standardError = output
  try compiler.run()
  let text = try output.fileHandleForReading.readToEnd() ?? Data()
  compiler.waitUntilExit()
  return String(decoding: text, as: UTF8.self)
}
