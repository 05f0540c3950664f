import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

/// A configuration with two of everything that `list` selects by.
private let selections = """
  roots: [greeter]
  scopes: [request]
  parameters: { name: world, spare: { one: 1, two: $(env:TWO:-2) } }
  services:
    voice: { type: Plain, tags: [polite, old] }
    voice.loud: { type: Loud, decorates: voice, arguments: { inner: !inner } }
    quiet: { type: Plain, tags: [polite], scope: request, arguments: { ending: . } }
    greeter: { type: Greeter, arguments: { name: $(name), voice: !ref voice } }
    nested:
      type: Greeter
      arguments: { name: x, voice: !inline { type: Plain } }
    off: { type: Plain, enabled: false }
    maybe: { type: Plain, enabled: $(env:MAYBE) }
  environments:
    test: { services: { quiet: !remove } }
  """

@Suite("list")
struct ListTests {
  @Test("lists the services with their columns, in the order of the file")
  func services() async {
    let outcome = await run("list", services: selections)
    #expect(
      outcome
        == Outcome(
          code: 0,
          result: """
            service       type     scope      tags         notes                    defined at
            voice         Plain    singleton  polite, old                           Config/services.yaml:5:3
            voice.loud    Loud     singleton               decorates voice          Config/services.yaml:6:3
            quiet         Plain    request    polite                                Config/services.yaml:7:3
            greeter       Greeter  singleton               root                     Config/services.yaml:8:3
            nested        Greeter  singleton                                        Config/services.yaml:9:3
            nested.voice  Plain    transient               inline in nested         Config/services.yaml:11:34
            maybe         Plain    singleton               enabled by $(env:MAYBE)  Config/services.yaml:13:3
            off           Plain    singleton               disabled                 Config/services.yaml:12:3
            """,
          problem: ""))
    #expect(await run("list", "services", services: selections) == outcome)
  }

  @Test(
    "selects services by all options that are given",
    arguments: [
      (["--tag", "polite"], ["voice", "quiet"]),
      (["--tag", "old"], ["voice"]),
      (["--type", "Plain"], ["voice", "quiet", "nested.voice", "maybe", "off"]),
      (["--type", "any Voice"], ["voice", "quiet", "maybe"]),
      (["--type", "Voice"], ["voice", "quiet", "maybe"]),
      (["--tag", "polite", "--type", "Plain"], ["voice", "quiet"]),
      (["--tag", "polite", "--environment", "test"], ["voice"]),
    ])
  func options(_ options: [String], _ keys: [String]) async {
    let outcome = await run(words: ["list", "--format", "names"] + options, services: selections)
    #expect(outcome.code == 0, "\(outcome.problem)")
    #expect(outcome.result.split(separator: "\n").map(String.init) == keys)
  }

  @Test("lists parameters by the names that can be used, with their values")
  func parameters() async {
    #expect(
      await run("list", "parameters", services: selections).result == """
        parameter  value          set at
        name       world          Config/services.yaml:3:21
        spare.one  1              Config/services.yaml:3:42
        spare.two  $(env:TWO:-2)  Config/services.yaml:3:50
        """)
  }

  @Test("lists tags with their members, and those to which they are passed")
  func tags() async {
    let services = """
      services:
        a: { type: Plain, tags: [x] }
        b: { type: Plain, tags: { x: { priority: 1 }, y: } }
        c: { type: Choir, arguments: { voices: !tagged x } }
      """
    let catalog = FactoryCatalog("choir") {
      FactoryCatalog.greetings
      Factory("Choir", .services("voices")) { (voices: [any Voice]) in 1 }
    }
    #expect(
      await run("list", "tags", services: services, catalog: catalog).result == """
        tag  services  passed to
        x    b, a      c
        y    b
        """)
  }

  @Test("lists the types of the catalog with their services, and environments")
  func others() async {
    #expect(
      await run("list", "types", services: selections).result == """
        type     takes                        provides   services                                declared at
        Greeter  voice, name, token?, times?             greeter, nested                         App/Catalog.swift:6
        Loud     inner                        any Voice  voice.loud                              App/Catalog.swift:5
        Plain    ending?                      any Voice  voice, quiet, nested.voice, maybe, off  App/Catalog.swift:4
        """)
    #expect(
      await run("list", "environments").result == """
        environment  defined at
        quiet        Config/services.yaml:21:3
        test         Config/services.yaml:25:3
        """)
    #expect(
      await run("list", "environments", "--environment", "test").problem.contains(
        "`--environment` does not select environments"))
  }

  @Test(
    "writes JSON of the parts",
    arguments: [
      ("services", "services", 8), ("parameters", "parameters", 2), ("tags", "tags", 2),
      ("types", "catalog", 3), ("environments", "environments", 1),
    ])
  func json(_ kind: String, _ member: String, _ count: Int) async throws {
    let outcome = await run("list", kind, "--format", "json", services: selections)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.result.utf8)) as? [String: Any])
    #expect(object["format"] as? Int == 1)
    #expect((object[member] as? [Any])?.count == count)
  }

  @Test("says so if there is nothing, and that without roots all is used")
  func nothing() async {
    for kind in ["services", "parameters", "tags", "environments"] {
      #expect(
        await run("list", kind, services: "") == Outcome(code: 0, result: "no \(kind)", problem: "")
      )
      #expect(
        await run("list", kind, "--format", "names", services: "")
          == Outcome(code: 0, result: "", problem: ""))
    }
  }

  @Test("lists all places that define an environment, and a scope that is not that of all")
  func environmentsAndScopes() async throws {
    let folder = try TemporaryFolder([
      "services.yaml": """
      services: { voice: { type: Plain } }
      environments:
        test: {}
        live: {}

      """,
      "services.live.yaml": "services: { low: { type: Plain, scope: transient } }\n",
    ])
    let file = folder.file("services.yaml")
    #expect(
      await run("list", "environments", "--config", file).result == """
        environment  defined at
        live         \(file):4:3, \(folder.file("services.live.yaml"))
        test         \(file):3:3
        """)
    #expect(await run("list", "--config", file).result.hasPrefix("service  type   defined at\n"))
    #expect(
      await run("list", "--environment", "live", "--config", file).result.hasPrefix(
        "service  type   scope      defined at\nvoice    Plain  singleton"))
    let text = await run("list", "--config", file, "--format", "text")
    #expect(await text == run("list", "--config", file))
  }

  @Test(
    "ends with 64 for what there is not",
    arguments: [
      (["servces"], "error: `KIND` cannot be `servces`\nhelp: did you mean `services`?"),
      (["--tag", "polit"], "error: there is no tag `polit`\nhelp: did you mean `polite`?"),
      (
        ["--type", "Greter"],
        "error: there is no type `Greter`\nhelp: did you mean `Greeter`?"
      ),
      (["--type", "Voise"], "error: there is no type `Voise`\nhelp: did you mean `Voice`?"),
      (
        ["tags", "--type", "Plain"],
        "error: `--type` selects services, not tags"
      ),
    ])
  func wrong(_ words: [String], _ text: String) async {
    #expect(
      await run(words: ["list"] + words, services: selections)
        == Outcome(
          code: 64, result: "", problem: text + "\nusage: greeter list [KIND] [OPTION ...]"))
  }

  @Test("says which environment PATCHBAY_ENV selects, unless it is to be quiet")
  func selectedByTheProcess() async {
    let variables = ["PATCHBAY_ENV": "test"]
    let outcome = await run("list", services: selections, variables: variables)
    #expect(outcome.problem == "environment `test`, which PATCHBAY_ENV names")
    #expect(
      await run("list", services: selections, variables: ["PATCHBAY_ENV": "tset"]).problem
        .hasPrefix(
          "error[unknown-environment]: the configuration has no environment `tset`, "
            + "which PATCHBAY_ENV names\n"))
    #expect(!outcome.result.contains("quiet"))
    for words in [["list", "--quiet"], ["list", "--environment", "test"]] {
      #expect(
        await run(words: words, services: selections, variables: variables)
          == Outcome(code: 0, result: outcome.result, problem: ""))
    }
  }

  @Test("lists types, and show describes them, in spite of mistakes")
  func typesInSpiteOfMistakes() async {
    let broken = "services: { a: { type: Plian } }"
    let list = await run("list", "types", "--format", "names", services: broken)
    #expect(list.code == 78)
    #expect(list.result == "Greeter\nLoud\nPlain")
    #expect(list.problem.hasPrefix("error[unknown-type]"))
    for name in ["Plain", "any Voice"] {
      let shown = await run("show", name, services: broken)
      #expect(shown.code == 78 && shown.problem == list.problem)
      // Which services have the type is not known.
      #expect(shown.result.contains("Plain"))
      #expect(!shown.result.contains("service"), "\(shown.result)")
    }
    #expect(await run("show", "a", services: broken).result == "")
  }

  @Test("ends with 78 for a configuration with mistakes, and lists nothing")
  func mistakes() async {
    let outcome = await run("list", services: "services: { a: { type: Plian } }")
    #expect(outcome.code == 78)
    #expect(outcome.result == "")
    #expect(outcome.problem.hasPrefix("error[unknown-type]"))
  }
}
