import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// Each container is asked several times: the first request takes the slow path.
@Suite("A service parameter with a default is an argument that Swift would default")
struct ServiceDefaultTests {
  /// What a factory was given, declared as a program would without a container.
  struct Desk: Sendable {
    let clerk: any Greeter
    let friend: (any Greeter)?
    let voices: [any Greeter]
    let named: [String: any Greeter]

    init(
      clerk: any Greeter = Plain("a"), friend: (any Greeter)? = Plain("b"),
      voices: [any Greeter] = [Plain("c")], named: [String: any Greeter] = ["k": Plain("d")]
    ) {
      (self.clerk, self.friend, self.voices, self.named) = (clerk, friend, voices, named)
    }

    var words: String {
      let named = named.map { "\($0)=\($1.greeting)" }.sorted().joined(separator: ",")
      return "\(clerk.greeting) \(friend?.greeting ?? "nil") "
        + "[\(voices.map(\.greeting).joined(separator: ","))] [\(named)]"
    }
  }

  /// A default that counts how often it is evaluated.
  private static func plain(_ greeting: String, _ count: Counter) -> Plain {
    count.increment()
    return Plain(greeting)
  }

  private static func catalog(_ count: Counter) -> FactoryCatalog {
    FactoryCatalog("desks") {
      FactoryCatalog.greeters
      Factory(
        "Desk", .service("clerk", default: plain("a", count)),
        .optional("friend", default: plain("b", count)),
        .services("voices", default: [plain("c", count)]),
        .services("named", default: ["k": plain("d", count)]),
        make: Desk.init(clerk:friend:voices:named:))
      Factory("One", .service("clerk", as: (any Greeter).self, default: plain("a", count))) {
        Recorder($0)
      }
      Factory("Pair", .service("left"), .service("right")) { (left: Recorder, right: Recorder) in
        [left, right]
      }
      Factory(async: "Slow", .service("clerk", default: plain("a", count))) {
        (clerk: any Greeter) async in Recorder(clerk)
      }
    }
  }

  private static func container(_ yaml: String, _ count: Counter = Counter()) throws -> Container {
    Container(try ServiceConfiguration(.inline(yaml)).plan(catalog: catalog(count)))
  }

  private static func container(
    _ count: Counter = Counter(), _ build: (inout TestDefinitions) -> Void
  ) throws -> Container {
    Container(try definitions(build).plan(catalog(count)))
  }

  @Test(
    "which is evaluated where the configuration gives no service, once for each product",
    arguments: [
      ("{}", "a b [c] [k=d]", 4),
      ("{ clerk: null, friend: null }", "a b [c] [k=d]", 4),
      ("{ clerk: !optional missing, friend: !optional missing }", "a b [c] [k=d]", 4),
      ("{ clerk: !ref plain }", "hello b [c] [k=d]", 3),
      ("{ clerk: !optional plain, friend: !ref plain }", "hello hello [c] [k=d]", 2),
      ("{ clerk: !ref fresh, friend: !ref fresh }", "new new [c] [k=d]", 2),
      ("{ clerk: !inline { type: Plain } }", "hello b [c] [k=d]", 3),
      ("{ voices: !tagged none, named: !tagged none }", "a b [] []", 2),
      ("{ voices: [], named: {} }", "a b [] []", 2),
      ("{ voices: [!optional missing], named: { k: !optional missing } }", "a b [] []", 2),
      ("{ voices: !tagged voice, named: { p: !ref plain } }", "a b [hello] [p=hello]", 2),
      ("{ voices: [!ref fresh] }", "a b [new] [k=d]", 3),
    ], ["singleton", "transient"])
  func arguments(_ row: (arguments: String, words: String, count: Int), _ scope: String) throws {
    let count = Counter()
    let container = try Self.container(
      """
      services:
        plain: { type: Plain, tags: [voice] }
        fresh: { type: Plain, scope: transient, arguments: { greeting: new } }
        desk: { type: Desk, scope: \(scope), arguments: \(row.arguments) }
      """, count)
    #expect(count.value == 0, "neither the declaration nor the check evaluates it")
    for round in 1...4 {
      #expect(try container.resolve(Desk.self).words == row.words)
      #expect(count.value == row.count * (scope == "singleton" ? 1 : round))
    }
  }

  @Test("in definitions of a program, too")
  func program() throws {
    let count = Counter()
    let container = try Container(catalog: Self.catalog(count)) {
      Define("plain", "Plain")
      Define("left", "Desk").scope(.transient)
      Define("given", "Desk").scope(.transient).argument("clerk", .reference("plain"))
        .argument("friend", nil).argument("voices", [.reference("plain")])
      Define("without", "Desk").scope(.transient).argument("clerk", .optional("missing"))
    }
    for _ in 0..<3 {
      #expect(try container.resolve("left", as: Desk.self).words == "a b [c] [k=d]")
      #expect(try container.resolve("given", as: Desk.self).words == "hello b [hello] [k=d]")
      #expect(try container.resolve("without", as: Desk.self).words == "a b [c] [k=d]")
    }
    #expect(count.value == 3 * (4 + 2 + 4))
  }

  @Test("as a Swift initializer does without a container")
  func initializer() throws {
    let container = try Self.container { $0.define("desk", "Desk") }
    #expect(try container.resolve(Desk.self).words == Desk().words)
  }

  @Test("so that each transient has an object of its own, and a singleton keeps its one")
  func identity() throws {
    for (scope, expected) in [("transient", 4), ("singleton", 1)] {
      let container = try Self.container { $0.define("one", "One", scope: scope) }
      var seen: [any Greeter] = []
      for _ in 0..<4 { seen.append(try container.resolve(Recorder.self).inner) }
      #expect(Set(seen.map { ObjectIdentifier($0 as! Plain) }).count == expected)
    }
  }

  @Test("once for a product that one request shares")
  func sharedInARequest() throws {
    let count = Counter()
    let container = try Self.container(count) {
      $0.define("one", "One", scope: "graph")
      $0.define("pair", "Pair", ["left": .ref("one"), "right": .ref("one")], scope: "transient")
    }
    for round in 1...4 {
      let pair = try container.resolve([Recorder].self)
      #expect(pair[0].inner as! Plain === pair[1].inner as! Plain)
      #expect(count.value == round)
    }
  }

  @Test("on the fast path", .enabled(if: FastPath.isOn), arguments: [nil, "single", "fresh"])
  func fastPath(_ clerk: String?) throws {
    let container = try Self.container { definitions in
      definitions.define("single", "Plain")
      definitions.define("fresh", "Plain", scope: "transient")
      if let clerk {
        definitions.define("one", "One", ["clerk": .ref(clerk)], scope: "transient")
      } else {
        definitions.define("one", "One", scope: "transient")
      }
    }
    _ = try container.resolve(Recorder.self)
    let facet = container.types.facet(of: Recorder.self)
    #expect(container.content(of: facet, as: Recorder.self).isProducer)
  }

  @Test("in an asynchronous factory")
  func awaited() async throws {
    let count = Counter()
    let container = try Self.container(count) { $0.define("slow", "Slow", scope: "transient") }
    for round in 1...2 {
      #expect(try await container.resolve(awaiting: Recorder.self).inner.greeting == "a")
      #expect(count.value == round)
    }
  }

  @Test("after a service that autowiring finds")
  func autowiring() throws {
    let fitting = try Self.container {
      $0.define("plain", "Plain")
      $0.define("desk", "Desk", scope: "transient", autowire: true)
    }
    let none = try Self.container { $0.define("desk", "Desk", scope: "transient", autowire: true) }
    for _ in 0..<3 {
      #expect(try fitting.resolve(Desk.self).words == "hello hello [c] [k=d]")
      #expect(try none.resolve(Desk.self).words == "a b [c] [k=d]")
    }
    let tie = definitions {
      $0.define("first", "Plain")
      $0.define("second", "Plain")
      $0.define("one", "One", autowire: true)
    }
    #expect(
      tie.reported(Self.catalog(Counter())) == [
        "ambiguous-service: `one` cannot be autowired: two services provide `any Greeter` for `clerk`"
      ])
  }

  @Test("and is declared as in Swift")
  func declaration() throws {
    let factory = try #require(Self.catalog(Counter()).factories.first { $0.name == "Desk" })
    #expect(
      factory.signature == "Desk(clerk: any Greeter = default, friend: any Greeter? = default, "
        + "voices: [any Greeter] = default, named: [String: any Greeter] = default)")
    #expect(factory.parameters.map(\.isOptional) == [true, true, true, true])
    #expect(
      factory.parameters.map(\.type) == Array(repeating: TypeName((any Greeter).self), count: 4))
    let named = Factory("Safe", .service("credentials", default: Plain())) { (_: Plain) in 1 }
    let catalog = FactoryCatalog("app") { named }
    #expect(catalog.factories[0].signature == "Safe(credentials: Plain = default)")
  }

  @Test("of which a message about a dictionary shows no text")
  func twins() throws {
    let definitions = definitions {
      $0.define("plain", "Plain")
      $0.define(
        "desk", "Desk", ["named": .map(["\u{E9}": .ref("plain"), "e\u{301}": .ref("plain")])])
    }
    let error = try #require(throws: DiagnosticsError.self) {
      try definitions.plan(Self.catalog(Counter()))
    }
    let notes = error.diagnostics.flatMap(\.notes)
    #expect(notes.contains { $0.hasPrefix("`Desk.named` is declared `[String: any Greeter]` at ") })
  }

  @Test("but not nil, for which there is `.optional`")
  func optionalContract() {
    let catalog = FactoryCatalog("app") {
      Factory("Lonely", .service("friend", default: nil)) { (friend: (any Greeter)?) in
        Lonely(friend: friend)
      }
    }
    #expect(
      definitions { _ in }.reported(catalog) == [
        "optional-service: the parameter `friend` of `Lonely` takes a service of the optional type "
          + "`(any Greeter)?`"
      ])
  }
}
