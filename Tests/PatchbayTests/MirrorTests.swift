import Patchbay
import Testing

@Suite("A dump of the library's types shows no secret and no variable")
struct MirrorTests {
  private struct Vault: Sendable { let password: String }
  private struct Holder: Sendable {
    let resolver: Resolver
    let provider: Provider<Vault>
    let lazy: Lazy<Vault>
    let probe: ReadinessProbe
  }

  private static let catalog = FactoryCatalog("vaults") {
    Factory("Vault", .value("password"), .value("name"), .value("text")) {
      (password: String, _: String, _: String) in Vault(password: password)
    }
    Factory("Holder", .resolver, .provider("vault"), .lazy("lazy"), .readiness) {
      Holder(resolver: $0, provider: $1, lazy: $2, probe: $3)
    }
    Factory("Broken", .value("password")) { (_: String) throws -> Int in throw Broken() }
  }

  private struct Broken: Error {}

  private static let yaml = """
    scopes: [request]
    parameters:
      db: { host: localhost, password: !secret hunter2 }
      unused: !secret hunter2
    services:
      vault:
        type: Vault
        tags: { a: { token: hunter2 } }
        arguments:
          password: !secret hunter2
          name: $(env:NAME)
          text: x$(db.password)y
      literal: { type: Vault, arguments: { password: hunter2, name: a, text: b } }
      session: { type: Vault, scope: request, arguments: { password: $(db.password), name: a, text: b } }
      holder: { type: Holder, arguments: { vault: !ref vault, lazy: !ref literal } }
      broken: { type: Broken, arguments: { password: $(db.password) } }
    """

  private static let variables = ["NAME": "hunter2", "OTHER": "hunter2"]

  private func expectNothingSecret(
    _ value: Any, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var text = ""
    dump(value, to: &text)
    for text in [text, "\(value)", String(reflecting: value)] {
      #expect(!text.contains("hunter2"), Comment(rawValue: text), sourceLocation: sourceLocation)
      // The text as a list of numbers is no better.
      let isListed = ["104, 117, 110, 116", "- 117\n  "].contains { text.contains($0) }
      #expect(!isListed, Comment(rawValue: text), sourceLocation: sourceLocation)
    }
  }

  @Test("from the text to the plan")
  func loading() throws {
    let source = ConfigurationSource.bytes(Array(Self.yaml.utf8), name: "services.yaml")
    expectNothingSecret(source)
    expectNothingSecret(ConfigurationSource.inline(Self.yaml))
    let configuration = try ServiceConfiguration(
      source,
      settings: LoadSettings(interpolationSources: [
        "vault": ClosureInterpolationSource { _ in InterpolatedText("hunter2", isSecret: true) }
      ]))
    expectNothingSecret(configuration)
    var collector = DiagnosticCollector()
    let set = configuration.definitions(variables: Variables(Self.variables), into: &collector)
    expectNothingSecret(set)
    expectNothingSecret(collector)
    for argument in set.definitions.flatMap(\.arguments) {
      expectNothingSecret(argument)
      expectNothingSecret(argument.value)
      expectNothingSecret(argument.value.place)
    }
    let plan = try configuration.plan(
      variables: Self.variables, parameters: ["handed.password": "hunter2"], catalog: Self.catalog)
    expectNothingSecret(plan)
    var text = ""
    dump(plan, to: &text)
    #expect(text.contains("vault") && text.contains("services.yaml"))
    expectNothingSecret(plan.warnings)
    expectNothingSecret(plan.graph)
  }

  @Test("from the container to its handles")
  func running() async throws {
    let container = try Container(
      loading: .bytes(Array(Self.yaml.utf8), name: "services.yaml"), variables: Self.variables,
      catalog: Self.catalog)
    let holder = try container.resolve("holder", as: Holder.self)
    #expect(try holder.provider().password == "hunter2")
    expectNothingSecret(container)
    var text = ""
    dump(container, to: &text)
    #expect(text.contains("plan: "))
    expectNothingSecret(holder)
    expectNothingSecret(try container.context)
    expectNothingSecret(container.parameters)
    let failure = try #require(throws: DiagnosticsError.self) {
      try container.resolve("broken", as: Int.self)
    }
    expectNothingSecret(failure)
    try await container.withScope("request") { scope in
      #expect(try scope.resolve("session", as: Vault.self).password == "hunter2")
      expectNothingSecret(scope)
      expectNothingSecret(try scope.context)
    }
    let child = try Container(
      Plan(DefinitionSet(), catalog: Self.catalog, parent: container.plan), parent: container)
    expectNothingSecret(child)
  }

  @Test("and what a program makes itself")
  func program() throws {
    let secret: ArgumentValue = .secret("hunter2")
    expectNothingSecret(secret)
    expectNothingSecret(ArgumentValue.list([.secret("hunter2")]))
    expectNothingSecret(["password": "hunter2", "credentials": ["hunter2"]] as ArgumentValue)
    expectNothingSecret(Parameters(["api-key": "hunter2"]))
    expectNothingSecret(ArgumentValue.inline("Vault", ["password": "hunter2"]))
    expectNothingSecret(
      ParameterValue.map(["password": "hunter2", "tokens": ["token": "hunter2"]]))
    expectNothingSecret(InterpolatedText("hunter2", isSecret: true))
    expectNothingSecret(
      Definitions {
        Parameters(["db.password": "hunter2", "db": ["token": "hunter2"]])
        Define("vault", "Vault").argument("password", "hunter2").argument("name", secret)
        Change("vault").property("password", "hunter2")
      })
    expectNothingSecret(Define("vault", "Vault").argument("password", "hunter2"))
    var open = ""
    dump(ParameterValue.map(["host": "localhost"]), to: &open)
    dump(ArgumentValue.list(["127.0.0.1"]), to: &open)
    dump(InterpolatedText("shown"), to: &open)
    for text in ["localhost", "127.0.0.1", "shown"] { #expect(open.contains(text)) }
  }

  @Test("while open values are shown as they are")
  func open() throws {
    let configuration = try ServiceConfiguration(
      .bytes(
        Array("services: { s: { type: T, arguments: { a: [x1, { b: y2 }], c: $(env:N) } } }".utf8),
        name: "s.yaml"))
    var collector = DiagnosticCollector()
    let set = configuration.definitions(variables: Variables(["N": "z3"]), into: &collector)
    var text = ""
    dump(set, to: &text)
    #expect(text.contains("x1") && text.contains("y2") && text.contains("[external]"))
    #expect(!text.contains("z3"))
  }
}
