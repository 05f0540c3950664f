import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// As large as the limits of a load allow, and made to cost its size squared.
@Suite("Thousands of mistakes are reported without quadratic cost", .serialized)
struct PlanCostTests {
  private func check(
    scopes: [String] = [],
    count: Int,
    _ code: DiagnosticCode?,
    _ build: (inout TestDefinitions) -> Void
  ) {
    let definitions = definitions(scopes: scopes, build)
    var collector = DiagnosticCollector()
    var set = definitions.set
    set.checks.usage = Usage()
    let start = threadTime()
    let found = Plan.findings(in: set, catalog: .greeters, into: &collector)
    let time = threadTime() - start
    let diagnostics = collector.diagnostics + found.usage.unused
    #expect(diagnostics.count { $0.code == code } == count)
    // Seconds of the processor without optimisation, however busy the machine is; with the size
    // squared, minutes.
    #expect(time < .seconds(20))
  }

  @Test func unknownArgumentsOfOneService() {
    check(count: 5_000, .unknownArgument) { definitions in
      definitions.define("a", "Plain")
      for index in 0..<5_000 {
        let place = definitions.place().place
        let value = definitions.value("x")
        definitions.edit {
          $0.arguments.append(Argument(name: "n\(index)", namePlace: place, value: value))
        }
      }
    }
  }

  @Test func unknownServicesInALongChain() {
    check(count: 1_500, .unknownService) { definitions in
      for index in 0..<1_500 {
        definitions.define(
          "s\(index)", "Duet",
          ["inner": .ref("unknown\(index)"), "voices": .list([.ref("s\((index + 1) % 1_499)")])])
      }
    }
  }

  /// Each of so many, and beyond the limit of what a load multiplies its error, once.
  @Test(arguments: [(600, 600, DiagnosticCode.captiveDependency), (1_500, 1, .limitExceeded)])
  func captivesThroughALongChain(size: Int, count: Int, code: DiagnosticCode) {
    check(scopes: ["request"], count: count, code) { definitions in
      definitions.define("t0", "Plain", scope: "request")
      for index in 1..<size {
        definitions.define(
          "t\(index)", "Polite", ["inner": .ref("t\(index - 1)")], scope: "transient")
      }
      for index in 0..<size {
        definitions.define("s\(index)", "Polite", ["inner": .ref("t\(size - 1)")])
      }
    }
  }

  @Test func manyDecoratorsTagsAndAliases() {
    check(count: 0, .unknownTag) { definitions in
      definitions.define("a", "Plain", tags: ["voice": 0])
      for index in 0..<1_500 {
        definitions.define("t\(index)", "Plain", tags: ["voice": 0], provides: ["Greeter"])
        definitions.define(
          "d\(index)", "Polite", ["inner": .inner], decorates: "t\(index)", provides: ["Greeter"])
        definitions.alias("alias\(index)", of: "t\(index)", deprecated: "old")
        definitions.define("u\(index)", "Polite", ["inner": .ref("alias\(index)")])
      }
    }
  }

  @Test(arguments: [(900, 900, DiagnosticCode.ambiguousService), (4_000, 1, .limitExceeded)])
  func ambiguityAmongMany(size: Int, count: Int, code: DiagnosticCode) {
    check(count: count, code) { definitions in
      for index in 0..<size {
        definitions.define("p\(index)", "Plain")
        definitions.define("w\(index)", "Recorder", autowire: true)
      }
    }
  }

  @Test func unusedServicesAmongMany() {
    check(count: 4_000, .unusedService) { definitions in
      for index in 0..<4_000 {
        definitions.define("p\(index)", "Plain")
        definitions.define("w\(index)", "Plain")
        let root = definitions.located("w\(index)")
        definitions.set.roots.append(root)
      }
    }
  }
}
