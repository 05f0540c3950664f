import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// Containers that are made in Swift alone.
@Suite struct BuilderTests {
  @Test func catalogTypesAreWiredAsInAFile() throws {
    let container = try Container(catalog: .greeters) {
      Define("plain", "Plain").argument("greeting", "good day")
      Define("silent", "Plain").tag("voice", priority: -1)
      Define(.greeter, "Polite").argument("inner", .reference("plain")).tag("voice")
      Define("inline", "Polite").argument("inner", .inline("Plain", ["greeting": "hi"]))
      Define("lonely", "Lonely").argument("friend", .optional("nobody"))
      Define("choir", "Choir").argument("voices", .tagged("voice"))
      Define("duo", "Choir").argument("voices", [.reference("plain"), .reference("greeter")])
      Define("outer", "Polite").decorates("lonely").argument("inner", .inner)
      Alias("second", of: "greeter")
    }
    func greeting(_ key: String) throws -> String {
      try container.resolve(key, as: (any Greeter).self).greeting
    }
    #expect(try greeting("greeter") == "please, good day")
    #expect(try greeting("inline") == "please, hi")
    #expect(try greeting("lonely") == "please, alone")
    #expect(try greeting("choir") == "please, good day; hello")
    #expect(try greeting("duo") == "good day; please, good day")
    #expect(try greeting("second") == "please, good day")
    #expect(try container.resolve(.greeter).greeting == "please, good day")
  }

  @Test func closuresBuildServicesFromTheirDeclaredDependencies() throws {
    let built = Counter()
    let container = try Container {
      Provide(.simple) {
        built.increment()
        return Plain("moin")
      }
      .provides { $0 as any Greeter }
      Provide(.greeter, .service(.simple), .optional(.friend)) { plain, friend in
        if let friend { friend } else { Polite(inner: plain) }
      }
      Provide("new") { Client(base: "https://example.com") }.scope(.transient)
    }
    #expect(built.value == 0)
    #expect(try container.resolve(.greeter).greeting == "please, moin")
    #expect(try container.resolve(.simple) === container.resolve(.simple))
    #expect(built.value == 1)
    #expect(try container.resolve("new", as: Client.self).base == "https://example.com")
  }

  @Test func handlesAreDeclaredByTypedKeysAndByTexts() throws {
    let container = try Container {
      Provide(.simple) { Plain("moin") }.provides { $0 as any Greeter }.scope(.transient)
      Provide("typed", as: [String].self, .lazy(.simple), .provider(.simple)) {
        [try $0.value.greeting, try $1().greeting]
      }
      Provide(
        "texts", as: [String].self, .lazy("plain", as: (any Greeter).self),
        .provider("plain", as: (any Greeter).self)
      ) { lazy, provider in [try lazy.value.greeting, try provider().greeting] }
      Provide("closure", as: String.self, .provider("plain")) { (plain: Provider<Plain>) in
        try plain().greeting
      }
    }
    #expect(try container.resolve("typed", as: [String].self) == ["moin", "moin"])
    #expect(try container.resolve("texts", as: [String].self) == ["moin", "moin"])
    #expect(try container.resolve("closure", as: String.self) == "moin")
  }

  @Test func instancesAreTheSameForAll() throws {
    class Base: @unchecked Sendable {}  // Without any state.
    final class Special: Base, @unchecked Sendable {}
    let (plain, special) = (Plain("here"), Special())
    let container = try Container {
      Provide(.simple, instance: plain)
      Provide("base", as: Base.self, instance: special)
      Provide("client", instance: Client(base: "x"))
      Provide("greeter", as: (any Greeter).self, instance: plain)
    }
    #expect(try container.resolve(.simple) === plain)
    #expect(try container.resolve(.client) == Client(base: "x"))
    #expect(try container.resolve(.greeter).greeting == "here")
    #expect(try container.resolve(Base.self) === special)
  }

  @Test func extensionsFollowEachOther() throws {
    let container = try Container {
      Extend(.client) { client in client.policies.append("first") }
      Provide(.client) { Client(base: "https://example.com") }
      Extend(.client) { client in
        var copy = client
        copy.policies.append("second")
        return copy
      }
      Extend(.client) { $0.policies.append("nearest") }.priority(1)
    }
    #expect(try container.resolve(.client).policies == ["nearest", "first", "second"])
  }

  @Test func closuresResolveFromTheContainer() throws {
    var definitions = Definitions()
    definitions["copy"] = { resolver in Plain(try resolver.resolve(.simple).greeting) }
    let container = try Container {
      Provide(.simple) { Plain("asked") }
      Provide(.greeter) { resolver in Polite(inner: try resolver.resolve(.simple)) }
      Provide(.client) { Client(base: "x") }
      Extend(.client) { client, resolver in
        client.policies.append(try resolver.resolve(.greeter).greeting)
      }
      Extend(.client) { client, resolver in
        Client(base: try resolver.resolve(.simple).greeting, policies: client.policies)
      }
      Provide("named", .argument("name", as: String.self)) { name in Plain(name) }
      definitions
    }
    #expect(try container.resolve(.greeter).greeting == "please, asked")
    #expect(try container.resolve(.client) == Client(base: "asked", policies: ["please, asked"]))
    #expect(try container.resolve("copy", as: Plain.self).greeting == "asked")
    let named: ServiceKey<Plain> = "named"
    #expect(try container.resolve(named, arguments: "David").greeting == "David")
  }

  @Test func anExtensionPutsAnotherServiceBefore() throws {
    let container = try Container {
      Provide(.greeter) { Plain("hello") }
      Extend(.greeter) { Polite(inner: $0) }
    }
    #expect(try container.resolve(.greeter).greeting == "please, hello")
  }

  @Test(arguments: [(true, "please, ahoy"), (false, "ahoy")])
  func modulesTakeValues(isPolite: Bool, greeting: String) throws {
    let container = try Container(catalog: .greeters) {
      Greetings(greeting: "ahoy", isPolite: isPolite)
    }
    #expect(try container.resolve("greeter", as: (any Greeter).self).greeting == greeting)
  }

  @Test func bracesTakeConditionsAndLoops() throws {
    let isLoud = false
    let more = Definitions {
      for index in 1...3 {
        Provide("node\(index)", as: Node.self) { Node("\(index)") }.tag("nodes")
      }
    }
    let plan = try Plan(catalog: .greeters) {
      if isLoud { Provide("loud", instance: Plain("LOUD")) }
      switch isLoud {
      case true: Provide("case", instance: 1)
      case false: Provide("other", instance: 2)
      }
      more
      Provide("all", .tagged("nodes", as: Node.self)) { nodes in Node("all", nodes) }
    }
    #expect(plan.keys == ["all", "node1", "node2", "node3", "other"])
    let all = try Container(plan).resolve("all", as: Node.self)
    #expect(all.inputs.map(\.name) == ["1", "2", "3"])
  }

  @Test func definitionsCanBeAssignedLikeADictionary() throws {
    var definitions = Definitions()
    definitions["foo"] = "bar"
    definitions["default_items"] = 5
    definitions["service"] = { Plain("service") }
    definitions["random"] = Protected { 4 }
    definitions.add(Extend("service") { (plain: Plain) in Plain(plain.greeting + "!") })
    let container = try Container { definitions }
    #expect(container.parameters["foo"] == "bar")
    #expect(try container.parameters.value("default_items") == 5)
    let service = try container["service"] as? Plain
    #expect(service?.greeting == "service!")
    #expect(try container["service"] as? Plain === service)
    #expect(try container.resolve(.random)() == 4)
  }

  @Test func parametersAndServicesShareABuilder() throws {
    let container = try Container(catalog: .greeters) {
      Parameters(["greet": ["morning": "good morning"], "greet.night": "good night", "size": 3])
      Define("plain", "Plain").argument("greeting", .parameter("greet.night"))
      Provide("client", .parameter("greet.morning"), .parameter("size")) { base, size in
        Client(base: base, policies: Array(repeating: "p", count: size))
      }
    }
    #expect(try container.resolve(.simple).greeting == "good night")
    #expect(try container.resolve(.client).policies.count == 3)
    #expect(container.parameters["greet"] == ["morning": "good morning", "night": "good night"])
    #expect(container.parameters["nothing"] == nil)
  }

  @Test func scopesAndRootsAreDeclared() async throws {
    let container = try Container {
      Scopes("session", "request")
      Provide(.client) { Client(base: "x") }.scope("request")
    }
    try await container.withScope("request") { request in
      let client = try request.resolve(.client)
      #expect(client.base == "x")
    }
    let plan = try Plan {
      Roots("plain")
      Provide(.simple, instance: Plain())
      Provide(.tally) { Counter() }
    }
    #expect(plan.warnings.isEmpty)
    #expect(plan.graph.entryPoints == ["plain"])
  }

  @Test func hooksRunForClosures() async throws {
    let (started, stopped, built) = (Counter(), Counter(), Counter())
    let container = try Container {
      Provide(.simple, instance: Plain())
      Provide(.tally) { Counter() }
        .onStart { _ in started.increment() }
        .onStop { _ in stopped.increment() }
        .after(.simple)
        .timeouts(start: .seconds(5))
      Provide("early", as: Int.self) { built.increment() }.eager()
    }
    #expect(built.value == 0)
    try await container.start()
    #expect(built.value == 1)
    #expect((started.value, stopped.value) == (1, 0))
    try await container.stop()
    #expect((started.value, stopped.value) == (1, 1))
  }

  @Test(
    "Durations keep their value, however short",
    arguments: [
      Duration.nanoseconds(500), Duration.nanoseconds(1) / 4, .microseconds(1500),
      .milliseconds(250), .seconds(90), Duration.seconds(1) + Duration.nanoseconds(1),
      Duration.seconds(864_000) + Duration.nanoseconds(1),
      Duration(secondsComponent: 2_000_000, attosecondsComponent: 1),
    ])
  func durations(_ duration: Duration) throws {
    let plan = try Plan {
      Provide("slow") { Counter() }
        .onStart { _ in }
        .timeouts(start: duration, stop: duration)
        .retry(attempts: 2, pause: duration...duration)
    }
    let index = try #require(plan.wiring.index(ofKey: "slow"))
    let planned = plan.wiring.services[index]
    #expect(planned.timeouts == Timeouts(start: duration, stop: duration))
    #expect(planned.retry.pause == RetryPause(low: duration, high: duration))
  }

  @Test("A duration that cannot be written is rounded up, and never to zero")
  func aDurationThatCannotBeWritten() throws {
    let shortest = Duration(secondsComponent: 0, attosecondsComponent: 1)
    #expect(shortest.configurationText == "0.001ns")
    #expect((Duration.seconds(2_000_000) + shortest).configurationText == "2000000000.001ms")
    #expect(Duration.seconds(5_400).configurationText == "90m")
    #expect(Duration.microseconds(1_500).configurationText == "1500us")
  }
}
