import Foundation
import Testing

/// The public interface, compared with the committed list, so that each new symbol is a decision.
///
/// A type's line names the protocols that it conforms to. A member that fulfils a requirement of one of them
/// is no decision of its own, and has no line: the protocol says what it is. Declarations that are unavailable
/// everywhere or begin with an underscore are no part of the interface.
///
/// `PATCHBAY_WRITE=1` writes the list anew.
@Suite("The public interface")
struct PublicSymbolsTests {
  private static let modules = [
    "Patchbay", "PatchbayCommand", "PatchbayConfiguration", "PatchbayCore", "PatchbayDiagnostics",
    "PatchbayFoundation", "PatchbayMacros", "PatchbayTesting", "PatchbayYAML",
  ]

  @Test("is what the committed list says")
  func list() throws {
    let symbols = try Self.symbols()
    let list = symbols.joined(separator: "\n") + "\n"
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "public-symbols.txt")
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE"] != nil {
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

  /// One line for each symbol: its path, its declaration, and the protocols of a type.
  private static func symbols() throws -> [String] {
    let graphs = try modules.map { ($0, try graph(of: $0)) }
    // The modules extend each other's types, too.
    let names = Dictionary(
      graphs.flatMap { $0.1.symbols.map { ($0.identifier.precise, $0.path) } },
      uniquingKeysWith: { $1 })
    return graphs.flatMap { module, graph in
      let conformances = graph.conformances(names)
      let own = Set(graph.symbols.map(\.identifier.precise))
      let lines = graph.symbols.filter { !graph.witnesses.contains($0.identifier.precise) }.map {
        "\($0.path): \($0.declaration)" + (conformances[$0.identifier.precise] ?? "")
      }
      let extended = conformances.filter { !own.contains($0.key) }.map {
        "\(names[$0.key] ?? graph.extendedTypes[$0.key] ?? $0.key): extension\($0.value)"
      }
      return (lines + extended).map { "\(module).\($0)" }.sorted()
    }
  }

  private static func graph(of module: String) throws -> SymbolGraph {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try extract(module, to: folder)
    // What a module adds to another one's types is in a file of its own.
    var graph = SymbolGraph(symbols: [], relationships: [])
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      let part = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
      graph.symbols += part.symbols
      graph.relationships += part.relationships
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
  var relationships: [Relationship]

  struct Symbol: Decodable {
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let docComment: Comment?

    struct Identifier: Decodable { let precise: String }
    struct Fragment: Decodable { let spelling: String }
    struct Comment: Decodable {}

    var path: String { pathComponents.joined(separator: ".") }
    var declaration: String { declarationFragments.map(\.spelling).joined() }
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    /// The name of a target in another module.
    let targetFallback: String?
    /// The requirement that a member fulfils.
    let sourceOrigin: Requirement?

    struct Requirement: Decodable {}
  }

  /// The members that fulfil a requirement of a protocol.
  var witnesses: Set<String> {
    Set(relationships.filter { $0.sourceOrigin != nil }.map(\.source))
  }

  /// The names of the types of other modules to which members are added.
  var extendedTypes: [String: String] {
    let names = relationships.filter { $0.kind == "memberOf" }
      .compactMap { member in member.targetFallback.map { (member.target, $0) } }
    return Dictionary(names, uniquingKeysWith: { $1 })
  }

  /// The protocols of each type, in brackets, without those that nearly every type has or that others imply.
  func conformances(_ names: [String: String]) -> [String: String] {
    let implied: Set = [
      "Copyable", "Escapable", "ExpressibleByExtendedGraphemeClusterLiteral",
      "ExpressibleByUnicodeScalarLiteral", "SendableMetatype",
    ]
    var protocols: [String: Set<String>] = [:]
    for conformance in relationships where conformance.kind == "conformsTo" {
      let target = conformance.targetFallback ?? names[conformance.target] ?? conformance.target
      let name = target.split(separator: ".").last.map(String.init) ?? target
      if !implied.contains(name) { protocols[conformance.source, default: []].insert(name) }
    }
    return protocols.mapValues { " [\($0.sorted().joined(separator: ", "))]" }
  }
}
