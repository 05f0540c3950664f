import Patchbay
import PatchbayMacros
import Testing

@Suite("A factory declared by a macro")
struct ProvidedTests {
  private let catalog = FactoryCatalog("macros") {
    Mailer.self
    Reminder.self
    Greeting.self
    #factory(
      "Letter", Letter.init(text:copies:), as: (any Message).self, arguments: "text",
      defaults: ["copies": 2])
  }

  /// The same, as a person would write it.
  private let plain = FactoryCatalog("macros") {
    Factory(
      "Mailer", .value("host"), .value("port", default: 587), .value("names", default: []),
      .value("limits"), .services("sinks"), .services("byName"), .optional("audit"),
      .lazy("later"), .provider("again"), .resolver, .readiness, .value("delay", default: nil),
      .service("clock", default: SystemClock()), .optional("fallback", default: nil),
      .services("more", default: []),
      make: Mailer.init(
        host:port:names:limits:sinks:byName:audit:later:again:resolver:probe:delay:clock:fallback:
        more:)
    )
    .provides((any Message).self) { $0 }
    .summary("Sends mail through one SMTP server.")
    Factory("Reminder", .value("text"), .value("days", default: 7), make: Reminder.init)
    Factory("Greeting", .argument("name"), .value("word"), make: Greeting.init(name:word:))
    Factory(
      "Letter", .argument("text"), .value("copies", default: 2), make: Letter.init(text:copies:)
    )
    .provides((any Message).self) { $0 }
  }

  @Test("has the signature of a plain one")
  func signatures() {
    #expect(catalog.factories.map(\.signature) == plain.factories.map(\.signature))
    #expect(catalog.factories.map(\.summary) == plain.factories.map(\.summary))
    #expect(catalog.factories.map(\.contracts) == plain.factories.map(\.contracts))
  }

  @Test("is placed at the line of the initializer")
  func place() throws {
    let mailer = try #require(catalog.factories.first { $0.name == "Mailer" })
    #expect("\(mailer.location)" == "PatchbayMacrosTests/ProvidedTests.swift:\(Mailer.line)")
  }

  @Test("builds what the configuration says", arguments: [true, false])
  func builds(byMacro: Bool) throws {
    let configuration = try ServiceConfiguration(
      .inline(
        """
        services:
          mailer:
            type: Mailer
            arguments:
              host: smtp
              limits: { size: 5 }
              sinks: [!ref reminder]
              byName: { one: !ref reminder }
              later: !ref reminder
              again: !ref reminder
          reminder: { type: Reminder, arguments: { text: call } }
          greeting: { type: Greeting, arguments: { word: Hello } }
          letter: { type: Letter }
        """))
    let container = Container(try configuration.plan(catalog: byMacro ? catalog : plain))
    let mailer = try container.resolve(ServiceKey<Mailer>("mailer"))
    #expect(
      mailer.text
        == "smtp 587 [] 5 [\"call\"] [\"one\"] nil call call true notStarted nil system nil []")
    #expect(
      try container.resolve(ServiceKey<Greeting>("greeting"), arguments: "Ada").text == "Hello Ada")
    let letter = try container.resolve(ServiceKey<any Message>("letter"), arguments: "dear")
    #expect(letter.text == "dear 2")
  }

  @Test("reports mistakes like a plain one", arguments: [true, false])
  func mistakes(byMacro: Bool) throws {
    let configuration = try ServiceConfiguration(
      .inline(
        """
        services:
          reminder: { type: Reminder, arguments: { text: [1], dyas: 5 } }
        """))
    let error = #expect(throws: DiagnosticsError.self) {
      try configuration.plan(catalog: byMacro ? catalog : plain)
    }
    #expect(error?.diagnostics.map(\.code) == [.argumentType, .unknownArgument])
  }
}

private protocol Message: Sendable { var text: String { get } }
private protocol Clock: Sendable { var name: String { get } }
private struct SystemClock: Clock { let name = "system" }
private struct Limits: Decodable, Sendable { let size: Int }

/// Sends mail through one SMTP server. It keeps no connection.
@Provided(as: (any Message).self)
private struct Mailer: Message {
  static let line = #line + 2
  let text: String
  init(
    host: String, port: Int = 587, names: [String] = [], limits: Limits, sinks: [Reminder],
    byName: [String: Reminder], audit: Reminder?, later: Lazy<Reminder>,
    again: Provider<Reminder>, resolver: Resolver, probe: ReadinessProbe, delay: Duration? = nil,
    clock: any Clock = SystemClock(), fallback: Reminder? = nil, more: [Reminder] = []
  ) throws {
    text = """
      \(host) \(port) \(names) \(limits.size) \(sinks.map(\.text)) \(byName.keys.sorted()) \
      \(audit?.text ?? "nil") \(try later.value.text) \(try again().text) \
      \(try resolver.resolve(ServiceKey<Reminder>("reminder")).text == "call") \
      \(probe.current.phase) \(delay?.description ?? "nil") \(clock.name) \(fallback?.text ?? "nil") \(more.map(\.text))
      """
  }
}

@Provided
private struct Reminder: Sendable {
  let text: String
  var days = 7
}

@Provided(arguments: "name")
private struct Greeting: Sendable {
  let text: String
  init(text: String) { self.text = text }
  @ProvidedInitializer init(name: String, word: String) { text = "\(word) \(name)" }
}

private struct Letter: Message {
  let text: String
  init(text: String, copies: Int) { self.text = "\(text) \(copies)" }
}
