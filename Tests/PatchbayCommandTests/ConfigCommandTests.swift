import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("config")
struct ConfigCommandTests {
  @Test("prints the base with everything merged, and marks the secrets that it does not show")
  func base() async {
    #expect(
      await run("config")
        == Outcome(
          code: 0,
          result: """
            The effective configuration of Config/services.yaml

            parameters:
              name: world
              token: !required [secret]
            services:
              voice:
                type: Plain
              voice.loud:
                type: Loud
                decorates: voice
                arguments:
                  inner: !inner
              greeter:
                type: Greeter
                description: says hello
                arguments:
                  voice: !ref voice
                  name: world
                  token: !required [secret]
                  times: 2
                tags:
                  polite:
                    priority: 3
              hello:
                alias: greeter
            """,
          problem: ""))
  }

  @Test("prints one environment, of an option or of PATCHBAY_ENV")
  func environment() async throws {
    let text = """
      The effective configuration of Config/services.yaml in the environment quiet

      parameters:
        name: world
        token: !required [secret]
      services:
        voice:
          type: Plain
        greeter:
          type: Greeter
          description: says hello
          arguments:
            voice: !ref voice
            name: $(env:USER_NAME:-nobody)
            token: !required [secret]
            times: 1
          tags:
            polite:
              priority: 3
        hello:
          alias: greeter
      """
    let chosen = await run(
      "config", "--environment", "quiet",
      variables: ["PATCHBAY_ENV": "test", "USER_NAME": "Ada"])
    #expect(chosen == Outcome(code: 0, result: text, problem: ""))
    let process = await run("config", variables: ["PATCHBAY_ENV": "quiet"])
    #expect(
      process
        == Outcome(
          code: 0, result: text, problem: "environment `quiet`, which PATCHBAY_ENV names"))
  }

  private static let shapes = FactoryCatalog("shapes") {
    Factory(
      "Client", .value("url"), .value("key"), .value("options"), .value("hosts"), .services("parts")
    ) {
      (_: String, _: String, _: [String: String], _: [String], _: [any Voice]) in Plain(ending: "")
    }
    .onStart { _ in }
    Factory("Plain", .value("ending", default: "!")) { Plain(ending: $0) }
      .provides { $0 as any Voice }
  }

  private static let everything = """
    scopes: [request]
    roots: [client]
    parameters:
      need: !required the key of the account
      deep: { password: hunter2, port: $(env:PORT:-80) }
    services:
      voice: { type: Plain, scope: request, provides: [Voice], deprecated: use client }
      off: { type: Plain, enabled: false, arguments: { ending: "" } }
      client:
        type: Client
        eager: true
        after: [off]
        timeouts: { start: $(env:LIMIT:-5s), stop: null }
        retry: { attempts: 3, pause: 1s..1m }
        arguments:
          url: $(env:BASE:-postgres://me:hunter2@db)/x
          key: !secret $(env:KEY)
          options: { token: $(env:TOKEN:-hunter2), none: "a: b # c" }
          hosts: [one, "two\nlines"]
          parts: [!inline { type: Plain, arguments: { ending: $(env:END) } }]
        tags: [a, b]
      again: { alias: client, description: the same }

    """

  @Test("prints each kind of value and field; no load takes the text for a configuration")
  func everything() async throws {
    let text = """
      The effective configuration of Config/services.yaml

      scopes: [request]
      roots: [client]
      parameters:
        need: !required the key of the account
        deep:
          password: !required [secret]
          port: $(env:PORT:-80)
      services:
        voice:
          type: Plain
          deprecated: use client
          scope: request
          provides: [Voice]
        client:
          type: Client
          eager: true
          after: [off]
          timeouts: { start: $(env:LIMIT:-5s), stop: null }
          retry: { attempts: 3, pause: 1s..1m }
          arguments:
            url: !required $(env:BASE:-postgres://[secret]@db)/x
            key: !secret $(env:KEY)
            options:
              token: !required [secret], from $(env:TOKEN:-[secret])
              none: a: b # c
            hosts:
              - one
              - two lines
            parts:
              - !inline
                type: Plain
                arguments:
                  ending: $(env:END)
          tags: [a, b]
        off:
          type: Plain
          enabled: false
          arguments:
            ending: ""
        again:
          alias: client
          description: the same
      """
    let outcome = await run("config", services: Self.everything, catalog: Self.shapes)
    #expect(outcome.code == 0 && outcome.result == text, "\(outcome)")
    let folder = try TemporaryFolder()
    let withoutTitle = outcome.result.split(separator: "\n").dropFirst().joined(separator: "\n")
    for text in [outcome.result, withoutTitle] {
      let file = try folder.write(text, to: "services.yaml")
      let check = await run(
        words: ["check", "--config", file], services: "", catalog: Self.shapes)
      #expect(check.code == 78, "\(check)")
    }
  }

  @Test("names all overlays in the first line")
  func overlays() async throws {
    let folder = try TemporaryFolder([
      "a.yaml": "parameters: { x: 1 }\n", "b.yaml": "parameters: {}\n",
    ])
    let (a, b) = (folder.file("a.yaml"), folder.file("b.yaml"))
    #expect(
      await run("config", "--overlay", a, "--overlay", b).result.hasPrefix(
        "The effective configuration of Config/services.yaml, with \(a) and \(b) over it\n"))
  }

  @Test("prints overlays merged in, and the file and line of each value")
  func origins() async throws {
    let folder = try TemporaryFolder(["services.yaml": Texts.services])
    let overlay = try folder.write(
      "services: { greeter: { tags: { polite: { tone: \"$$(warm) #1\" } } } }\n", to: "o.yaml")
    let outcome = await run(
      "config", "--origins", "--config", folder.file("services.yaml"), "--overlay", overlay)
    #expect(
      outcome.result.replacing(folder.path, with: "Config") == """
        The effective configuration of Config/services.yaml, with Config/o.yaml over it

        parameters:
          name: world  # services.yaml:2
          token: !required [secret]  # services.yaml:3
        services:
          voice:  # services.yaml:5
            type: Plain  # services.yaml:5
          voice.loud:  # services.yaml:6
            type: Loud  # services.yaml:7
            decorates: voice  # services.yaml:8
            arguments:
              inner: !inner  # services.yaml:9
          greeter:  # services.yaml:10
            type: Greeter  # services.yaml:11
            description: says hello  # services.yaml:12
            arguments:
              voice: !ref voice  # services.yaml:15
              name: world  # services.yaml:2
              token: !required [secret]  # services.yaml:3
              times: 2  # services.yaml:18
            tags:
              polite:  # o.yaml:1
                priority: 3
                tone: $(warm) #1  # o.yaml:1
          hello:  # services.yaml:19
            alias: greeter
        """)
  }

  @Test("prints the hash alone, which differs where a program can tell")
  func hash() async {
    let base = await run("config", "--hash")
    #expect(base.result.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    #expect(base.code == 0 && base.problem.isEmpty)
    #expect(await run("config", "--hash").result == base.result)
    #expect(await run("config", "--hash", "--environment", "quiet").result != base.result)
  }

  @Test("prints the model as JSON, with the same hash")
  func json() async throws {
    let outcome = await run("config", "--format", "json", "--environment", "test")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.result.utf8))
    let members = try #require(object as? [String: Any])
    #expect(members["format"] as? Int == 1)
    #expect(members["environment"] as? String == "test")
    let hash = await run("config", "--hash", "--environment", "test").result
    #expect(members["hash"] as? String == hash)
    #expect(await run("config", "--format", "text") == run("config"))
  }

  @Test(
    "refuses options that contradict each other",
    arguments: [
      ["--hash", "--origins"], ["--hash", "--format", "json"], ["--hash", "--format", "text"],
    ])
  func contradictions(_ options: [String]) async {
    let outcome = await run(words: ["config"] + options, services: Texts.services)
    #expect(outcome.code == 64 && outcome.result.isEmpty)
    #expect(outcome.problem.hasPrefix("error: `--"))
    #expect(outcome.problem.contains("cannot be used with"))
  }

  @Test(
    "prints nothing but the mistakes of a configuration that has any",
    arguments: [[], ["--hash"], ["--origins"], ["--format", "json"]])
  func mistakes(_ options: [String]) async {
    let outcome = await run(
      words: ["config"] + options,
      services: "services: { greeter: { type: Greter } }\n")
    #expect(outcome.code == 78 && outcome.result.isEmpty)
    #expect(outcome.problem.contains("error[unknown-type]"))
    let unknown = await run(
      words: ["config", "--environment", "quite"] + options, services: Texts.services)
    #expect(unknown.code == 64 && unknown.result.isEmpty)
    #expect(unknown.problem.contains("did you mean `quiet`?"))
  }

  @Test("prints an empty configuration as one without services")
  func empty() async {
    let outcome = await run("config", services: "services: {}\n")
    #expect(
      outcome.result == """
        The effective configuration of Config/services.yaml

        services: {}
        """)
  }

  private struct Own: Module {
    var definitions: Definitions {
      Parameters(["name": "program"], fileID: "App/Own.swift", line: 2)
      Change("greeter", fileID: "App/Own.swift", line: 3).argument("times", 5)
      Define("hello", "Plain", fileID: "App/Own.swift", line: 4)
      Remove("voice.loud", fileID: "App/Own.swift", line: 5)
      Define("more", "Plain", fileID: "App/Own.swift", line: 6)
    }
  }

  @Test("includes what modules define, change and remove")
  func modules() async throws {
    let outcome = await run("config", modules: [Own()])
    #expect(
      outcome.result == """
        The effective configuration of Config/services.yaml

        parameters:
          name: program
          token: !required [secret]
        services:
          voice:
            type: Plain
          greeter:
            type: Greeter
            description: says hello
            arguments:
              voice: !ref voice
              name: program
              token: !required [secret]
              times: 5
            tags:
              polite:
                priority: 3
          hello:
            type: Plain
          more:
            type: Plain
        """)
    let origins = await run("config", "--origins", modules: [Own()])
    #expect(origins.result.contains("\n  hello:  # App/Own.swift:4\n"), "\(origins)")
  }
}
