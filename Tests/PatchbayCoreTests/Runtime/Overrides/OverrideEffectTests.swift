import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("An override without effect is reported in a test")
struct OverrideEffectTests {
  private static func container(forTesting: Bool = true) throws -> Container {
    try Container.ofGreeters(forTesting: forTesting) {
      $0.define("plain", "Plain")
      $0.define("user", "Polite", ["inner": .ref("plain")])
      $0.define("deferred", "Deferred", ["inner": .ref("plain")])
    }
  }

  private static func text(_ type: String) -> String {
    """
    the override of `plain` as `\(type)` had no effect: callers received the original
    help: keep the token, override before the first request, and use the type by which callers receive the service
    """
  }

  @Test func anInstanceOfATypeThatNoCallerAsksFor() throws {
    let container = try Self.container()
    let token = try container.override(ServiceKey<Plain>("plain"), with: Plain("double"))
    container.expect("user", "please, hello")
    token.remove()
    #expect(container.overrideReceipts.map(\.problem) == [Self.text("Plain")])
  }

  @Test func aCallbackOfATypeThatNoCallerAsksFor() throws {
    let container = try Self.container()
    let token = try container.override(ServiceKey<Plain>("plain")) { $0 }
    defer { token.remove() }
    container.expect("user", "please, hello")
    #expect(container.overrideReceipts.map(\.problem) == [Self.text("Plain")])
  }

  @Test func anOverrideOfTheContractWhereCallersAskForTheType() throws {
    let container = try Self.container()
    let token = try container.override(.plain, with: Plain("double"))
    defer { token.remove() }
    #expect(try container.resolve("plain", as: Plain.self).greeting == "hello")
    #expect(container.overrideReceipts.map(\.problem) == [Self.text("any Greeter")])
  }

  @Test func aTokenThatIsReleasedAtOnce() throws {
    let container = try Self.container()
    _ = try container.override(.plain, fileID: "AppTests/SignUpTests.swift", line: 14) { Spy($0) }
    container.expect("user", "please, hello")
    #expect(container.overrideReceipts.map(\.problem) == [Self.text("any Greeter")])
    #expect(
      container.overrideReceipts.map(\.location.description) == ["AppTests/SignUpTests.swift:14"])
  }

  /// A token may be kept to the end of a test that does not come to the service.
  @Test func noReportWithoutARequest() throws {
    let container = try Self.container()
    _ = try container.override(.plain, with: Plain("unused"))
    #expect(container.overrideReceipts.map(\.problem) == [nil])
    container.expect("plain", "hello")
    #expect(container.overrideReceipts.map(\.problem) != [nil])
  }

  @Test func anOverrideAfterTheServiceWasReceived() throws {
    let container = try Self.container()
    container.expect("user", "please, hello")
    let token = try container.override(.plain, with: Plain("double"))
    defer { token.remove() }
    container.expect("user", "please, hello")
    #expect(container.overrideReceipts.map(\.problem) == [Self.text("any Greeter")])
  }

  @Test func noReportIfTheServiceWasOnlyBuilt() throws {
    let container = try Self.container()
    container.expect("plain", "hello")
    let token = try container.override(.plain, with: Plain("double"))
    defer { token.remove() }
    #expect(container.overrideReceipts.map(\.problem) == [Self.text("any Greeter")])
  }

  @Test func anOverrideInAChild() throws {
    let (parent, child) = try family(
      forTesting: true, parent: { $0.define("plain", "Plain") },
      child: { $0.define("user", "Polite", ["inner": .ref("plain")]) })
    let token = try child.override(ServiceKey<Plain>("plain"), with: Plain("double"))
    defer { token.remove() }
    child.expect("user", "please, hello")
    let problems = parent.overrideReceipts.map(\.problem)
    #expect(problems.count == 1 && problems[0]?.contains("callers received the original") == true)
    #expect(child.overrideReceipts.map(\.problem) == problems)
  }

  @Test func overridesWithAnEffectAreNotReported() throws {
    let container = try Self.container()
    // No caller was to receive the service: a test may expect that.
    try container.override(.plain, with: Plain("unused")).remove()
    let token = try container.override(.plain, with: Plain("double"))
    container.expect("plain", "double")
    token.remove()
    // A handle asks later, and so it is not too late after it was built.
    let deferred = try container.resolve(Deferred.self)
    let second = try container.override(.plain) { Spy($0) }
    #expect(try deferred.provider().greeting == "spy(hello)")
    second.remove()
    let untyped = try container.override(ServiceKey<Plain>("plain"), with: Plain("double"))
    #expect(try (container["plain"] as? Plain)?.greeting == "double")
    untyped.remove()
    #expect(container.overrideReceipts.map(\.problem) == [nil, nil, nil, nil])
  }

  @Test func outsideOfTestsNothingIsNoted() throws {
    let container = try Self.container(forTesting: false)
    _ = try container.override(.plain) { Spy($0) }
    #expect(container.overrideReceipts.isEmpty)
  }
}
