import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A plan refuses runs that no container would begin")
struct ServiceRunPlanTests {
  @Test(
    "an `onRun` is refused with lifetimes and fields that no container would begin",
    arguments: [
      (
        "scope: transient",
        "unreachable-hook: `node` is not a singleton, and its factory has `onRun`, which only a singleton can have"
      ),
      (
        "scope: weak",
        "unreachable-hook: `node` is not a singleton, and its factory has `onRun`, which only a singleton can have"
      ),
      (
        "scope: request",
        "unreachable-hook: `node` is not a singleton, and its factory has `onRun`, which only a singleton can have"
      ),
      (
        "retry: { attempts: 2 }",
        "invalid-retry: `node` has a `retry`, and its factory has no `ready` and no `onStart`"
      ),
      (
        "ends: restart",
        "wrong-node-kind: `ends` of `node` must be `stop`, `fail` or `continue`, found the text `restart`"
      ),
    ])
  func ofOtherLifetimesAndFields(_ field: String, _ expected: String) throws {
    #expect(problems(field, { $0.onRun { _ in } }) == [expected])
  }

  @Test func aRetryIsForReady() {
    #expect(problems("retry: { attempts: 2 }", { $0.onRun(ready: { _ in }) { _ in } }) == [])
  }

  @Test func endsNeedsARun() {
    #expect(
      problems("ends: fail", { $0.onStart { _ in } })
        == ["invalid-ends: `node` has `ends`, and its factory has no `onRun`"])
  }

  @Test func aSecondRunIsAMistake() {
    #expect(
      problems("", { $0.onRun { _ in }.onRun { _ in } })
        == ["duplicate-run: the factory `Node` has two runs"])
  }

  @Test func anInstanceOfTheProgramHasNone() {
    let modules = Definitions { Provide("node", instance: Node("node")).onRun { _ in } }
    let error = #expect(throws: DiagnosticsError.self) {
      try ServiceConfiguration(.inline("")).plan(
        modules: [modules], catalog: FactoryCatalog("t") {})
    }
    #expect(error?.codes == [.unreachableHook])
  }
}

private func problems(_ fields: String, _ change: (Factory<Node>) -> Factory<Node>) -> [String] {
  do {
    _ = try containerOfNode(fields, change)
    return []
  } catch {
    return (error as? DiagnosticsError)?.diagnostics.map { "\($0.code): \($0.message)" } ?? [
      "\(error)"
    ]
  }
}
