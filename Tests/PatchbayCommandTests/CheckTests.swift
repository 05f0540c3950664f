import Foundation
import Patchbay
import PatchbayCommand
import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("check")
struct CheckTests {
  /// What is below the result for the variable of the program.
  private static let unread =
    "1 variable was not read: `--variables process` checks its value"

  @Test("names the environments that it checked")
  func healthy() async {
    #expect(
      await run("check")
        == Outcome(
          code: 0, result: "checked quiet, test: no mistakes\n\(Self.unread)", problem: ""))
    #expect(
      await run("check", "--environment", "test", "--base").result
        == "checked the base, test: no mistakes")
    #expect(await run("check", "--base").result.hasPrefix("checked the base: no mistakes"))
    #expect(
      await run("check", services: "services: { voice: { type: Plain } }\n").result
        == "checked Config/services.yaml: no mistakes\n2 types of the catalog are not used: `Greeter` and `Loud`"
    )
  }

  @Test("reports what is wrong with the catalog once, for whatever environments there are")
  func catalog() async {
    let catalog = FactoryCatalog("greetings", fileID: "App/Catalog.swift", line: 3) {
      FactoryCatalog.greetings
      Factory("Loud", fileID: "App/Catalog.swift", line: 20) { Plain(ending: "!!") }
    }
    #expect(
      await run("check", catalog: catalog)
        == Outcome(
          code: 78,
          result: """
            error[duplicate-factory]: two factories are named `Loud`
             --> App/Catalog.swift:20: declared here again
             ::: App/Catalog.swift:5: declared here before
            help: give each a name of its own

            checked quiet, test: 1 error
            \(Self.unread)
            """,
          problem: ""))
  }

  static let broken = """
    services:
      voice: { type: Plian }
    environments:
      one: {}
      two:
        services:
          greeter: { type: Greeter, arguments: { voice: !ref voice } }

    """

  @Test("reports a mistake of all environments once, and lists the environments of others")
  func shared() async {
    #expect(
      await run("check", services: Self.broken)
        == Outcome(
          code: 78,
          result: """
            error[unknown-type]: no factory is registered for the type name `Plian`
             --> Config/services.yaml:2:18
              |
            2 |   voice: { type: Plian }
              |   -----          ^^^^^ not in the catalog
              |   |
              |   while binding `voice`
              |
              = note: the catalog `greetings` is built at App/Catalog.swift:3 and registers 3 type names
            help: did you mean `Plain`?
                - voice: { type: Plian }
                + voice: { type: Plain }

            error[missing-argument]: `Greeter` needs the argument `name`, which `greeter` does not give
             --> Config/services.yaml:7:33
              |
            7 |       greeter: { type: Greeter, arguments: { voice: !ref voice } }
              |                                 ^^^^^^^^^ `name` is missing here
              |
              = note: declared at App/Catalog.swift:6: Greeter(voice: any Voice, name: String, \
            token: String = "", times: Int = 1)
              = note: found in the environment `two`
            help: add the argument
                + name: <String>

            checked one, two: 2 errors
            """,
          problem: ""))
  }

  @Test("gives one line each for CI")
  func lines() async {
    #expect(
      await run("check", "--format", "line", services: Self.broken)
        == Outcome(
          code: 78,
          result: """
            Config/services.yaml:2:18: error: no factory is registered for the type name 'Plian' \
            [unknown-type]; did you mean 'Plain'?
            Config/services.yaml:7:33: error: 'Greeter' needs the argument 'name', which 'greeter' \
            does not give (found in the environment 'two') [missing-argument]; add the argument
            checked one, two: 2 errors
            """,
          problem: ""))
  }

  @Test("gives JSON alone to programs")
  func json() async throws {
    for (services, count) in [(Self.broken, 2), (Texts.services, 0)] {
      let text = await run("check", "--format=json", services: services).result
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect((object?["diagnostics"] as? [Any])?.count == count)
    }
  }

  @Test("gives SARIF alone to code scanning")
  func sarif() async throws {
    let text = await run("check", "--format=sarif", services: Self.broken).result
    let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let run = try #require((log?["runs"] as? [[String: Any]])?.first)
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    #expect(driver?["name"] as? String == "greeter")
    let results = run["results"] as? [[String: Any]]
    #expect(results?.map { $0["ruleId"] as? String } == ["unknown-type", "missing-argument"])
  }

  @Test(
    "with --strict ends with 1 where something is not checked, and says in every format what",
    arguments: ["terminal", "line", "json", "github"])
  func strict(_ format: String) async {
    let services = """
      services:
        voice: { type: Plain }
        loud: { type: Loud, decorates: voice, priority: $(env:ORDER), arguments: { inner: !inner } }

      """
    let lax = await run("check", "--format", format, services: services)
    #expect(lax.code == 0 && lax.problem.isEmpty)
    let strict = await run("check", "--strict", "--format", format, services: services)
    #expect(strict.code == 1)
    // The line that is proposed has the option, too.
    #expect(strict.result.replacing(" --strict", with: "") == lax.result)
    #expect(strict.result.contains("unchecked-shape"))
    // A warning says so.
    #expect(strict.problem.isEmpty)
    let right = await run("check", "--strict", "--format", format)
    #expect(right.code == 0 && right.problem.isEmpty)
  }

  @Test("takes linear time where each environment lacks what others might have")
  func manyEnvironments() async {
    func steps(_ count: Int) async -> Int {
      let services =
        "services: { voice: { type: Plain, arguments: { ending: $(ending) } } }\nenvironments:\n"
        + (0..<count).map { "  e\($0): { parameters: { other: a } }\n" }.joined()
      let meter = WorkMeter()
      let outcome = await WorkMeter.$current.withValue(meter) {
        await run("check", "--format", "line", services: services)
      }
      #expect(outcome.result.hasSuffix(": 1 error"))
      return meter.steps
    }
    let (once, twice) = (await steps(200), await steps(400))
    #expect(Double(twice) < 2.2 * Double(once), "\(once) and \(twice) steps")
  }

  @Test("reports a mistake once where environments have different names near the right one")
  func furtherPlaces() async {
    let outcome = await run(
      "check", "--format", "line",
      services: """
        services: { greeter: { type: Greeter, arguments: { name: a, voice: !ref voise } } }
        environments:
          one: { services: { voice: { type: Plain } } }
          two: { services: { voice: { type: Plain } } }
        """)
    #expect(
      outcome.result == """
        Config/services.yaml:1:73: error: 'greeter' depends on 'voise', which no layer defines \
        [unknown-service]; did you mean 'voice'?
        checked one, two: 1 error
        """)
  }

  @Test("names no unused type where no service is defined")
  func nothingDefined() async {
    #expect(
      await run("check", services: "# nothing yet\n").result.hasSuffix(
        "\n\nchecked Config/services.yaml: 1 warning"))
  }

  @Test("has the format for people under one name, too", arguments: ["check", "env"])
  func textFormat(_ command: String) async {
    #expect(await run(command, "--format", "text") == run(command))
  }

  @Test("lays overlays over every environment, and takes another root file")
  func overlays() async throws {
    let folder = try TemporaryFolder()
    let overlay = try folder.write("services:\n  greter: { scope: transient }\n", to: "o.yaml")
    let outcome = await run("check", "--overlay", overlay)
    #expect(outcome.code == 78)
    #expect(outcome.result.hasPrefix("error[patch-without-base]: "))
    #expect(
      outcome.result.hasSuffix("checked quiet, test with \(overlay): 1 error\n\(Self.unread)"))
    let both = await run(
      "check", "--overlay", overlay, "--overlays", folder.file("*.yaml"), "--environment", "test")
    #expect(
      both.result.contains("\nchecked test with \(overlay) and with 1 overlay, 2 combinations: "),
      "\(both)")
    let other = try folder.write("services: { voice: { type: Plain } }\n", to: "other.yaml")
    #expect(
      await run("check", "--config", other).result.hasPrefix("checked \(other): no mistakes\n"))
  }

  @Test("of a configuration that cannot be read checks no environment")
  func unreadable() async {
    let outcome = await run("check", "--config", "/nowhere/services.yaml")
    #expect(outcome.code == 78)
    #expect(outcome.result.hasPrefix("error[file-not-found]: "))
    #expect(outcome.result.hasSuffix("\n\n1 error; no environment could be checked"))
  }

  @Test("says which option names a file that is not there, and where it was looked for")
  func missingFiles() async throws {
    let folder = FileManager.default.currentDirectoryPath
    let note = "  = note: it was looked for in the working directory, `\(folder)`"
    #expect(
      await run("check", "--config", "nowhere/services.yaml").result == """
        error[file-not-found]: `--config` names `nowhere/services.yaml`, but there is no such file
         --> nowhere/services.yaml: not found
        \(note)

        1 error; no environment could be checked
        """)
    #expect(
      await run("check", "--overlay", "nowhere.yaml").result.hasPrefix(
        """
        error[file-not-found]: `--overlay` names `nowhere.yaml`, but there is no such file
         --> nowhere.yaml: not found
        \(note)
        """))
    #expect(
      await run("check", "--overlay", "nowhere.yaml").result.hasSuffix(
        "\n\n1 error; no environment could be checked"))
    let variables = await run("check", "--variables", "nowhere.env", services: Texts.services)
    #expect(variables.result.hasSuffix("\n\nchecked quiet, test: 1 error"))
    let overlays = try TemporaryFolder()
    let overlay = try overlays.write("services: {}\n", to: "read-only.yaml")
    #expect(
      await run("check", "--overlay", String(overlay.dropLast(5))).result.contains(
        "help: did you mean `\(overlay)`?"))
    let recorder = Recorder()
    let command = PatchbayCommand(
      "greeter", catalog: .greetings, configuration: "nowhere/services.yaml", variables: [:],
      output: recorder.output())
    #expect(await command.run(["graph"]) == 78)
    #expect(
      recorder.problem == """
        error[file-not-found]: the program is configured by `nowhere/services.yaml`, but there is no such file
         --> nowhere/services.yaml: not found
        \(note)
        help: start the program in the folder that has it, or name a file with `--config FILE`
        """)
  }

  @Test(
    "warns where a file of variables selects an environment that is not checked",
    arguments: [
      ("test", [], nil), ("", [], nil),
      ("test", ["--environment", "quiet"], "`test`, which is not checked"),
      ("tset", [], "that the configuration does not have"),
    ] as [(String, [String], String?)])
  func selectionOfVariables(_ name: String, _ words: [String], _ warning: String?) async throws {
    let folder = try TemporaryFolder(["a.env": "PATCHBAY_ENV=\(name)\n"])
    let outcome = await run(words: ["check", "--variables", folder.file("a.env")] + words)
    #expect(outcome.code == 0)
    #expect(outcome.result.contains("warning[unknown-environment]") == (warning != nil))
    #expect(warning.map { outcome.result.contains($0) } ?? true)
    #expect(outcome.result.contains("did you mean `test`?") == (name == "tset"))
  }

  @Test(
    "proposes files of YAML with a similar name, or in a folder with a similar name",
    arguments: [
      ("Config/servces.yaml", "Config/services.yaml"),
      ("Confg/services.yaml", "Config/services.yaml"),
      ("Confg/other.yaml", nil), ("Config/services.jaml", "Config/services.yaml"),
      ("Config/services.yml", "Config/services.yaml"),
    ] as [(String, String?)])
  func similarFiles(_ path: String, _ meant: String?) async throws {
    let folder = try TemporaryFolder([
      "Config/services.yaml": Texts.services, "Config/services.yaml~": "",
      "Config/service.json": "",
      "Config/services": "",
    ])
    let outcome = await run("check", "--config", folder.file(path))
    #expect(outcome.code == 78)
    let help = meant.map { "\nhelp: did you mean `\(folder.file($0))`?" } ?? ""
    #expect(
      outcome.result == """
        error[file-not-found]: `--config` names `\(folder.file(path))`, but there is no such file
         --> \(folder.file(path)): not found\(help)

        1 error; no environment could be checked
        """)
  }

  @Test("proposes the overlay of a name in the folders next to the root file")
  func overlayWithoutFolder() async throws {
    let folder = try TemporaryFolder([
      "Config/services.yaml": Texts.services, "Config/overlays/read-only.yaml": "services: {}\n",
    ])
    let outcome = await run(
      "check", "--config", folder.file("Config/services.yaml"), "--overlay", "read-only.yaml")
    #expect(outcome.code == 78)
    let path = folder.file("Config/overlays/read-only.yaml")
    #expect(outcome.result.contains("\nhelp: did you mean `\(path)`?\n"), "\(outcome)")
  }

  @Test("uses colours only where they are wanted")
  func colors() async {
    #expect(await run("check", services: Self.broken, color: true).result.contains("\u{1B}[1;31m"))
    #expect(await !run("check", services: Self.broken).result.contains("\u{1B}"))
  }
}
