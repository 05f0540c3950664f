import PatchbayCore
import PatchbayDiagnostics
import Testing

@testable import PatchbayConfiguration

private protocol Thing: Sendable {}
private struct Plain: Thing {}

@Suite("A file costs what its size says, or ends at the limit of what it multiplies")
struct ExpansionTests {
  private static let catalog = FactoryCatalog("plain") {
    Factory(
      "Plain", .services("all"), .optional("one"), .value("text", default: ""),
      .value("list", default: [String]()), .value("names", default: [String: String]())
    ) { (_: [any Thing], _: (any Thing)?, _: String, _: [String], _: [String: String]) in Plain() }
    .provides { $0 as any Thing }
    .property("next", as: (any Thing).self) { _, _ in }
  }

  /// The parts that the files of the test may multiply: more than what grows with their sizes.
  private static let limit = 400

  /// Loads and checks a file.
  private func load(_ yaml: String, limit: Int) -> [Diagnostic] {
    var settings = LoadSettings()
    settings.limits.expandedParts = limit
    var collector = DiagnosticCollector()
    do throws(DiagnosticsError) {
      let configuration = try ServiceConfiguration(
        .bytes(Array(yaml.utf8), name: "services.yaml"), settings: settings,
        reader: FileReader())
      let definitions = configuration.definitions(into: &collector)
      _ = Plan.checking(definitions, catalog: Self.catalog, into: &collector)
    } catch {
      for diagnostic in error.diagnostics { collector.add(diagnostic) }
    }
    return collector.diagnostics
  }

  private func work(
    _ collections: [FormatCollection], _ size: Int
  ) -> (steps: Int, codes: Set<DiagnosticCode>) {
    var file = GrownFile(size: size)
    for collection in collections { collection.add(&file) }
    let meter = WorkMeter(countsAdvice: false)
    let text = file.text
    let diagnostics = WorkMeter.$current.withValue(meter) { load(text, limit: Self.limit) }
    return (meter.steps, Set(diagnostics.map(\.code)))
  }

  @Test(
    "each collection of the format, alone and with each other one",
    arguments: FormatCollection.all)
  func grows(_ first: FormatCollection) {
    let others = FormatCollection.all.drop { $0.testDescription != first.testDescription }
    for second in others {
      let (few, many) = (work([first, second], 8), work([first, second], 32))
      guard many.codes.contains(.limitExceeded) else {
        #expect(
          many.steps <= 4 * few.steps + 200,
          "with \(second.testDescription): \(few.steps) and \(many.steps) steps, \(many.codes)")
        continue
      }
      // Beyond the limit nothing is multiplied any more.
      let more = work([first, second], 64)
      #expect(
        more.steps <= 2 * many.steps + 200,
        "ended with \(second.testDescription): \(many.steps) and \(more.steps) steps")
    }
  }

  @Test(
    "the error is where the load goes beyond the limit, and says what multiplies",
    arguments: [
      (
        """
        services:
          a: { type: Plain, tags: [t] }
          b: { type: Plain, tags: [t] }
          c: { type: Plain, arguments: { all: !tagged t } }
          d: { type: Plain, arguments: { all: !tagged t } }
        """, 3, "5:39 with the services tagged `t`"
      ),
      (
        """
        services:
          a: { type: Plain }
          b: { type: Plain, autowire: true }
          c: { type: Plain, autowire: true }
        """, 5, "4:3 with the services that fit `one`"
      ),
      (
        """
        scopes: [request]
        services:
          a: { type: Plain, scope: request }
          b: { type: Plain, scope: transient, arguments: { one: !ref a } }
          c: { type: Plain, arguments: { one: !ref b } }
          d: { type: Plain, arguments: { one: !ref b } }
        """, 4, "6:3 with what `d` would keep"
      ),
      (
        """
        templates:
          t: { type: Plain, after: [a, b, c] }
        services:
          a: { extends: t }
        """, 6, "4:3 with what `a` extends"
      ),
      (
        """
        templates:
          t: { type: Plain, tags: [a, b, c] }
        services:
          a: { extends: t }
        """, 12, "4:3 with what `a` extends"
      ),
      (
        """
        parameters: { a: $(b), b: "$(a)$(c)", c: $(a) }
        services: { s: { type: Plain } }
        """, 9, "1:15 with parameters that need each other"
      ),
      (
        """
        parameters: { a: { b: !required x, c: !required x } }
        services:
          s: { type: Plain, arguments: { names: $(a) } }
        """, 1, "3:41 with what `a` requires"
      ),
    ])
  func place(_ yaml: String, _ limit: Int, _ reported: String) {
    let exceeded = load(yaml, limit: limit).filter { $0.code == .limitExceeded }.map { error in
      let start = error.labels.first?.place.span?.start
      return "\(start?.line ?? 0):\(start?.column ?? 0) \(error.message)"
    }
    #expect(exceeded == ["\(reported) the load expands to more than \(limit) parts"])
  }

  @Test(
    "whatever the limit, a load is whole or says that it goes beyond it",
    arguments: [
      """
      defaults: { tags: [t, u] }
      parameters:
        hosts: [one, two, three]
        text: a text of some length
        map: { a: $(text), b: "$(text) and $(text)" }
        needed: { x: $(map.a) }
      templates:
        base: { type: Plain, after: [a], arguments: { list: $(hosts) } }
        more: { extends: base, arguments: { text: !secret $(text) } }
      services:
        a: { type: Plain, tags: !remove , arguments: { list: !secret $(hosts), names: !secret $(map) } }
        b: { extends: more }
        c: { extends: more, arguments: { text: "$(text)$(map.b)", names: $(needed) } }
        d: { type: Plain, arguments: { all: !tagged t, text: !secret "$(text)" } }
        e: { type: Plain, tags: !remove , arguments: { all: !tagged u, one: !inline { type: Plain } } }
      """,
      """
      parameters: { hosts: [one, two, three], more: $(hosts) }
      services:
        a: { type: Plain, arguments: { list: !secret $(hosts) } }
        b: { type: Plain, arguments: { list: !secret $(more) } }
        c: { type: Plain, arguments: { list: !secret $(hosts) } }
      """,
    ])
  func everyLimit(_ yaml: String) {
    let most = 400
    #expect(load(yaml, limit: most).map(\.message) == [])
    let codes = (0..<most).map { load(yaml, limit: $0).map(\.code) }
    let exceeded = codes.prefix { $0 == [.limitExceeded] }.count
    #expect(exceeded > 10)
    #expect(codes.dropFirst(exceeded).flatMap(\.self) == [])
  }

  @Test("10,000 services with 20 tags each that others collect load under the default")
  func manyTags() {
    let names = (0..<20).map { "t\($0)" }
    let yaml =
      "defaults: { tags: [\(names.joined(separator: ", "))] }\nservices:\n"
      + (0..<10_000).map { "  s\($0): { type: Plain }\n" }.joined()
      + names.map {
        "  all-\($0): { type: Plain, tags: !remove , arguments: { all: !tagged \($0) } }\n"
      }.joined()
    #expect(load(yaml, limit: ExpansionBudget.standard).map(\.message) == [])
  }
}
