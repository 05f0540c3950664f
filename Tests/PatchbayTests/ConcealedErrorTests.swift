import Foundation
import Patchbay
import TestSupport
import Testing

@Suite("The error of a factory or hook is shown without what is secret")
struct ConcealedErrorTests {
  /// An error whose description is a text as it is.
  struct Verbatim: Error, CustomStringConvertible { let description: String }
  /// An error that Swift describes, with its text as a literal.
  struct Described: Error { let reason: String }
  /// An error that quotes the description of another one.
  struct Wrapped: Error { let cause: String }

  private static func catalog(_ error: any Error) -> FactoryCatalog {
    FactoryCatalog("gates") {
      Factory(
        "Gate", .value("text", default: ""), .value("password", default: ""),
        .value("url", default: ""), .value("credentials", default: [String]()),
        .value("options", default: [String: String]())
      ) { (_: String, _: String, _: String, _: [String], _: [String: String]) throws -> Int in
        throw error
      }
      Factory("Starting", .value("text")) { (text: String) in text }
        .property("note", value: String.self) { $0 += $1 }
        .onStart { _ in throw error }
      Factory("Stopping", .value("text")) { (text: String) in text }
        .onStop { _ in throw error }
      Factory("Reader", .resolver) { (_: Resolver) throws -> Int in throw error }
    }
  }

  /// How the message of the failure shows an error.
  private static func shown(
    _ error: any Error, _ yaml: String, _ variables: [String: String] = [:]
  ) throws -> String {
    let configuration = try ServiceConfiguration(
      .bytes(Array(yaml.utf8), name: "Config/services.yaml"))
    let container = Container(try configuration.plan(variables: variables, for: catalog(error)))
    let failure = try #require(throws: DiagnosticsError.self) {
      try container.resolve("s", as: Int.self)
    }
    // The program that asks gets the error whole.
    #expect("\(try #require(failure.underlying))" == "\(error)")
    return try #require(failure.diagnostics.first).message
      .replacing("the factory of `s` failed: ", with: "")
  }

  private static func gate(_ arguments: String, _ parameters: String = "{}") -> String {
    "parameters: \(parameters)\nservices: { s: { type: Gate, arguments: { \(arguments) } } }\n"
  }

  private static func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(["text": text]), as: UTF8.self)
  }

  /// The characters that notations escape, one secret for each, and all of them.
  static let escaped = [
    "two\nlines", "with a \"quote\"", "it's", "back\\slash", "with\ta tab",
    "with \u{1B}[31m colour",
    "with \u{0} nothing", "\u{7F}\u{85}\u{202E}turned", "a/slash", "key \u{1F511} \u{E9}",
    "all\r\n\t\"of'\\them\\n\u{1B}/\u{7}\u{1F511}", "50%41 off", "back\u{8}form\u{C}feed",
  ]

  @Test("in whatever notation the error quotes it", arguments: escaped)
  func escapes(_ secret: String) throws {
    let yaml = Self.gate("text: !secret $(env:SECRET)")
    func shown(_ error: any Error) throws -> String {
      try Self.shown(error, yaml, ["SECRET": secret])
    }
    #expect(try shown(Verbatim(description: "<\(secret)>")) == "<[secret]>")
    #expect(try shown(Described(reason: secret)) == #"Described(reason: "[secret]")"#)
    #expect(
      try shown(Described(reason: "refused \(secret)!"))
        == #"Described(reason: "refused [secret]!")"#)
    #expect(
      try shown(Wrapped(cause: "\(Described(reason: secret))"))
        == #"Wrapped(cause: "Described(reason: \"[secret]\")")"#)
    #expect(
      try shown(Verbatim(description: try Self.json(secret))) == #"{"text":"[secret]"}"#)
    let ascii = secret.utf16.map { "\\u" + String(format: "%04x", $0) }.joined()
    #expect(try shown(Verbatim(description: "<\(ascii)>")) == "<[secret]>")
    let braced = secret.unicodeScalars.map { "\\u{" + String(format: "%08x", $0.value) + "}" }
    #expect(try shown(Verbatim(description: "<\(braced.joined())>")) == "<[secret]>")
    let hexadecimal = secret.unicodeScalars.map { scalar in
      scalar.value < 256 ? "\\x" + String(format: "%02X", scalar.value) : String(scalar)
    }
    #expect(try shown(Verbatim(description: "<\(hexadecimal.joined())>")) == "<[secret]>")
    let escape = secret.replacing("\\", with: "\\\\").replacing("\u{1B}", with: "\\e")
    #expect(try shown(Verbatim(description: "<\(escape)>")) == "<[secret]>")
    let percent = secret.utf8.map { String(format: "%%%02X", $0) }.joined()
    #expect(try shown(Verbatim(description: "<\(percent)>")) == "<[secret]>")
    #expect(try shown(Verbatim(description: "nothing of it")) == "nothing of it")
  }

  @Test(
    "but not where something only looks like an escape",
    arguments: [
      #"hunter\ud83d__dd11"#, #"hunter\ud83d\u0041"#, #"hunter\u{1F511"#, #"hunter\u{+1F511}"#,
      #"hunter\u{00001F511}"#, #"hunter\u{}"#, #"hunter\u{110000}"#, #"hunter\ud83d"#, #"hunter\"#,
      "hunter%1", "hunter%zz",
    ])
  func noEscapes(_ text: String) throws {
    let yaml = Self.gate("credentials: [!secret $(env:SECRET), !secret $(env:OTHER)]")
    let variables = ["SECRET": "hunter\u{1F511}", "OTHER": "hunter\u{1}"]
    #expect(try Self.shown(Verbatim(description: text), yaml, variables) == text)
  }

  @Test("without the white space around it, which programs trim, and not where it is nothing else")
  func trimmed() throws {
    let yaml = Self.gate("text: !secret $(env:SECRET)")
    let error = Verbatim(description: "not hunter2!")
    #expect(try Self.shown(error, yaml, ["SECRET": " \t hunter2\n"]) == "not [secret]!")
    for nothing in ["", " \n"] {
      #expect(try Self.shown(error, yaml, ["SECRET": nothing]) == "not hunter2!")
    }
    let block =
      "parameters:\n  key: !secret |\n    hunter2\nservices:\n"
      + "  s: { type: Gate, arguments: { text: $(key) } }\n"
    #expect(try Self.shown(Verbatim(description: "not hunter2!"), block) == "not [secret]!")
  }

  /// Where `hunter2` is written, and under which names.
  static let concealed: [(id: String, yaml: String)] = [
    ("marked", gate("text: !secret hunter2")),
    ("marked in a list", gate("credentials: [!secret hunter2]")),
    ("marked in a map", gate("options: { a: !secret hunter2 }")),
    ("a marked parameter inside a longer text", gate("url: a$(p)b", "{ p: !secret hunter2 }")),
    (
      "a marked parameter inside that of another",
      gate("url: a$(q)b", "{ p: !secret hunter2, q: $(p)/c }")
    ),
    ("a marked text around a variable", gate("url: !secret a$(env:VALUE)b")),
    ("an argument's name", gate("password: $(env:VALUE)")),
    ("an argument's name, with a literal", gate("password: hunter2")),
    ("an argument's name, with a default", gate("password: $(env:UNSET:-hunter2)")),
    ("an argument's name, with a parameter", gate("password: $(p)", "{ p: $(env:VALUE) }")),
    ("an argument's name, with a list", gate("credentials: [a, $(env:VALUE)]")),
    ("the name of an entry", gate("options: { api-key: $(env:VALUE) }")),
    ("a parameter's name", gate("text: $(db.password)", "{ db.password: $(env:VALUE) }")),
    (
      "a parameter's name, inside a longer text",
      gate("url: a$(db.password)b", "{ db: { password: $(env:VALUE) } }")
    ),
    ("a variable's name", gate("text: $(env:API_TOKEN)")),
    ("a variable's name, inside a longer text", gate("url: 'a$(env:API_TOKEN)b'")),
    (
      "a parameter that only the program reads",
      "parameters: { p: !secret hunter2 }\nservices: { s: { type: Reader } }\n"
    ),
  ]

  @Test("where the configuration marks it or its name says so", arguments: concealed.map(\.id))
  func names(_ id: String) throws {
    let yaml = try #require(Self.concealed.first { $0.id == id }?.yaml)
    let variables = ["VALUE": "hunter2", "API_TOKEN": "hunter2"]
    if id == "a parameter that only the program reads" { return try read(yaml) }
    #expect(try Self.shown(Verbatim(description: "no hunter2!"), yaml, variables) == "no [secret]!")
  }

  /// Also where the program asks for a parameter after the plan was made.
  private func read(_ yaml: String) throws {
    let error = Verbatim(description: "no hunter2!")
    let container = try Container(
      loading: .bytes(Array(yaml.utf8), name: "s.yaml"), variables: [:],
      catalog: Self.catalog(error))
    #expect(container.parameters["p"] == .text("hunter2"))
    let failure = try #require(throws: DiagnosticsError.self) {
      try container.resolve("s", as: Int.self)
    }
    #expect(failure.diagnostics.first?.message == "the factory of `s` failed: no [secret]!")
  }

  @Test("and with every other text of its arguments, so that it can be understood")
  func otherTexts() throws {
    let yaml = Self.gate(
      "text: $(env:NAME), options: { requirePassword: true, user: ada, tokens: many }")
    let error = Verbatim(description: "no user ada with host db.example.com: true or many")
    #expect(try Self.shown(error, yaml, ["NAME": "db.example.com"]) == "\(error)")
  }

  @Test("with a secret of fewer than four characters hidden only where it stands alone")
  func short() throws {
    for secret in ["a", "abc", "\u{E9}\u{E9}\u{E9}"] {
      let yaml = Self.gate("text: !secret $(env:SECRET)")
      func shown(_ error: any Error) throws -> String {
        try Self.shown(error, yaml, ["SECRET": secret])
      }
      let text = "the \(secret)cat, \(secret) and ba\(secret)"
      #expect(try shown(Verbatim(description: text)) == text)
      #expect(try shown(Verbatim(description: secret)) == "[secret]")
      #expect(try shown(Described(reason: secret)) == #"Described(reason: "[secret]")"#)
      #expect(
        try shown(Wrapped(cause: "\(Described(reason: secret))"))
          == #"Wrapped(cause: "Described(reason: \"[secret]\")")"#)
      for quote in ["'", "`", "\""] {
        #expect(
          try shown(Verbatim(description: "\(quote)\(secret)\(quote) is"))
            == "\(quote)[secret]\(quote) is")
        #expect(
          try shown(Verbatim(description: "\(quote)x\(secret)\(quote)"))
            == "\(quote)x\(secret)\(quote)")
        let other = quote == "'" ? "\"" : "'"
        for text in ["\(quote)\(secret)\(other)", "x\(secret)\(quote)", "\(secret)\(quote)"] {
          #expect(try shown(Verbatim(description: text)) == text)
        }
      }
    }
    #expect(
      try Self.shown(Verbatim(description: "the abcdef"), Self.gate("text: !secret abcd"))
        == "the [secret]ef")
  }

  @Test("with secrets that overlap or hold each other hidden as one")
  func overlaps() throws {
    let yaml = Self.gate(
      "credentials: [!secret abcdef, !secret cdef, !secret defgh, !secret '[secret]']")
    #expect(try Self.shown(Verbatim(description: "1abcdefgh2"), yaml) == "1[secret]2")
    #expect(try Self.shown(Verbatim(description: "1cdef2abcdef"), yaml) == "1[secret]2[secret]")
    #expect(try Self.shown(Verbatim(description: "abcde"), yaml) == "abcde")
    let itself = Self.gate("text: !secret abab")
    #expect(try Self.shown(Verbatim(description: "1ababab2"), itself) == "1[secret]2")
    let nested = Self.gate("credentials: [!secret abcdef, !secret bcde]")
    #expect(try Self.shown(Verbatim(description: "1abcdef2"), nested) == "1[secret]2")
  }

  @Test(
    "without the user-info part of any URL",
    arguments: [
      ("postgres://app:hunter2@db/app", "postgres://[secret]@db/app"),
      ("no `postgres://app:p@ss@db:5432`", "no `postgres://[secret]@db:5432`"),
      ("https://hunter2@example.com", "https://[secret]@example.com"),
      ("postgres://app:pa/ss?w#rd@db/app: wrong", "postgres://[secret]@db/app: wrong"),
      ("a+b-c.1://u:p@h and ssh://u:p@g/", "a+b-c.1://[secret]@h and ssh://[secret]@g/"),
      ("HTTPS://u:p@h x+://u:p@h", "HTTPS://[secret]@h x+://[secret]@h"),
      ("postgres://app:pa/s@s@db", "postgres://[secret]@db"),
      ("postgres://app:pa:80/ss@db", "postgres://[secret]@db"),
      (#"{"url":"amqp:\/\/app:hunter2@mq"}"#, #"{"url":"amqp:\/\/[secret]@mq"}"#),
      (
        #"Described(reason: "redis://:hunter2@r\"")"#, #"Described(reason: "redis://[secret]@r\"")"#
      ),
      ("http://localhost:8080/a@b", "http://localhost:8080/a@b"),
      ("http://[::1]:80/a@b", "http://[::1]:80/a@b"), ("http://[::1]/a@b", "http://[::1]/a@b"),
      ("http://h?to=a@b http://h#a@b", "http://h?to=a@b http://h#a@b"),
      ("http://h a@b http://h\u{7F}a@b", "http://h a@b http://h\u{7F}a@b"),
      (#"["http://h","a@b"] <http://h>a@b"#, #"["http://h","a@b"] <http://h>a@b"#),
      ("https://example.com/@ada?to=ada@b.example", "https://example.com/@ada?to=ada@b.example"),
      ("mail ada@example.com: no", "mail ada@example.com: no"),
      ("http://@h", "http://@h"), ("http://@h/@x", "http://@h/@x"), ("no ://a:b@c", "no ://a:b@c"),
      ("http://", "http://"),
    ])
  func userInfo(_ error: String, _ expected: String) throws {
    #expect(try Self.shown(Verbatim(description: error), Self.gate("text: x")) == expected)
  }

  @Test(
    "at a cost that grows as the text does", arguments: ["a://b:c/", "a://b@c/", #"\u{"#, "%4"])
  func cost(_ part: String) throws {
    let growth = try growthOfCost(from: 2_000, to: 20_000) { size in
      let text = String(repeating: part, count: size)
      _ = try Self.shown(Verbatim(description: text), Self.gate("text: !secret hunter2"))
    }
    #expect(growth < 30)
  }

  @Test("of a hook, too")
  func hooks() async throws {
    let error = Verbatim(description: "no hunter2 at db://a:b@c!")
    func container(_ type: String) throws -> Container {
      try Container(
        loading: .bytes(
          Array("services: { s: { type: \(type), arguments: { text: !secret hunter2 } } }".utf8),
          name: "s.yaml"),
        variables: [:], catalog: Self.catalog(error))
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
      variables: [:], catalog: Self.catalog(error))
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
    let plan = try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "s.yaml"))
      .plan(
        variables: ["VALUE": "hunter2"], for: Self.catalog(Verbatim(description: "no hunter2!"))
      ) { definitions }
    let failure = try #require(throws: DiagnosticsError.self) {
      try Container(plan).resolve("s", as: Int.self)
    }
    #expect(failure.diagnostics.first?.message == "the factory of `s` failed: no [secret]!")
  }

  @Test("of a parameter under a name that the program hands in, without a warning")
  func handedIn() throws {
    let yaml = "services: { s: { type: Gate, arguments: { text: <$(db.password)> } } }"
    let plan = try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "s.yaml"))
      .plan(
        parameters: ["db": ["password": "hunter2"]],
        for: Self.catalog(Verbatim(description: "no hunter2!")))
    #expect(plan.warnings.isEmpty)
    let failure = try #require(throws: DiagnosticsError.self) {
      try Container(plan).resolve("s", as: Int.self)
    }
    #expect(failure.diagnostics.first?.message == "the factory of `s` failed: no [secret]!")
  }

  @Test("where a list takes the place of a secret")
  func replaced() throws {
    let yaml = """
      services: { s: { type: Gate, arguments: { credentials: $(c) } } }
      parameters: { c: !secret other }
      environments: { e: { parameters: { c: !replace [hunter2] } } }
      """
    let plan = try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "s.yaml"))
      .plan(environment: "e", for: Self.catalog(Verbatim(description: "no hunter2!")))
    let failure = try #require(throws: DiagnosticsError.self) {
      try Container(plan).resolve("s", as: Int.self)
    }
    #expect(failure.diagnostics.first?.message == "the factory of `s` failed: no [secret]!")
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
        .bytes(Array(Self.gate("password: \(value)").utf8), name: "s.yaml"))
      let plan = try configuration.plan(for: Self.catalog(Verbatim(description: "no")))
      let failure = try #require(throws: DiagnosticsError.self) {
        try Container(plan).resolve("s", as: Int.self)
      }
      #expect(TerminalRenderer().render(failure.diagnostics).contains("password: [secret] } }"))
      #expect(!TerminalRenderer().render(failure.diagnostics).contains("hunter2"))
    }
  }
}
