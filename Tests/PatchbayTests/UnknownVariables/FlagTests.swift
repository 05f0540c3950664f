import Patchbay
import TestSupport
import Testing

@Suite("A check without variables tries combinations of flags")
struct FlagTests {
  private static let catalog = FactoryCatalog("flags") {
    Factory("Part") { Read() }
    Factory("Whole", .service("part")) { (part: Read) in Read() }
    Factory("Choice", .optional("part")) { (part: Read?) in Read() }
  }

  /// Services that refer to each other, some of which flags switch on and off.
  private static func configuration(_ random: inout SplitMix) -> (yaml: String, flags: Int) {
    let flags = Int.random(in: 1...4, using: &random)
    var lines = ["services:"]
    for index in 0..<Int.random(in: 2...7, using: &random) {
      let target = Int.random(in: 0...6, using: &random)
      let line =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: "  s\(index): { type: Part"
        case 1: "  s\(index): { type: Choice, arguments: { part: !optional s\(target) }"
        case 2: "  s\(index): { type: Whole, arguments: { part: !inner }, decorates: s\(target)"
        default: "  s\(index): { type: Whole, arguments: { part: !ref s\(target) }"
        }
      let flag = Int.random(in: 0..<flags * 2, using: &random)
      let inner = "$(env:F\(Int.random(in: 0..<flags, using: &random)))"
      let fallback =
        ["", ":-true", ":-false", ":-\(inner)", ":-" + inner.replacing(")", with: ":-false)")]
        .randomElement(using: &random) ?? ""
      lines.append(line + (flag < flags ? ", enabled: $(env:F\(flag)\(fallback)) }" : " }"))
    }
    return (lines.joined(separator: "\n"), flags)
  }

  /// The mistakes as texts without notes, which say where they were found.
  private static func texts(_ diagnostics: [Diagnostic]) -> Set<String> {
    Set(diagnostics.map { "\($0.code) \($0.message) \($0.labels.map(\.place.displayName))" })
  }

  @Test func theirMistakesAreThoseOfAllAssignmentsTogether() throws {
    var random = SplitMix(state: 13)
    var (faulty, whole) = (0, 0)
    for _ in 0..<150 {
      let (yaml, flags) = Self.configuration(&random)
      let configuration = try ServiceConfiguration(
        .bytes(Array(yaml.utf8), name: "services.yaml"))
      var known: Set<String> = []
      for state in 0..<[1, 3, 9, 27, 81][flags] {
        let states = (0..<flags).map { state / [1, 3, 9, 27][$0] % 3 }
        let values = states.indices.filter { states[$0] < 2 }
          .map { ("F\($0)", "\(states[$0] == 1)") }
        var collector = DiagnosticCollector()
        let set = configuration.definitions(
          variables: Variables(Dictionary(uniqueKeysWithValues: values)), into: &collector)
        _ = Plan.checking(set, catalog: Self.catalog, into: &collector)
        // What is needed is never unset.
        if collector.errors.contains(where: { $0.code == .missingEnvironmentVariable }) { continue }
        known.formUnion(Self.texts(collector.diagnostics))
      }
      var collector = DiagnosticCollector()
      _ = configuration.check(
        environment: nil, catalog: Self.catalog, into: &collector)
      let shape = collector.diagnostics.filter { $0.code == .uncheckedShape }
      let found = Self.texts(collector.diagnostics).subtracting(Self.texts(shape))
      // Of too many combinations some are tried, and none that cannot be.
      #expect(shape.isEmpty ? found == known : found.isSubset(of: known), "\(yaml)")
      if shape.isEmpty { whole += 1 }
      if !known.isEmpty { faulty += 1 }
    }
    #expect((30..<150).contains(faulty) && whole > 75, "\(faulty) \(whole)")
  }

  @Test("A flag in the default of another is tried where that one is not set")
  func chains() throws {
    let configuration = try ServiceConfiguration(
      .inline(
        """
        services:
          part: { type: Part, enabled: $(env:A:-false) }
          whole: { type: Whole, arguments: { part: !ref part }, enabled: $(env:A:-$(env:B)) }
        """))
    var collector = DiagnosticCollector()
    _ = configuration.check(environment: nil, catalog: Self.catalog, into: &collector)
    #expect(collector.errors.map(\.code.name) == ["disabled-service"])
    #expect(
      collector.errors.first?.notes == [
        "found where `$(env:A)` is not set and `$(env:B)` is `true`"
      ])
  }

  @Test func defaultsThatDifferAreTriedTogether() throws {
    let configuration = try ServiceConfiguration(
      .inline(
        """
        services:
          part: { type: Part, enabled: $(env:ON:-false) }
          whole: { type: Whole, arguments: { part: !ref part }, enabled: $(env:ON:-true) }
        """))
    var collector = DiagnosticCollector()
    _ = configuration.check(environment: nil, catalog: Self.catalog, into: &collector)
    #expect(collector.errors.map(\.code.name) == ["disabled-service"])
    #expect(collector.errors.first?.notes == ["found where `$(env:ON)` is not set"])
  }
}
