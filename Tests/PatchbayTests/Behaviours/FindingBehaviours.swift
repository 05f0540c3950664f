import Patchbay
import Testing

@Suite("Behaviours: finding a service")
struct FindingBehaviours {
  @Test("B13: an optional request for an undefined key returns nil")
  func optionalRequest() throws {
    let container = try Container("services: { vice: { type: Part } }", .parts())
    #expect(try container.resolveIfPresent(ServiceKey<Part>("cive")) == nil)
    #expect(try container.resolveIfPresent(Asker.self) == nil)
    #expect(try container.resolveIfPresent(ServiceKey<Part>("vice")) != nil)
  }

  @Test("B14: a request for an undefined key is an error that suggests similar names")
  func requiredRequest() throws {
    let container = try Container("services: { vice: { type: Part } }", .parts())
    let error = #expect(throws: DiagnosticsError.self) { try container.part("vise") }
    #expect(error?.codes == [.noSuchService])
    #expect(error?.diagnostics.first?.message.contains("`vise`") == true)
    #expect(error?.diagnostics.first?.fixIts.first?.message == "did you mean `vice`?")
  }

  @Test("B15: an undefined dependency is an error that names it and the service that needs it")
  func missingNeed() {
    let error = #expect(throws: DiagnosticsError.self) {
      try Container("services: { vice: { type: Owner, arguments: { part: !ref jaw } } }", .parts())
    }
    #expect(error?.codes == [.unknownService])
    #expect(
      error?.diagnostics.first?.message == "`vice` depends on `jaw`, which no layer defines")
  }

  @Test(
    "B20: tagged services are ordered by descending priority, then by their order in the file",
    arguments: [
      (["a", "b", "c"], ["a", "b", "c"]), (["c", "b", "a"], ["c", "b", "a"]),
      (["a", "b:5", "c"], ["b", "a", "c"]), (["a:-1", "b", "c:5", "d:5"], ["c", "d", "b", "a"]),
    ])
  func taggedOrder(_ written: [String], _ expected: [String]) throws {
    let services = written.map { entry in
      let parts = entry.split(separator: ":")
      let priority = parts.count > 1 ? parts[1] : "0"
      return "  \(parts[0]): { type: Part, arguments: { name: \(parts[0]) }, "
        + "tags: { bin: { priority: \(priority) } } }"
    }
    let container = try Container(
      """
      services:
        all: { type: Group, arguments: { parts: !tagged bin } }
      \(services.joined(separator: "\n"))
      """, .parts())
    #expect(try container.part("all").inputs.map(\.name) == expected)
  }

  @Test("B21: a list of services can be empty")
  func emptyCollection() throws {
    let container = try Container(
      """
      services:
        none: { type: Group, arguments: { parts: [] } }
        all: { type: Group, arguments: { parts: !tagged bin } }
        gone: { type: Part, tags: [bin] }
      """,
      overlays: ["services: { gone: !remove }"],
      .parts())
    #expect(try container.part("none").inputs.isEmpty)
    #expect(try container.part("all").inputs.isEmpty)
  }

  @Test("B22: several services of a type can be listed, and a request by that type is ambiguous")
  func severalOfOneType() async throws {
    let container = try Container(
      """
      scopes: [job]
      services:
        all: { type: Group, scope: job, arguments: { parts: !tagged bin } }
        single: { type: Part, tags: [bin] }
        scoped: { type: Part, tags: [bin], scope: job }
        fresh: { type: Part, tags: [bin], scope: transient }
      """, .parts())
    try await container.withScope("job") { job in
      let all = try job.part("all").inputs
      #expect(Set(all.map(ObjectIdentifier.init)).count == 3)
      #expect(try all[0] === container.part("single"))
      #expect(try all[1] === job.part("scoped"))
      #expect(try all[2] !== job.part("fresh"))
      let error = #expect(throws: DiagnosticsError.self) { try job.resolve(Part.self) }
      #expect(error?.codes == [.ambiguousService])
    }
  }

  @Test("B23: two keys of a type are two services, and a request by that type is ambiguous")
  func twoKeys() throws {
    let container = try Container(
      """
      services:
        left: { type: Part, arguments: { name: left } }
        right: { type: Part, arguments: { name: right } }
        ticket: { type: Ticket, arguments: { number: 1 } }
      """, .parts())
    #expect(try container.part("left").name == "left")
    #expect(try container.part("right").name == "right")
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(Part.self) }
    #expect(error?.codes == [.ambiguousService])
    let text = TerminalRenderer().render(error?.diagnostics ?? [])
    #expect(text.contains("`left`") && text.contains("`right`"), "\(text)")
    #expect(try container.resolve(Ticket.self).number == 1)
  }

  @Test("B64: requesting a service as a type that it does not provide is an error with both types")
  func wrongType() throws {
    let container = try Container("services: { vice: { type: Part } }", .parts())
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("vice", as: Ticket.self)
    }
    #expect(error?.codes == [.typeMismatchAtResolve])
    let message = error?.diagnostics.first?.message ?? ""
    #expect(message.contains("Ticket") && message.contains("Part"), "\(message)")
    let planned = #expect(throws: DiagnosticsError.self) {
      try Container(
        """
        services:
          vice: { type: Owner, arguments: { part: !ref ticket } }
          ticket: { type: Ticket, arguments: { number: 1 } }
        """, .parts())
    }
    #expect(planned?.codes == [.incompatibleService])
    let reported = planned?.description ?? ""
    #expect(reported.contains("Ticket") && reported.contains("Part"), "\(reported)")
  }
}
