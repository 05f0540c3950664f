import Patchbay
import Testing

@Suite("Behaviours: lifetimes and captive dependencies")
struct ScopeBehaviours {
  private let job = "scopes: [job]\n"

  @Test("B09: requesting a scoped service outside its scope is an error that names the scope")
  func scopedOutside() throws {
    let container = try Container(
      job + "services: { sheet: { type: Part, scope: job } }", .parts())
    let error = #expect(throws: DiagnosticsError.self) { try container.part("sheet") }
    #expect(error?.codes == [.scopedOutsideScope])
    #expect(error?.diagnostics.first?.message.contains("`sheet`") == true)
  }

  @Test("B10: a singleton cannot depend on a scoped service, and the plan reports it")
  func captive() {
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        job + """
          services:
            vice: { type: Owner, arguments: { part: !ref sheet } }
            sheet: { type: Part, scope: job }
          """, .parts())
    }
    #expect(error?.codes == [.captiveDependency])
    let message = error?.diagnostics.first?.message ?? ""
    #expect(message.contains("`vice`") && message.contains("`sheet`"), "\(message)")
  }

  @Test("B11: a captive dependency is found through a transient")
  func captiveThroughTransient() {
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        job + """
          services:
            vice: { type: Owner, arguments: { part: !ref between } }
            between: { type: Owner, scope: transient, arguments: { part: !ref sheet } }
            sheet: { type: Part, scope: job }
          """, .parts())
    }
    #expect(error?.codes == [.captiveDependency])
    let message = error?.diagnostics.first?.message ?? ""
    #expect(message.contains("`vice`") && message.contains("`sheet`"), "\(message)")
  }

  @Test("B12: a captive dependency is reported even if a scoped service requests the singleton")
  func captiveBelowScoped() {
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        job + """
          services:
            top: { type: Owner, scope: job, arguments: { part: !ref vice } }
            vice: { type: Owner, arguments: { part: !ref sheet } }
            sheet: { type: Part, scope: job }
          """, .parts())
    }
    #expect(error?.codes == [.captiveDependency])
  }

  @Test("B24: singletons of two keys are two instances, each the same in every scope")
  func keyedSingletons() async throws {
    let container = try Container(
      job + "services: { left: { type: Part }, right: { type: Part } }", .parts())
    let left = try container.part("left")
    for _ in 0..<2 {
      try await container.withScope("job") { job in
        let parts = [try job.part("left"), try job.part("right")]
        #expect(parts[0] === left)
        #expect(parts[1] !== left)
      }
    }
  }

  @Test("B25: a factory's requests use the scope that it builds for")
  func nestedFromTheSameScope() async throws {
    let container = try Container(
      job + """
        services:
          sheet: { type: Part, scope: job }
          asked: { type: Hasty, scope: transient, arguments: { part: !ref sheet } }
          clerk: { type: Clerk, scope: job }
        """, .parts())
    let first = try await container.openScope("job")
    let second = try await container.openScope("job")
    #expect(try first.part("asked").inputs[0] === first.part("sheet"))
    #expect(try second.part("asked").inputs[0] === second.part("sheet"))
    #expect(try first.part("sheet") !== second.part("sheet"))
    let clerk = try second.resolve("clerk", as: Clerk.self)
    #expect(try clerk.resolver.part("sheet") === second.part("sheet"))
    try await first.close()
    try await second.close()
  }

  @Test("B26: a singleton's handle works until the container stops, not until the scope ends")
  func singletonsResolver() async throws {
    let container = try Container(
      job + """
        services:
          clerk: { type: Clerk }
          asker: { type: Asker, arguments: { part: !ref screw } }
          screw: { type: Part, scope: transient }
        """, .parts())
    let scope = try await container.openScope("job")
    let clerk = try scope.resolve("clerk", as: Clerk.self)
    let asker = try scope.resolve("asker", as: Asker.self)
    try await scope.close()
    #expect(try clerk.resolver.part("screw").name == "part")
    #expect(try asker.part().name == "part")
    try await container.stop()
    for ask in [{ try clerk.resolver.part("screw") }, { try asker.part() }] {
      let error = #expect(throws: DiagnosticsError.self) { try ask() }
      #expect(error?.codes == [.containerShutDown])
    }
  }
}
