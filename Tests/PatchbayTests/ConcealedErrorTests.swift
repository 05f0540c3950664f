import Patchbay
import TestSupport
import Testing

@Suite("The error of a factory or hook is shown without what is secret")
struct ConcealedErrorTests {
  private typealias Verbatim = FailingGate.Verbatim

  /// Where `hunter2` is written, and under which names.
  static let concealed: [(id: String, yaml: String)] = [
    (
      "a marked parameter inside a longer text",
      FailingGate.gate("url: a$(p)b", "{ p: !secret hunter2 }")
    ),
    (
      "a marked parameter inside that of another",
      FailingGate.gate("url: a$(q)b", "{ p: !secret hunter2, q: $(p)/c }")
    ),
    ("a marked text around a variable", FailingGate.gate("url: !secret a$(env:VALUE)b")),
    ("an argument's name", FailingGate.gate("password: $(env:VALUE)")),
    ("an argument's name, with a default", FailingGate.gate("password: $(env:UNSET:-hunter2)")),
    (
      "an argument's name, with a list in one variable",
      FailingGate.gate("credentials: $(env:LIST)")
    ),
    ("the name of an entry", FailingGate.gate("options: { api-key: $(env:VALUE) }")),
    (
      "a parameter's name, inside a longer text",
      FailingGate.gate("url: a$(db.password)b", "{ db: { password: $(env:VALUE) } }")
    ),
    ("a variable's name", FailingGate.gate("text: $(env:API_TOKEN)")),
    ("a variable's name, inside a longer text", FailingGate.gate("url: 'a$(env:API_TOKEN)b'")),
    ("the name of a variable of Compose", FailingGate.gate("text: 'a$(env:DB_PASS)'")),
    (
      "a parameter that only the program reads",
      "parameters: { p: !secret hunter2 }\nservices: { s: { type: Reader } }\n"
    ),
  ]

  @Test("where the configuration marks it or its name says so", arguments: concealed.map(\.id))
  func names(_ id: String) throws {
    let yaml = try #require(Self.concealed.first { $0.id == id }?.yaml)
    let names = ["VALUE", "API_TOKEN", "AWS_SECRET_ACCESS_KEY", "SECRET_KEY", "DB_PASS"]
    var variables = Dictionary(uniqueKeysWithValues: names.map { ($0, "hunter2") })
    variables["LIST"] = "other, hunter2"
    if id == "a parameter that only the program reads" { return try read(yaml) }
    #expect(
      try FailingGate.shown(Verbatim(description: "no hunter2!"), yaml, variables) == "no [secret]!"
    )
  }

  /// Also where the program asks for a parameter after the plan was made.
  private func read(_ yaml: String) throws {
    let error = Verbatim(description: "no hunter2!")
    let container = try Container(
      loading: .bytes(Array(yaml.utf8), name: "s.yaml"), variables: [:],
      catalog: FailingGate.catalog(error))
    #expect(container.parameters["p"] == .text("hunter2"))
    let failure = try #require(throws: DiagnosticsError.self) {
      try container.resolve("s", as: Int.self)
    }
    #expect(failure.diagnostics.first?.message == "the factory of `s` failed: no [secret]!")
  }

  @Test("and with every other text of its arguments, so that it can be understood")
  func otherTexts() throws {
    let yaml = FailingGate.gate(
      "text: $(env:NAME), options: { requirePassword: true, user: ada, tokens: many }")
    let error = Verbatim(description: "no user ada with host db.example.com: true or many")
    #expect(try FailingGate.shown(error, yaml, ["NAME": "db.example.com"]) == "\(error)")
  }

  @Test("of a hook, too")
  func hooks() async throws {
    let error = Verbatim(description: "no hunter2 at db://a:b@c!")
    func container(_ type: String) throws -> Container {
      try Container(
        loading: .bytes(
          Array("services: { s: { type: \(type), arguments: { text: !secret hunter2 } } }".utf8),
          name: "s.yaml"),
        variables: [:], catalog: FailingGate.catalog(error))
    }
    let starting = try container("Starting")
    let failure = await #expect(throws: DiagnosticsError.self) { try await starting.start() }
    #expect(
      failure?.diagnostics.first?.message
        == "`s` could not be started: no [secret] at db://[secret]@c!")
    let property = try Container(
      loading: .bytes(
        Array(
          "services: { s: { type: Starting, arguments: { text: a }, properties: { note: !secret hunter2 } } }"
            .utf8),
        name: "s.yaml"),
      variables: [:], catalog: FailingGate.catalog(error))
    let refusal = await #expect(throws: DiagnosticsError.self) { try await property.start() }
    #expect(refusal?.diagnostics.first?.message == failure?.diagnostics.first?.message)
    let stopping = try container("Stopping")
    _ = try stopping.resolve("s", as: String.self)
    let ending = await #expect(throws: DiagnosticsError.self) { try await stopping.stop() }
    #expect(
      ending?.diagnostics.first?.message.hasSuffix(": no [secret] at db://[secret]@c!") == true)
  }

  /// What Swift says of the service, in place of the file.
  static let inSwift: [(id: String, Definitions)] = [
    (
      "a parameter under a name",
      Definitions { Define("s", "Gate").argument("password", .parameter("p")) }
    ),
    ("a text under a name", Definitions { Define("s", "Gate").argument("password", "hunter2") }),
    ("a marked text", Definitions { Define("s", "Gate").argument("text", .secret("hunter2")) }),
    (
      "a marked list",
      Definitions { Define("s", "Gate").argument("credentials", .secret(["a", "hunter2"])) }
    ),
    (
      "a marked map",
      Definitions { Define("s", "Gate").argument("options", .secret(["a": "hunter2"])) }
    ),
    ("what overrides a secret", Definitions { Change("s").argument("text", "hunter2") }),
    (
      "a list that overrides a secret",
      Definitions { Change("s").argument("credentials", ["hunter2"]) }
    ),
  ]

  @Test("of a service that Swift defines or changes", arguments: inSwift.map(\.id))
  func swift(_ id: String) throws {
    let definitions = try #require(Self.inSwift.first { $0.id == id }).1
    let yaml = """
      parameters: { p: $(env:VALUE) }
      services:
        s: { type: Gate, arguments: { text: !secret other, credentials: [!secret other] } }
      """
    let plan = try FailingGate.configuration(yaml)
      .plan(
        variables: ["VALUE": "hunter2"],
        catalog: FailingGate.catalog(Verbatim(description: "no hunter2!"))
      ) { definitions }
    #expect(try FailingGate.message(of: plan) == "the factory of `s` failed: no [secret]!")
  }

  @Test("of a parameter under a name that the program hands in, without a warning")
  func handedIn() throws {
    let yaml = "services: { s: { type: Gate, arguments: { text: <$(db.password)> } } }"
    let plan = try FailingGate.configuration(yaml)
      .plan(
        parameters: ["db": ["password": "hunter2"]],
        catalog: FailingGate.catalog(Verbatim(description: "no hunter2!")))
    #expect(plan.warnings.isEmpty)
    #expect(try FailingGate.message(of: plan) == "the factory of `s` failed: no [secret]!")
  }

  @Test("where a list takes the place of a secret")
  func replaced() throws {
    let yaml = """
      services: { s: { type: Gate, arguments: { credentials: $(c) } } }
      parameters: { c: !secret other }
      environments: { e: { parameters: { c: !replace [hunter2] } } }
      """
    let plan = try FailingGate.configuration(yaml)
      .plan(environment: "e", catalog: FailingGate.catalog(Verbatim(description: "no hunter2!")))
    #expect(try FailingGate.message(of: plan) == "the factory of `s` failed: no [secret]!")
  }

  @Test("of an overlay, too, and of a transient that was built before")
  func others() throws {
    let isBroken = Guarded(false)
    let error = Verbatim(description: "no hunter2!")
    let catalog = FactoryCatalog("fickle") {
      Factory("Fickle", .value("text")) { (text: String) throws in
        if isBroken.withLock({ $0 }) { throw error }
        return text
      }
    }
    let container = try Container(
      loading: .bytes(
        Array(
          "services: { s: { type: Fickle, scope: transient, arguments: { text: !secret hunter2 } } }"
            .utf8),
        name: "s.yaml"),
      variables: [:], catalog: catalog)
    let key: ServiceKey<String> = "s"
    for _ in 0..<3 { #expect(try container.resolve(key) == "hunter2") }
    isBroken.withLock { $0 = true }
    let failure = try #require(throws: DiagnosticsError.self) { try container.resolve(key) }
    #expect(failure.diagnostics.first?.message == "the factory of `s` failed: no [secret]!")
    isBroken.withLock { $0 = false }
    let token = try container.override(ServiceKey<String>("s")) { _ in throw error }
    let refusal = try #require(throws: DiagnosticsError.self) { try container.resolve(key) }
    #expect(refusal.diagnostics.first?.message == "the override of `s` failed: no [secret]!")
    token.remove()
  }

  @Test("and the line of a runtime error hides a literal without a mark")
  func lines() throws {
    for value in ["hunter2", "'hunter2'", "$(env:UNSET:-hunter2)"] {
      let configuration = try ServiceConfiguration(
        .bytes(Array(FailingGate.gate("password: \(value)").utf8), name: "s.yaml"))
      let plan = try configuration.plan(catalog: FailingGate.catalog(Verbatim(description: "no")))
      let failure = try #require(throws: DiagnosticsError.self) {
        try Container(plan).resolve("s", as: Int.self)
      }
      #expect(TerminalRenderer().render(failure.diagnostics).contains("password: [secret] } }"))
      #expect(!TerminalRenderer().render(failure.diagnostics).contains("hunter2"))
    }
  }
}
