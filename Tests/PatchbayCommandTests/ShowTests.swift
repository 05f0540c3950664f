import Foundation
import Patchbay
import PatchbayCommand
import Testing

@Suite("show")
struct ShowTests {
  @Test("names the line that set each value")
  func base() async {
    #expect(
      await run("show", "greeter")
        == Outcome(
          code: 0,
          result: """
            greeter: Greeter
              says hello
              defined at Config/services.yaml:10:3
              type set at Config/services.yaml:11:11
              factory: Greeter(voice: any Voice, name: String, token: String = …, times: Int = 1)
                declared at App/Catalog.swift:6
              scope: singleton (the default)
              arguments:
                voice: !ref voice
                  Config/services.yaml:15:14
                name: world
                  Config/services.yaml:2:9
                  through $(name) at Config/services.yaml:16:13
                token: [secret]
                  Config/services.yaml:3:18
                  through $(token) at Config/services.yaml:17:14
                times: 2
                  Config/services.yaml:18:14
              tags:
                polite, priority 3
                  Config/services.yaml:13:13
            """,
          problem: ""))
  }

  @Test("writes a tag by an attribute as `config` and `why` know it")
  func taggedByAttribute() async {
    let catalog = FactoryCatalog("choir") {
      Factory("Plain") { Plain(ending: "!") }.provides { $0 as any Voice }
      Factory("Choir", .services("voices")) { (voices: [String: any Voice]) in voices.count }
    }
    let services = """
      services:
        voice: { type: Plain, tags: { voice: { name: low } } }
        choir: { type: Choir, arguments: { voices: !tagged { tag: voice, key: name } } }
      roots: [choir]
      """
    let (shown, written, why) = await (
      run("show", "choir", services: services, catalog: catalog),
      run("config", services: services, catalog: catalog),
      run("why", "voice", services: services, catalog: catalog)
    )
    #expect(
      shown.result.contains("    voices: !tagged { tag: voice, key: name }\n      Config/services"),
      "\(shown)")
    #expect(
      written.result.contains("      voices: !tagged { tag: voice, key: name }"), "\(written)")
    #expect(why.result.contains("  voices (tagged voice) → voice: Plain"), "\(why)")
  }

  @Test("shows what an environment overrides, but no external value")
  func environment() async {
    let outcome = await run(
      "show", "greeter", "--environment", "quiet", variables: ["USER_NAME": "Ada Lovelace"])
    #expect(outcome.code == 0)
    #expect(!outcome.result.contains("Ada"))
    #expect(
      outcome.result.contains(
        """
            name: $(env:USER_NAME:-nobody)
              Config/services.yaml:24:47 (environment quiet)
        """))
    #expect(
      outcome.result.contains(
        """
            times: 1
              Config/services.yaml:24:38 (environment quiet)
              overrides 2 at Config/services.yaml:18:14
        """))
  }

  @Test("shows no text under the name of a credential, marked or not")
  func credentials() async {
    let services = """
      parameters:
        db: { host: h1, password: hunter2 }
        from: $(env:UNSET:-hunter2)
      services:
        voice:
          type: Keeper
          arguments:
            password: hunter2
            token: $(env:UNSET:-hunter2)
            secret: $(from)
            db: $(db)
            credentials: [hunter2]
          tags: { polite: { api-key: hunter2 } }
      environments:
        other: { services: { voice: { arguments: { password: hunter2-other } } } }
      """
    let catalog = FactoryCatalog("keeper") {
      Factory(
        "Keeper", .value("password"), .value("token"), .value("secret"), .value("db"),
        .value("credentials")
      ) {
        (_: String, _: String, _: String, _: [String: String], _: [String]) in Plain(ending: "")
      }
    }
    for words in [["show", "voice"], ["show", "voice", "--environment", "other"]] {
      let outcome = await run(words: words, services: services, catalog: catalog)
      #expect(
        !(outcome.result + outcome.problem).contains("hunter2"), Comment(rawValue: outcome.result))
      #expect(outcome.result.contains("    password: [secret]\n"))
      #expect(outcome.result.contains("      api-key: [secret]\n"))
      #expect(outcome.result.contains("    db:\n      host: h1\n"))
    }
  }

  @Test("shows neither what a secret overrides nor what is written under the mark")
  func overridden() async {
    let services = """
      parameters: { name: hunter2 }
      services: { voice: { type: Plain, arguments: { ending: hunter2 } } }
      environments:
        marked: { services: { voice: { arguments: { ending: !secret $(name) } } } }
      """
    #expect(
      await run("show", "voice", "--environment", "marked", services: services).result.contains(
        """
            ending: [secret]
              Config/services.yaml:1:21
              through $(name) at Config/services.yaml:4:63
              overrides [secret] at Config/services.yaml:2:56
        """))
  }

  @Test("shows what a module in Swift defines over a file")
  func modules() async {
    let module = Definitions {
      Provide("greeter", instance: 1, fileID: "App/Main.swift", line: 7)
    }
    #expect(
      await run("show", "greeter", modules: [module])
        == Outcome(
          code: 0,
          result: """
            greeter: Int
              defined at App/Main.swift:7
                overrides Config/services.yaml:10:3
              factory: instance of greeter()
                declared at App/Main.swift:7
              scope: singleton (the default)
            """,
          problem: ""))
  }

  @Test("says that an entry is disabled, and who set that")
  func disabled() async {
    let services = """
      parameters: { on: "false" }
      services:
        voice: { type: Plain, enabled: true }
        loud: { type: Loud, decorates: voice, enabled: $(on), arguments: { inner: !inner } }
      environments:
        quiet: { services: { voice: { enabled: $(on) } } }
      """
    let outcome = await run("show", "voice", "--environment", "quiet", services: services)
    #expect(outcome.code == 0)
    #expect(
      outcome.result == """
        voice: Plain
          environment: quiet
          defined at Config/services.yaml:3:3
          type set at Config/services.yaml:3:18
          factory: Plain(ending: String = "!")
            declared at App/Catalog.swift:4
          scope: singleton (the default)
          enabled: false
            Config/services.yaml:6:42 (environment quiet)
            overrides Config/services.yaml:3:34
          left to the factory:
            ending: String = "!"
          decorated by, outermost first:
            loud: Loud (disabled)
              Config/services.yaml:4:3
        """)
    #expect(
      await run("show", "voice", services: services).result.contains(
        "  enabled: true\n    Config/services.yaml:3:34\n"))
  }

  @Test("names the decorators of a key, and what a decorator decorates")
  func decorators() async {
    #expect(
      await run("show", "voice").result.hasSuffix(
        """
          left to the factory:
            ending: String = "!"
          decorated by, outermost first:
            voice.loud: Loud
              Config/services.yaml:6:3
          needed by:
            greeter: Greeter, as voice, Config/services.yaml:15:14
        """))
    #expect(
      await run("show", "voice.loud").result.contains(
        """
          decorates: voice
            Config/services.yaml:8:16
        """))
  }

  @Test("follows an alias, and says what was removed")
  func others() async {
    #expect(
      await run("show", "hello").result.hasPrefix(
        """
        hello: an alias of greeter
          Config/services.yaml:19:3

        greeter: Greeter
        """))
    #expect(
      await run("show", "voice.loud", "--environment", "quiet").result == """
        voice.loud is removed
          environment: quiet
          Config/services.yaml:23:7 (environment quiet)
        """)
  }

  @Test("describes what is special about a factory")
  func factories() async {
    let catalog = FactoryCatalog("special", fileID: "App/Catalog.swift", line: 1) {
      Factory("Asks", .resolver, fileID: "App/Catalog.swift", line: 2) { (_: Resolver) -> Plain in
        Plain(ending: "")
      }
      Factory(
        "Person", .argument("name"), .argument("age", as: Int?.self), fileID: "App/Catalog.swift",
        line: 3
      ) { (name: String, age: Int?) -> Plain in Plain(ending: name) }
      Factory(async: "Open", fileID: "App/Catalog.swift", line: 4) { () async -> Plain in
        Plain(ending: "")
      }
      .notInTests()
      Factory("Probe", .readiness, fileID: "App/Catalog.swift", line: 5) {
        (_: ReadinessProbe) -> Plain in Plain(ending: "")
      }
    }
    let services = """
      services:
        probe: { type: Probe }
        asks: { type: Asks }
        person: { type: Person, scope: transient }
        open: { type: Open }
      """
    func traits(of key: String) async -> [Substring] {
      let outcome = await run("show", key, services: services, catalog: catalog)
      return outcome.result.split(separator: "\n").filter { $0.hasPrefix("    ") }
    }
    #expect(
      await traits(of: "asks") == [
        "    declared at App/Catalog.swift:2",
        "    opaque: takes a resolver, and may ask for any service",
      ])
    #expect(await traits(of: "probe") == ["    declared at App/Catalog.swift:5"])
    #expect(
      await run("show", "probe", services: services, catalog: catalog).result
        .contains("\n  factory: Probe(readiness: ReadinessProbe)\n"))
    let types = await run("list", "types", services: services, catalog: catalog).result
    #expect(types.contains("\nProbe   Plain     probe     App/Catalog.swift:5"), "\(types)")
    #expect(
      await traits(of: "person").prefix(2) == [
        "    declared at App/Catalog.swift:3", "    each request gives: name: String, age: Int?",
      ])
    #expect(
      await traits(of: "open") == [
        "    declared at App/Catalog.swift:4",
        "    awaited: built by `start()` or `resolve(awaiting:)`",
        "    live: never built in a test",
      ])
  }

  @Test("shows what reads a file by a path that is not known")
  func unknownPath() async {
    let services = """
      services: { voice: { type: Plain, arguments: { ending: "$(file:$(env:DIR)/x)" } } }
      """
    #expect(
      await run("show", "voice", services: services).result.contains(
        "    ending: $(file:$(env:DIR)/x)\n"))
  }

  @Test("names all that read a parameter, a part of it, or a map around it")
  func parameters() async {
    let services = """
      parameters: { a: { b: one, bc: two }, ab: three, both: $(a.b)$(a.b), all: [$(a)] }
      services:
        voice: { type: Plain, arguments: { ending: $(a.b) } }
        other: { type: Plain, arguments: { ending: $(ab) } }
      """
    func users(_ name: String) async -> [Substring] {
      await run("show", name, services: services).result.split(separator: "\n")
        .filter { $0.hasPrefix("    the ") || $0.hasPrefix("  nothing") }
        .map { $0.drop { $0 == " " } }.sorted()
    }
    #expect(
      await users("a.b") == [
        "the argument `ending` of `voice`, Config/services.yaml:3:46",
        "the parameter `all`, as $(a), Config/services.yaml:1:76",
        "the parameter `both`, Config/services.yaml:1:56",
        "the parameter `both`, Config/services.yaml:1:62",
      ])
    #expect(await users("a.bc") == ["the parameter `all`, as $(a), Config/services.yaml:1:76"])
    #expect(
      await users("a") == [
        "the argument `ending` of `voice`, as $(a.b), Config/services.yaml:3:46",
        "the parameter `all`, Config/services.yaml:1:76",
        "the parameter `both`, as $(a.b), Config/services.yaml:1:56",
        "the parameter `both`, as $(a.b), Config/services.yaml:1:62",
      ])
    #expect(await users("ab") == ["the argument `ending` of `other`, Config/services.yaml:4:46"])
    #expect(await users("both") == ["nothing in the configuration uses it"])
    #expect(
      await run("why", "a.b", services: services).problem.contains(
        "help: it is a parameter\n"))
  }

  @Test("has the services and the types of a contract in JSON, and the services of a type")
  func contractAsJSON() async throws {
    func names(_ name: String) async throws -> [String: [String]] {
      let outcome = await run("show", name, "--format", "json")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.result.utf8)) as? [String: Any])
      return object.compactMapValues { $0 as? [[String: Any]] }
        .mapValues { $0.compactMap { ($0["key"] ?? $0["name"]) as? String } }
    }
    let contract = try await names("Voice")
    #expect(contract["catalog"] == ["Loud", "Plain"])
    #expect(contract["services"] == ["voice"])
    #expect(contract["edges"]?.isEmpty == false)
    let type = try await names("Greeter")
    #expect(type["catalog"] == ["Greeter"] && type["services"] == ["greeter"])
  }

  @Test("writes limits and pauses as a configuration does")
  func durations() async {
    let catalog = FactoryCatalog("start") {
      Factory("Plain") { Plain(ending: "") }.onStart { _ in }
    }
    let services = """
      services:
        voice:
          type: Plain
          timeouts: { start: 1500ms, stop: 2m }
          retry: { attempts: 3, pause: 200ms..5s }
      """
    let outcome = await run("show", "voice", services: services, catalog: catalog)
    #expect(outcome.result.contains("\n  timeouts: { start: 1500ms, stop: 2m }\n"), "\(outcome)")
    #expect(outcome.result.contains("\n  retry: { attempts: 3, pause: 200ms..5s }\n"))
  }

  @Test("names the environment once, for every kind of part")
  func environmentOnce() async {
    for name in ["name", "polite", "Greeter", "Voice", "hello", "voice"] {
      let outcome = await run("show", name, variables: ["PATCHBAY_ENV": "test"])
      let line = "  environment: test, which PATCHBAY_ENV names"
      #expect(outcome.result.split(separator: "\n").count { $0 == line } == 1, "\(outcome)")
      #expect(outcome.problem == "")
    }
  }

  @Test("shows the mistakes of a configuration alone")
  func mistakes() async {
    let services = """
      services:
        voice: { type: Plain, arguments: { ending: $(nmae) } }
      """
    let outcome = await run("show", "voice", services: services)
    #expect(outcome.code == 78)
    #expect(outcome.result == "")
    #expect(outcome.problem.hasPrefix("error[unknown-parameter]: "))
  }
}
