import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("The callback of an override can fail and resolve services")
struct OverrideCallbackTests {
  @Test("an error of a callback is reported with the place of the override")
  func whatItThrowsIsReportedWithItsPlace() throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain")
      $0.define("user", "Polite", ["inner": .ref("plain")])
    }
    let token = try container.override(.plain, fileID: "App/Tests.swift", line: 12) { _ in
      throw Broken()
    }
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(.plain) }
    #expect(error?.underlying is Broken)
    #expect(
      error.map { TerminalRenderer().render($0.diagnostics) } == """
        error[factory-failed]: the override of `plain` failed: out of order
         --> App/Tests.swift:12: overridden here
        """)
    let injected = #expect(throws: DiagnosticsError.self) { try container.resolve(.user) }
    #expect(injected?.diagnostics.first?.requestedBy.map(\.key) == ["user", "plain"])
    token.remove()
    container.expect("user", "please, hello")
  }

  @Test("a callback can resolve other services")
  func itCanResolveOtherServices() throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain")
      $0.define("other", "Plain", ["greeting": "ah"])
    }
    let token = try container.override(.plain) { [container] original in
      Spy(original, try container.resolve("other", as: (any Greeter).self).greeting)
    }
    container.expect("plain", "ah(hello)")
    token.remove()
  }

  @Test(.timeLimit(.minutes(15))) func requestingItsOwnKeyIsAnError() throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain")
      $0.define("user", "Polite", ["inner": .ref("plain")])
    }
    let token = try container.override(.plain, fileID: "App/Tests.swift", line: 12) { _ in
      try container.resolve(.user)
    }
    defer { token.remove() }
    for key in [ServiceKey<any Greeter>.plain, .user] {
      let error = #expect(throws: DiagnosticsError.self) { try container.resolve(key) }
      #expect(error?.codes == [.reentrantResolution])
    }
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(.plain) }
    #expect(
      error.map { TerminalRenderer().render($0.diagnostics) } == """
        error[reentrant-resolution]: the override of `plain` asks for `plain` while it runs
         --> App/Tests.swift:12: overridden here
        help: use the original that the callback is handed
        """)
  }

  @Test func aTaskThatItStartsCanResolveLater() async throws {
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    let (calls, mayAsk) = (Counter(), Gate())
    let later = Locked<Task<String, any Error>?>(nil)
    let token = try container.override(.plain) { original in
      if calls.increment() == 1 {
        let task = Task { () throws -> String in
          try await mayAsk.opened()
          return try container.resolve(.plain).greeting
        }
        later.withLock { $0 = task }
      }
      return Spy(original)
    }
    container.expect("plain", "spy(hello)")
    mayAsk.open()
    #expect(try await later.withLock { $0 }?.value == "spy(hello)")
    token.remove()
  }
}
