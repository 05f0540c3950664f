import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite("A program's layer over many entries")
struct ProgramLayerCostTests {
  /// What the program does to each alias below it.
  enum Layer: String, CaseIterable {
    case services, aliases, removals, decorators

    func statement(_ key: String) -> Definitions {
      switch self {
      case .services: Define(key, "Plain").definitions
      case .aliases: Alias(key, of: "plain").definitions
      case .removals: Remove(key).definitions
      case .decorators: Extend(ServiceKey<Int>("plain")) { $0 + 1 }.definitions
      }
    }
  }

  private func steps(_ layer: Layer, over count: Int) throws -> Int {
    let keys = (0..<count).map { "a\($0)" }
    let aliases = keys.map { "  \($0): { alias: plain }\n" }.joined()
    let configuration = try ServiceConfiguration(
      .bytes(Array("services:\n  plain: { type: Plain }\n\(aliases)".utf8), name: "services.yaml"))
    let modules = keys.map(layer.statement)
    var collector = DiagnosticCollector()
    let meter = WorkMeter()
    let set = WorkMeter.$current.withValue(meter) {
      configuration.definitions(modules: modules, into: &collector)
    }
    #expect(collector.diagnostics == [])
    #expect(set.aliases.count == (layer == .aliases || layer == .decorators ? count : 0))
    #expect(set.removed.count == (layer == .removals ? count : 0))
    return meter.steps
  }

  @Test("costs a few steps for each statement", arguments: Layer.allCases)
  func manyStatements(_ layer: Layer) throws {
    let few = try steps(layer, over: 500)
    let many = try steps(layer, over: 5_000)
    #expect(few >= 500)
    #expect(many < 11 * few)
  }
}
