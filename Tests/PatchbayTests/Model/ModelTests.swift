import Foundation
import Patchbay
import TestSupport
import Testing

@Suite("The model describes the wiring of one environment")
struct ModelTests {
  private typealias Node = WiringModel.Node

  private func node(_ key: String, in model: WiringModel) throws -> WiringModel.Node {
    try #require(model.nodes.first { $0.service.key == key })
  }

  private func text(_ value: ConfigurationValue) -> String {
    switch value.content {
    case .null: "null"
    case .faulty: "required"
    case .scalar where value.isSecretText: "secret literal"
    case .scalar(let scalar): value.disclosure == .external ? "external" : "`\(scalar.text)`"
    case .unknown(let text):
      value.isSecretText
        ? "secret \(text.pieces.map(self.text).joined(separator: " "))"
        : text.pieces.map(self.text).joined(separator: "|")
    case .list(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .map(let entries):
      "{\(entries.map { "\($0.key): \(text($0.value))" }.joined(separator: ", "))}"
    case .service(let use):
      switch use.target {
      case .reference(let key): "reference \(key.text)"
      case .optional(let key): "optional \(key.text)"
      case .tagged(let tag, let key): "tagged \(tag.text)\(key.map { " by \($0.text)" } ?? "")"
      case .inner: "inner"
      case .inline(let definition): "inline \(definition.key)"
      }
    }
  }

  private func text(_ piece: UnknownText.Piece) -> String {
    switch piece {
    case .text(let text): return text
    case .source(let source):
      var text = source.description
      if case .registered = source.kind {
        text += " at \(source.shownPath.map(self.text).joined(separator: "|"))"
      }
      return text + (source.fallback.map { " or \(self.text($0))" } ?? "")
    }
  }

  private func arguments(_ key: String, in model: WiringModel) throws -> [String] {
    try node(key, in: model).definition.arguments.map { "\($0.name): \(text($0.value))" }
  }

  @Test("values by what they consist of, without the texts of secrets")
  func values() throws {
    let model = try ModelSample.model()
    #expect(
      try arguments("pool", in: model) == [
        "url: secret $(env:DB_HOST)",
        "size: $(env:SIZE) or `4`",
        "password: secret $(env:DB_PASSWORD) or secret literal",
      ])
    #expect(
      try arguments("store", in: model) == [
        "pool: reference pool", "folder: $(path:data)|/links", "motto: $(file:motto.txt)",
      ])
    #expect(
      try arguments("audit", in: model) == [
        "pool: reference pool", "folder: $(path:logs)", "motto: $(file:parts/words.txt)",
      ])
    #expect(
      try arguments("server", in: model) == [
        "parts: tagged part",
        "named: {first: reference store, second: reference store}",
        "session: reference sessions", "spare: optional missing",
        "helper: inline server.helper",
        "token: secret $(file:/run/secrets/token)", "key: $(vault:…) at keys/server",
      ])
    #expect(
      model.parameters.map { "\($0.name): \($0.value.map { text($0) } ?? "not set")" } == [
        "mail: {from: `no-reply@example.com`}", "hosts: [`a.example.com`, `b.example.com`]",
        "data: $(path:data)", "empty: null",
        "options: {zone: `eu`, password: secret literal, size: $(env:SIZE) or `4`}",
        "needless: not set", "site: `https://[secret]@example.com/x`",
        "api: {token: secret literal}",
      ])
  }

  @Test("services in the order of their definitions, then the disabled entries")
  func services() throws {
    let model = try ModelSample.model(modules: [ModelSample.Clock()])
    #expect(
      model.nodes.map { $0.isEnabled ? $0.service.key : "(\($0.service.key))" } == [
        "audit", "pool", "store", "store.cache", "session", "server", "server.helper", "sessions",
        "flagged", "clock", "(mailer)", "(mailer.helper)",
      ])
    let store = try node("store", in: model)
    #expect(store.decorators == ["store.cache"])
    #expect(store.contracts.map(\.description) == ["Cache", "any SamplePart"])
    #expect(store.service.aliases == ["link"])
    #expect(store.service.isEager && store.definition.timeouts.start == .milliseconds(1500))
    #expect(store.definition.tags.map { "\($0.name.text) \($0.priority)" } == ["part 2"])
    #expect(
      store.definition.tags[0].attributes.map { text($0.value) } == ["of |$(env:ZONE) or `eu`"])
    #expect(try node("store.cache", in: model).contracts.isEmpty)
    #expect(try node("session", in: model).contracts.map(\.description) == ["Session"])
    let mailer = try node("mailer", in: model)
    #expect(!mailer.isEnabled && mailer.contracts.isEmpty && mailer.service.tags == ["part"])
    #expect(model.tags.map { "\($0.name): \($0.members)" } == [#"part: ["store", "audit"]"#])
    let clock = try node("clock", in: model)
    #expect(clock.ownFactory?.location.description == "App/Clock.swift:2")
    #expect(
      model.catalog.map(\.name) == ["Cache", "Mailer", "Pool", "Server", "Session", "Store"])
    #expect(model.variables.map(\.name) == ["DB_HOST", "DB_PASSWORD", "FLAG", "SIZE", "ZONE"])
    #expect(model.variables.map(\.isSecret) == [false, true, false, false, false])
    #expect(model.files.map(\.path) == ["/run/secrets/token"])
    #expect(model.assumed == ["$(env:FLAG)"])
  }

  @Test("dependencies with their parameters, and none of a disabled entry")
  func edges() throws {
    let edges = try ModelSample.model().graph.edges
    #expect(
      edges.map(\.description) == [
        "audit: pool → pool", "store: pool → pool", "store.cache: inner → store",
        "session: pool (autowired) → pool", "server: parts (tagged part) → store.cache",
        "server: parts (tagged part) → audit", "server: named → store.cache",
        "server: named → store.cache", "server: session (deferred) → sessions",
        "server: helper → server.helper", "server.helper: pool → pool", "sessions: pool → pool",
        "flagged: pool → pool",
      ])
  }

  @Test("the place and the layer of each field and argument, and what it overrode")
  func provenance() throws {
    let model = try ModelSample.model(environment: "test")
    let pool = try node("pool", in: model)
    let size = try #require(pool.definition.arguments.first { $0.name == "size" }).value.provenance
    #expect(model.layers == ["parts/audit.yaml", "services.yaml", "services.yaml#test"])
    #expect(model.layers[size.winner.layer] == "services.yaml#test")
    #expect(size.overridden.map { model.layers[$0.layer] } == ["services.yaml"])
    let store = try node("store", in: model)
    #expect(
      store.definition.fieldOrigins.map(\.name) == [
        "type", "arguments", "timeouts", "eager", "tags",
      ])
    let eager = try #require(
      store.definition.fieldOrigins.first { $0.name == "eager" }?.provenance.place.span)
    #expect(String(decoding: eager.file.bytes[eager.range], as: UTF8.self) == "true")
  }

  @Test("the places of defaults and aliases")
  func defaults() throws {
    let model = try ModelSample.model([
      ("roots:", "defaults: { scope: transient, autowire: true }\nroots:")
    ])
    let pool = try node("pool", in: model)
    #expect(pool.service.scope == "transient" && pool.definition.autowire)
    #expect(pool.definition.fieldOrigins.suffix(2).map(\.name) == ["scope", "autowire"])
    #expect(
      pool.definition.fieldOrigins.suffix(2).allSatisfy {
        $0.provenance.place.span?.start.line == 2
      })
    #expect(
      model.aliases.map { "\($0.key): \($0.target.text)" } == [
        "link: store", "broken-link: server",
      ])
    #expect(model.aliases.map(\.deprecated?.text) == ["use store", nil])
  }

  @Test("values of variables decide flags, and are not part of it")
  func variables() throws {
    let plain = try ModelSample.model()
    let others = ["DB_HOST": "hunter29", "SIZE": "no number", "DB_PASSWORD": "hunter29"]
    #expect(try ModelSample.model(variables: others).json == plain.json)
    let on = try ModelSample.model(variables: ["FLAG": "true"])
    #expect(on.hash == plain.hash && on.assumed.isEmpty)
    let off = try ModelSample.model(variables: ["FLAG": "false"])
    #expect(try !node("flagged", in: off).isEnabled)
    #expect(off.hash != plain.hash)
  }

  @Test("there is none where there is an error")
  func errors() throws {
    #expect(throws: DiagnosticsError.self) {
      _ = try ModelSample.model([("type: Cache", "type: Cash")])
    }
    let configuration = try ServiceConfiguration(.inline("services: { a: { type: B } }"))
    var collector = DiagnosticCollector()
    #expect(configuration.model(catalog: ModelSample.catalog, into: &collector) == nil)
    #expect(collector.hasErrors)
  }

  @Test("a check that is not asked for a model makes none")
  func onDemand() throws {
    var collector = DiagnosticCollector()
    let configuration = try ServiceConfiguration(.inline("services: {}"))
    let findings = configuration.check(
      environment: nil, variables: .unknown, catalog: ModelSample.catalog, into: &collector)
    #expect(findings.model == nil)
  }

  /// A type that reads texts by rules of its own sees the same text as in a plan.
  private struct Absolute: ConfigurationDecodable, Sendable {
    static var configurationExpectation: String { "an absolute path" }
    init?(configurationText text: String) { if !text.hasPrefix("/") { return nil } }
  }

  @Test("paths and files are read as in a plan, and checked")
  func knownParts() throws {
    struct Reader: Sendable {}
    let catalog = FactoryCatalog("readers") {
      Factory("Reader", .value("path"), .value("count"), .value("wait", default: .zero)) {
        (path: Absolute, count: [Int], wait: Duration) in Reader()
      }
    }
    func model(_ count: String) throws -> WiringModel {
      let folder = try TemporaryFolder([
        "services.yaml": """
        services:
          a:
            type: Reader
            description: in $(path:here)
            arguments: { path: "$(path:here)/$(env:X:-y)", count: [$(file:count.txt)] }
            timeouts: { start: "$(file:count.txt)s" }
          b: { type: Reader, arguments: { path: $(path:.), count: [], wait: "$(file:count.txt)s" } }
        """, "count.txt": count,
      ])
      return try ModelSample.model(in: folder.path, catalog: catalog)
    }
    let found = try model("4")
    #expect(
      try arguments("a", in: found) == [
        "path: $(path:here)|/|$(env:X) or `y`", "count: [$(file:count.txt)]",
      ])
    #expect(try arguments("b", in: found)[2] == "wait: $(file:count.txt)|s")
    #expect(try node("a", in: found).definition.timeouts.start == .seconds(4))
    #expect(throws: DiagnosticsError.self) { _ = try model("four") }
  }
}
