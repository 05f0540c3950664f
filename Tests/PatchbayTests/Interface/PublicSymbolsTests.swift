import Foundation
import Testing

/// The public interface, compared with the committed list, so that each new symbol is a decision.
///
/// `PATCHBAY_WRITE_SYMBOLS=1` writes the list anew.
@Suite("The public interface")
struct PublicSymbolsTests {
  private static let modules = [
    "PatchbayCommand", "PatchbayConfiguration", "PatchbayCore", "PatchbayDiagnostics",
    "PatchbayFoundation", "PatchbayMacros", "PatchbayTesting", "PatchbayYAML",
  ]

  @Test("is what the committed list says")
  func list() throws {
    let symbols = try Self.modules.flatMap(Self.symbols)
    let list = symbols.joined(separator: "\n") + "\n"
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "public-symbols.txt")
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE_SYMBOLS"] != nil {
      try list.write(to: file, atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let difference = symbols.difference(from: committed.map(String.init))
    for change in difference {
      switch change {
      case .insert(_, let symbol, _): Issue.record("new, or changed: \(symbol)")
      case .remove(_, let symbol, _): Issue.record("gone, or changed: \(symbol)")
      }
    }
  }

  @Test("documents every symbol")
  func documentation() throws {
    for module in Self.modules {
      for symbol in try Self.graph(of: module).symbols {
        #expect(symbol.docComment != nil, "\(module): \(symbol.declaration)")
      }
    }
  }

  /// One line for each symbol of a module: its path and its declaration.
  private static func symbols(of module: String) throws -> [String] {
    try graph(of: module).symbols.map { symbol in
      "\(module).\(symbol.pathComponents.joined(separator: ".")): \(symbol.declaration)"
    }.sorted()
  }

  private static func graph(of module: String) throws -> SymbolGraph {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try extract(module, to: folder)
    // What a module adds to another one's types is in a file of its own.
    var graph = SymbolGraph(symbols: [])
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      graph.symbols += try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
        .symbols
    }
    return graph
  }

  private static func extract(_ module: String, to folder: URL) throws {
    let tool = Process()
    tool.executableURL = URL(filePath: "/usr/bin/env")
    tool.arguments =
      platform + [
        "-module-name", module, "-output-dir", folder.path,
        "-minimum-access-level", "public", "-skip-synthesized-members",
      ] + Project.moduleSearchPaths
    try tool.run()
    tool.waitUntilExit()
    try #require(tool.terminationStatus == 0)
  }

  private static var platform: [String] {
    #if arch(arm64)
      let processor = "arm64"
    #else
      let processor = "x86_64"
    #endif
    #if os(macOS)
      return ["xcrun", "swift-symbolgraph-extract", "-target", "\(processor)-apple-macosx15.0"]
    #else
      let name = processor == "arm64" ? "aarch64" : processor
      return ["swift-symbolgraph-extract", "-target", "\(name)-unknown-linux-gnu"]
    #endif
  }
}

/// What the compiler's tool writes of a module, as far as it is compared.
private struct SymbolGraph: Decodable {
  var symbols: [Symbol]

  struct Symbol: Decodable {
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let docComment: Comment?

    struct Fragment: Decodable { let spelling: String }
    struct Comment: Decodable {}

    var declaration: String { declarationFragments.map(\.spelling).joined() }
  }
}
