import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("A mistaken option")
struct MistakenOptionTests {
  private static let services = """
    services:
      voice: { type: Plain }
      greeter: { type: Greeter, arguments: { voice: !ref voice, name: $(env:WHO) } }
    environments:
      production: { services: { greeter: { arguments: { name: you } } } }
      test: { services: { greeter: { arguments: { name: me } } } }

    """

  private func problem(_ words: String...) async -> String {
    await run(words: words, services: Self.services).problem
  }

  @Test("says that no environment is selected where only the base needs a variable")
  func noEnvironment() async {
    let help =
      "help: no environment is selected: choose one with `--environment`, or set PATCHBAY_ENV: "
      + "`production` or `test`"
    #expect(await problem("greet").contains(help))
    #expect(await !problem("greet", "--environment", "test").contains("help: "))
  }

  @Test("says once how to list and to set the variables that a command of the program needs")
  func missingVariables() async {
    let services = Self.services.replacing("name: you", with: "name: $(env:A)$(env:B)")
    let words = ["greet", "--environment", "production"]
    let problem = await run(words: words, services: services).problem
    let help =
      "help: `env` lists all variables, "
      + "and `--env-file FILE` reads them from a file"
    #expect(problem.components(separatedBy: help).count == 2, Comment(rawValue: problem))
    #expect(problem.contains("\n  A  ") && problem.contains("\n  B  "))
  }

  @Test(
    "says that no environment is selected, and which there are, where one could help",
    arguments: [
      "services: { greeter: { type: Greeter, arguments: { voice: !ref voice, name: a } } }",
      """
      parameters: { name: !required }
      services:
        voice: { type: Plain }
        greeter: { type: Greeter, arguments: { voice: !ref voice, name: $(name) } }
      """,
      """
      services:
        voice: { type: Plain }
        greeter: { type: Greeter, arguments: { voice: !ref voice, name: $(name) } }
      """,
    ],
    ["greet", "list"])
  func environmentsThatThereAre(base: String, word: String) async {
    let services =
      base + "\nenvironments: { a: {}, b: {}, c: {}, d: { parameters: { name: x }, "
      + "services: { voice: { type: Plain } } } }\n"
    let found = await run(words: [word], services: services).problem
    #expect(found.contains("error["))
    #expect(
      found.contains(
        "help: no environment is selected: choose one with `--environment`, or set PATCHBAY_ENV: "
          + "`a`, `b`, `c`, or `d`"))
    #expect(!found.contains("the known environments are"))
    let selected = await run(words: [word, "--environment", "d"], services: services).problem
    #expect(!selected.contains("error["), Comment(rawValue: selected))
  }

  @Test("with a part of an environment's name asks for the whole")
  func partOfAName() async {
    #expect(
      await problem("greet", "--environment", "prod").contains("help: did you mean `production`?"))
  }

  @Test("with a pattern for one overlay names the option for patterns")
  func patternForAnOverlay() async {
    let found = await problem("greet", "--overlay", "nowhere/*.yaml")
    #expect(found.contains("`check --overlays 'nowhere/*.yaml'` tries each file"))
    #expect(await !problem("greet", "--overlay", "nowhere/a.yaml").contains("--overlays"))
  }

  @Test("a check without options says if the base alone has errors that no environment has")
  func baseAlone() async {
    let services = Self.services.replacing("name: $(env:WHO)", with: "times: 1")
    let line =
      "without an environment, the configuration has 1 error: `--base` shows it"
    #expect(await run(words: ["check"], services: services).result.contains(line))
    #expect(await run(words: ["check"], services: services).code == 0)
    #expect(await run(words: ["check", "--base"], services: services).code == 78)
    #expect(await !run(words: ["check"], services: Self.services).result.contains("without an"))
    #expect(
      await !run(words: ["check", "--environment", "test"], services: services).result.contains(
        "without an"))
  }
}
