import Patchbay
import TestSupport
import Testing

/// A type with rules of its own.
private struct RetryPolicy: Decodable, Sendable {
  let attempts: Int
  let pause: String
}

/// A type that reads one text by rules of its own, and must not see one that no one wrote.
private struct Port: ConfigurationDecodable, Sendable {
  static let seen = Journal()
  static var configurationExpectation: String { "a port" }

  init?(configurationText text: String) {
    Self.seen.note(text)
    guard let number = Int(text), number < 65_536 else { return nil }
  }
}

extension FactoryCatalog {
  fileprivate static let requiring = FactoryCatalog("requiring") {
    Factory(
      "Server", .value("port"), .value("host", default: "localhost"),
      .value("password", default: ""), .value("debug", default: false)
    ) { (port: Int, host: String, password: String, debug: Bool) in Read() }
    .onStart { _ in }
    Factory("Client", .value("retry")) { (retry: RetryPolicy) in Read() }
    Factory("Listener", .value("port")) { (port: Port) in Read() }
    Factory("Loud", .value("loudness")) { (loudness: Loudness) in Read() }
  }
}

@Suite("A check without variables says what has to be set")
struct RequirementTests {
  /// The requirements as lines, and what was reported.
  private func lines(_ yaml: String, settings: LoadSettings = LoadSettings()) throws -> [String] {
    var collector = DiagnosticCollector()
    let configuration = try ServiceConfiguration(
      .bytes(Array(yaml.utf8), name: "services.yaml"), settings: settings)
    let definitions = configuration.definitions(variables: .unknown, into: &collector)
    let findings = Plan.findings(
      in: definitions, catalog: .requiring, into: &collector)
    let variables = findings.requirements.variables.map { variable in
      let readers = variable.readers.map {
        "\($0.type)\($0.pattern.map { " in \($0)" } ?? "") for \($0.subject)"
      }
      let fallback = variable.fallback.map { ", or \($0)" } ?? ""
      return "\(variable.name)\(variable.isSecret ? ", secret" : "")\(fallback): "
        + readers.joined(separator: "; ")
    }
    let files = findings.requirements.files.map { "file \($0.path) for \($0.subject)" }
    return variables + files + findings.unchecked.map { "unchecked \($0.summary)" }
      + collector.diagnostics.sortedByPlace().map { "\($0.code) \($0.message)" }
  }

  @Test("variables with their types, defaults and secrets")
  func variables() throws {
    let found = try lines(
      """
      parameters: { port: $(env:PORT) }
      services:
        server:
          type: Server
          arguments:
            port: $(port)
            host: http://$(env:HOST:-localhost):$(port)/
            password: !secret $(env:WORD:-hunter2)
            debug: $(env:DEBUG:-false)
          timeouts: { start: $(env:PATIENCE:-30)s }
          eager: $(env:EAGER:-true)
        loud: { type: Loud, arguments: { loudness: $(env:LOUD) } }
      """)
    #expect(
      found == [
        "DEBUG, or text(\"false\"): Bool for the argument `debug` of `server`",
        "EAGER, or text(\"true\"): Bool for `eager` of `server`",
        "HOST, or text(\"localhost\"): "
          + "String in http://$(env:HOST):$(env:PORT)/ for the argument `host` of `server`",
        "LOUD: Loudness for the argument `loudness` of `loud`",
        "PATIENCE, or text(\"30\"): "
          + "Duration in $(env:PATIENCE)s for the timeout `start` of `server`",
        "PORT: Int for the argument `port` of `server`; "
          + "String in http://$(env:HOST):$(env:PORT)/ for the argument `host` of `server`",
        "WORD, secret, or hidden: String for the argument `password` of `server`",
      ])
  }

  @Test("a default of the wrong type, wherever it comes from")
  func defaults() throws {
    let found = try lines(
      """
      parameters: { other: eighty }
      services:
        a: { type: Server, arguments: { port: $(env:A:-$(env:B:-http)) } }
        b: { type: Server, arguments: { port: "$(env:C:-$(other))" } }
        c: { type: Server, arguments: { port: 1 }, eager: $(env:D:-yes) }
        d: { type: Loud, arguments: { loudness: $(env:E:-hihg) } }
      """
    ).filter { $0.hasPrefix("argument-type") || $0.hasPrefix("wrong") }
    #expect(
      found == [
        "argument-type the default of the argument `port` of `b` must be a whole number, found the text `eighty`",
        "argument-type the default of the argument `port` of `a` must be a whole number, found the text `http`",
        "wrong-node-kind `eager` of `c` must be `true` or `false`, found the text `yes`",
        "argument-type the default of the argument `loudness` of `d` must be one of `low`, `high`, or `off`, found the text `hihg`",
      ])
  }

  @Test("values that only a type of the program can check, once with all defaults")
  func unchecked() throws {
    let found = try lines(
      """
      services:
        a: { type: Client, arguments: { retry: { attempts: $(env:RETRIES), pause: 1s } } }
        b: { type: Client, arguments: { retry: { attempts: $(env:TRIES:-many), pause: 1s } } }
      """)
    #expect(
      found.suffix(3) == [
        "unchecked RetryPolicy reads RETRIES itself", "unchecked RetryPolicy reads TRIES itself",
        "argument-type a part of the argument `retry` of `b` must be a whole number, found the text `many`",
      ])
  }

  @Test("and shows no type a text that no one wrote")
  func opaque() throws {
    _ = try lines(
      """
      services:
        a: { type: Listener, arguments: { port: $(env:PORT:-80) } }
        b: { type: Server, arguments: { port: 1, debug: $(env:FLAG) } }
        c: { type: Listener, arguments: { port: "1$(env:FLAG)" } }
      """)
    #expect(Port.seen.entries == ["80"])
  }

  @Test("files outside the configuration's folder, and no text of the program's sources")
  func sources() throws {
    let folder = try TemporaryFolder()
    let asked = Journal()
    let settings = LoadSettings(
      readableDirectories: ["/run/secrets-of-a-test"],
      interpolationSources: [
        "vault": ClosureInterpolationSource { path in
          asked.note(path)
          return nil
        }
      ])
    _ = folder
    let found = try lines(
      """
      services:
        a: { type: Server, arguments: { port: 1, host: "$(vault:host)", password: !secret "$(file:/run/secrets-of-a-test/word)" } }
        b: { type: Server, arguments: { port: 1, host: "$(file:/elsewhere/x)" } }
        c: { type: Server, arguments: { port: 1, host: "$(file:$(env:FOLDER)/x)" } }
      """, settings: settings)
    #expect(
      found == [
        "FOLDER: String in $(env:FOLDER)/x for the argument `host` of `c`",
        "file /run/secrets-of-a-test/word for the argument `password` of `a`",
        "import-outside-root `/elsewhere/x` cannot be read: it lies outside the folders that may be read",
      ])
    #expect(asked.entries.isEmpty)
  }

  @Test("files by their paths from the folder of the root, whichever file names them")
  func files() throws {
    let folder = try TemporaryFolder([
      "app/services.yaml": """
      imports: [parts/more.yaml]
      services: { a: { type: Server, arguments: { port: 1, host: $(file:../outside/./word) } } }
      """,
      "app/parts/more.yaml": """
      parameters: { folder: ../../outside }
      services:
        b: { type: Server, arguments: { port: 1, password: !secret "$(file:$(folder)/other)" } }
      """,
      "outside/word": "text",
    ])
    var collector = DiagnosticCollector()
    let configuration = try ServiceConfiguration(
      ConfigurationSource(path: folder.file("app/services.yaml")),
      settings: LoadSettings(readableDirectories: [folder.file("outside")]))
    let findings = configuration.check(environment: nil, catalog: .requiring, into: &collector)
    #expect(findings.requirements.files.map(\.path) == ["../outside/other", "../outside/word"])
    #expect(collector.errors.isEmpty)
  }

  @Test("no text of a variable where another shape is needed, and those of tags")
  func shapes() throws {
    let found = try lines(
      """
      services:
        a: { type: Server, arguments: { port: [$(env:PORT)] }, tags: { route: { path: $(env:ROUTE) } } }
      """)
    #expect(
      found == [
        "ROUTE: String for the tag `route.path` of `a`",
        "argument-type the argument `port` of `a` must be a whole number, found a list",
      ])
  }

  @Test("a variable of a default agrees with others only where the default is read")
  func conditions() throws {
    let found = try lines(
      """
      services:
        a: { type: Server, arguments: { port: $(env:PORT:-$(env:ALT)), debug: $(env:ALT) } }
      """)
    #expect(!found.contains { $0.hasPrefix("variable-conflict") })
  }

  @Test("a default of a variable with the name of a credential is a secret")
  func credentials() throws {
    let found = try lines(
      """
      services:
        a: { type: Server, arguments: { port: $(env:API_TOKEN:-hunter2) } }
        b: { type: Server, arguments: { port: 1, host: $(env:DB_PASSWORD:-hunter2$(env:END)) } }
      """)
    #expect(!found.joined().contains("hunter2") && found.count == 4)
  }

  @Test("and ends soon, however defaults and parameters multiply")
  func hostile() throws {
    let doubling = (1...60).map { "  p\($0): \"$(env:A:-$(p\($0 - 1))$(p\($0 - 1)))\"" }
    let found = try lines(
      (["parameters:", "  p0: $(env:A:-x)"] + doubling + ["services:"]
        + ["  a: { type: Server, arguments: { port: 1, host: $(p60) } }"]).joined(separator: "\n"))
    #expect(found.contains { $0.hasPrefix("limit-exceeded") })
    let deep = (1...5_000).map { "  p\($0): $(env:A:-$(p\($0 - 1)))" }
    let nested = try lines(
      (["parameters:", "  p0: $(env:A:-x)"] + deep + ["services:"]
        + ["  a: { type: Server, arguments: { port: 1, host: $(p5000) } }"])
        .joined(separator: "\n"))
    #expect(nested.contains { $0.hasPrefix("limit-exceeded the defaults in ") })
    let many = String(repeating: "$(env:A:-$(env:B:-$(env:C)))", count: 200)
    let listed = try lines(
      "services: { a: { type: Server, arguments: { port: 1, host: \"\(many)\" } } }")
    #expect(listed.count == 3)
  }
}
