import Patchbay
import PatchbayDiagnostics
import Testing

/// What could cost its size squared is made twice as large: the steps that are counted at most double.
@Suite("The cost of a load is linear")
struct WorkTests {
  /// A file that only its size makes expensive.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var environment: String?
    let text: @Sendable (Int) -> String

    var testDescription: String { name }

    init(_ name: String, environment: String? = nil, _ text: @escaping @Sendable (Int) -> String) {
      (self.name, self.environment, self.text) = (name, environment, text)
    }
  }

  private static func argument(_ value: String) -> String {
    "services:\n  s: { type: Plain, arguments: { x: \(value) } }\n"
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func joined(
    _ count: Int, separator: String = "", _ text: (Int) -> String
  ) -> String {
    (0..<count).map(text).joined(separator: separator)
  }

  static let cases: [Case] = [
    Case("references in a parameter") {
      "parameters: { x: a, y: \"\(repeated("$(x)", $0))\" }\n" + argument("$(y)")
    },
    Case("references to variables") { argument("\"\(repeated("$(env:A:-b)", $0))\"") },
    Case("references to nothing") { argument("\"\(repeated("$(x)", $0))\"") },
    Case("references after an escape") {
      "parameters: { x: a, y: \"\\t\(repeated("$(x)", $0))\" }\n" + argument("$(y)")
    },
    Case("references between escapes") {
      "parameters: { x: a, y: \"\(repeated("\\t$(x)", $0))\" }\n" + argument("$(y)")
    },
    Case("references in single quotes") {
      "parameters: { x: a, y: '\(repeated("''$(x)", $0))' }\n" + argument("$(y)")
    },
    Case("references in a block of lines") {
      "parameters:\n  x: a\n  y: |\n\(repeated("    $(x)\n", $0))" + argument("$(y)")
    },
    Case("references in folded lines") {
      "parameters:\n  x: a\n  y:\n\(repeated("    $(x)\n", $0))" + argument("$(y)")
    },
    Case("braces that are never closed") { argument("\"\(repeated("${", $0))\"") },
    Case("braces that are closed at the end") { argument("\"\(repeated("${", $0))}\"") },
    Case("braces in a block of lines") {
      "services:\n  s:\n    type: Plain\n    arguments:\n      x: |\n"
        + repeated("        ${A}\n", $0)
    },
    Case("environments") {
      argument("a") + "environments:\n"
        + joined($0) { "  e\($0): { parameters: { a: b } }\n" }
    },
    Case("the last of many environments", environment: "last") {
      argument("a") + "environments:\n"
        + joined($0) { "  e\($0): { parameters: { a: b } }\n" } + "  last: {}\n"
    },
    Case("mistakes on one line") {
      "services: {" + joined($0, separator: ", ") { "s\($0): { type: Plian }" } + "}"
    },
    Case("fields on one line") {
      "services: {" + joined($0, separator: ", ") { "s\($0): { type: Plain, scpoe: graph }" } + "}"
    },
    Case("texts that look like secrets on one line") {
      "services: {"
        + joined($0, separator: ", ") {
          "s\($0): { type: Plain, password: hush, arguments: { password: x } }"
        } + "}"
    },
  ]

  private static let catalog = FactoryCatalog("work") {
    Factory("Plain") { 1 }
    Factory("Next", .service("last")) { (last: Int) in last + 1 }
    Factory("Many", .services("all")) { (all: [Int]) in all.count }
    Factory(
      "Wide", .value("parameter0"), .value("parameter1"), .value("parameter2"),
      .value("parameter3"), .value("parameter4"), .value("parameter5")
    ) { (_: Int, _: Int, _: Int, _: Int, _: Int, _: Int) in 1 }
  }

  /// Loads and checks a file.
  private func found(_ test: Case, _ count: Int) -> [Diagnostic] {
    var collector = DiagnosticCollector()
    do throws(DiagnosticsError) {
      let configuration = try ServiceConfiguration(
        .bytes(Array(test.text(count).utf8), name: "services.yaml"))
      let definitions = configuration.definitions(environment: test.environment, into: &collector)
      _ = Plan.checking(definitions, catalog: Self.catalog, into: &collector)
    } catch {
      return error.diagnostics
    }
    return collector.errors + collector.warnings
  }

  /// Loads, checks, shows and corrects a file; gives the steps that were counted.
  private func steps(_ test: Case, _ count: Int) -> Int {
    let meter = WorkMeter()
    WorkMeter.$current.withValue(meter) {
      let found = found(test, count)
      _ = SARIFRenderer().render(found)
      _ = FixItApplier(found)
    }
    return meter.steps
  }

  @Test("twice the size takes about twice the steps", arguments: cases + misspelt)
  func twice(_ test: Case) {
    let (once, twice) = (steps(test, 200), steps(test, 400))
    #expect(once > 0)
    #expect(Double(twice) < 2.2 * Double(once), "\(once) and \(twice) steps")
  }

  @Test("all environments of a file, one after the other")
  func environments() throws {
    func steps(_ count: Int) throws -> Int {
      let meter = WorkMeter()
      try WorkMeter.$current.withValue(meter) {
        let text =
          Self.argument("a") + "environments:\n"
          + Self.joined(count) { "  e\($0): { parameters: { a: b } }\n" }
        let configuration = try ServiceConfiguration(
          .bytes(Array(text.utf8), name: "services.yaml"))
        var collector = DiagnosticCollector()
        for environment in configuration.environments {
          _ = configuration.definitions(environment: environment, into: &collector)
        }
        #expect(collector.errors.map(\.code) == [])
      }
      return meter.steps
    }
    let (once, twice) = try (steps(100), steps(200))
    #expect(Double(twice) < 2.2 * Double(once), "\(once) and \(twice) steps")
  }

  /// Files in which every name is misspelt, and near to all that there are.
  static let misspelt: [Case] = [
    Case("parameters") { count in
      "parameters:\n" + joined(count) { "  parameter\($0): a\n" }
        + argument("[\(joined(count, separator: ", ") { "$(paramet3r\($0))" })]")
    },
    Case("parameters in parameters") { count in
      "parameters:\n" + joined(count) { "  parameter\($0): a\n  q\($0): $(paramet3r\($0))\n" }
    },
    Case("references") { count in
      "services:\n"
        + joined(count) {
          "  service\($0): { type: Next, arguments: { last: !ref servise\($0) } }\n"
        }
    },
    Case("bases") { count in
      "services:\n"
        + joined(count) { "  service\($0): { type: Plain }\n  a\($0): { extends: servise\($0) }\n" }
    },
    Case("patches", environment: "e") { count in
      "services:\n" + joined(count) { "  service\($0): { type: Plain }\n" }
        + "environments:\n  e:\n    services:\n"
        + joined(count) { "      servise\($0): { eager: true }\n" }
    },
    Case("removals", environment: "e") { count in
      "services:\n" + joined(count) { "  service\($0): { type: Plain }\n" }
        + "environments:\n  e:\n    services:\n"
        + joined(count) { "      servise\($0): !remove\n" }
    },
    Case("roots") { count in
      "roots: [\(joined(count, separator: ", ") { "servise\($0)" })]\nservices:\n"
        + joined(count) { "  service\($0): { type: Plain }\n" }
    },
    Case("arguments") { count in
      "services:\n  s: { type: Wide, arguments: {"
        + joined(count, separator: ", ") { "paramet3r\($0): a" } + "} }\n"
    },
    Case("arguments of many services") { count in
      "services:\n" + joined(count) { "  s\($0): { type: Wide, arguments: { paramet3r: a } }\n" }
    },
    Case("aliases") { count in
      "services:\n"
        + joined(count) { "  service\($0): { type: Plain }\n  a\($0): { alias: servise\($0) }\n" }
    },
    Case("tags") { count in
      "services:\n"
        + joined(count) {
          "  service\($0): { type: Plain, tags: [teg\($0)] }\n"
            + "  a\($0): { type: Many, arguments: { all: !tagged tag\($0) } }\n"
        }
    },
    Case("scopes") { count in
      "scopes: [\(joined(count, separator: ", ") { "scope\($0)" })]\nservices:\n"
        + joined(count) { "  service\($0): { type: Plain, scope: skope\($0) }\n" }
    },
    Case("what only other environments define") { count in
      "services:\n"
        + joined(count) { "  a\($0): { type: Next, arguments: { last: !ref servise\($0) } }\n" }
        + "environments:\n" + joined(count) { "  e\($0): { services: { b: { type: Plain } } }\n" }
    },
    Case("what only other environments set") { count in
      argument("[\(joined(count, separator: ", ") { "$(paramet3r\($0))" })]")
        + "environments:\n" + joined(count) { "  e\($0): { parameters: { a: b } }\n" }
    },
  ]

  @Test("the first hundred mistakes have advice, as many as a report shows", arguments: misspelt)
  func advice(_ test: Case) {
    // The type of the service that has the texts takes no arguments, so that nothing is near theirs.
    let few = found(test, 100).filter {
      test.name.hasPrefix("arguments") || $0.code != .unknownArgument
    }
    #expect(few.count >= 100)
    // What no environment has, has none.
    #expect(test.name.hasPrefix("what") || few.prefix(100).allSatisfy { !$0.fixIts.isEmpty })
  }

  @Test("more than a hundred uses of a tag that nothing has are no mistake, and hide none")
  func unusedTags() {
    let text =
      "services:\n  known: { type: Plain, tags: [handlers] }\n"
      + Self.joined(120) { "  a\($0): { type: Many, arguments: { all: !tagged plugin } }\n" }
    let added = "environments: { e: { services: { another: { type: Plain } } } }\n"
    let used = Case("used", environment: "e") { _ in text + added }
    #expect(found(used, 0) == [])
    let misspelt = Case("misspelt", environment: "e") { _ in
      text + "  b: { type: Many, arguments: { all: !tagged hanlders } }\n" + added
    }
    #expect(found(misspelt, 0).map(\.code) == [.unknownTag])
  }

  @Test("of more than a hundred mistakes, those that a report shows have advice")
  func mostAdvised() {
    let text = Self.joined(150) {
      "  a\($0): { type: Next, arguments: { last: !ref servise\($0) } }\n"
    }
    let test = Case("references") { _ in "services:\n  service0: { type: Plain }\n" + text }
    let found = found(test, 150)
    #expect(found.map(\.fixIts.isEmpty) == (0..<150).map { $0 >= 100 })
  }

  @Test("a chain of templates brings no more than the limit says")
  func chain() throws {
    let limit = 5_000
    func steps(_ count: Int) throws -> (steps: Int, codes: [DiagnosticCode]) {
      let meter = WorkMeter()
      var collector = DiagnosticCollector()
      try WorkMeter.$current.withValue(meter) {
        let text =
          "templates:\n  t0: { type: Plain, arguments: { x: { k0: a } } }\n"
          + Self.joined(count) {
            "  t\($0 + 1): { extends: t\($0), arguments: { x: { k\($0 + 1): a } } }\n"
          } + "services:\n  s: { extends: t\(count) }\n"
        var settings = LoadSettings()
        settings.limits.expandedParts = limit
        let configuration = try ServiceConfiguration(
          .bytes(Array(text.utf8), name: "services.yaml"), settings: settings)
        _ = configuration.definitions(into: &collector)
      }
      return (meter.steps, collector.diagnostics.map(\.code))
    }
    let (few, many) = try (steps(50), steps(600))
    #expect(few.codes == [])
    #expect(few.steps > 50 * 50 / 2)
    #expect(many.codes == [.limitExceeded])
    // What is merged counts where it is merged and against the limit.
    #expect(many.steps < 3 * limit)
  }
}
