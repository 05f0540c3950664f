import PatchbayCommand
import TestSupport
import Testing

@Suite("graph")
struct GraphCommandTests {
  @Test("draws all services, starting with those without dependents")
  func all() async {
    #expect(
      await run("graph")
        == Outcome(
          code: 0,
          result: """
            greeter: Greeter (also hello)
              voice → voice.loud: Loud (decorates voice)
                inner → voice: Plain
            """,
          problem: ""))
  }

  @Test("draws what a key leads to: of a service, a decorator or an alias")
  func keys() async {
    let voice = "voice.loud: Loud (decorates voice)\n  inner → voice: Plain"
    for key in ["voice", "voice.loud"] { #expect(await run("graph", key).result == voice) }
    #expect(await run("graph", "hello").result == run("graph").result)
  }

  @Test("draws the environment and the overlays of the options")
  func environment() async throws {
    let quiet = "greeter: Greeter (also hello)\n  voice → voice: Plain"
    #expect(await run("graph", "--environment", "quiet").result == quiet)
    #expect(await run("graph", variables: ["PATCHBAY_ENV": "quiet"]).result == quiet)
    let folder = try TemporaryFolder()
    let overlay = try folder.write("services: { voice.loud: !remove }\n", to: "o.yaml")
    #expect(await run("graph", "greeter", "--overlay", overlay).result == quiet)
  }

  @Test("writes what Graphviz and Mermaid read")
  func formats() async {
    #expect(
      await run("graph", "voice", "--format", "dot").result == #"""
        digraph services {
          rankdir=LR
          node [shape=box, fontname=Helvetica, fontsize=11]
          edge [fontname=Helvetica, fontsize=9]
          n1 [label="voice\nPlain"]
          n2 [label="voice.loud\nLoud\ndecorates voice"]
          n2 -> n1 [label="inner", penwidth=2]
        }
        """#)
    #expect(
      await run("graph", "voice", "--format=mermaid").result == """
        flowchart LR
          n1["voice<br/>Plain"]
          n2["voice.loud<br/>Loud<br/>decorates voice"]
          n2 ==>|"inner"| n1
        """)
    #expect(await run("graph", "voice", "--format", "tree").result == run("graph", "voice").result)
  }

  @Test("shows no value, and so no secret")
  func secrets() async {
    for format in ["tree", "dot", "mermaid", "json"] {
      let outcome = await run("graph", "--format", format)
      #expect(outcome.code == 0)
      #expect(!outcome.result.contains("hunter2"))
      #expect(outcome.result.contains("world") == (format == "json"))
    }
  }

  @Test("draws a disabled entry alone, by its key, and knows the key")
  func disabled() async {
    let services = "services: { voice: { type: Plain, enabled: false } }"
    for words in [["graph"], ["graph", "voice"]] {
      #expect(
        await run(words: words, services: services)
          == Outcome(code: 0, result: "voice: Plain (disabled)", problem: ""))
    }
    let outcome = await run("graph", "voise", services: services)
    #expect(outcome.code == 64)
    #expect(outcome.problem.contains("did you mean `voice`?"))
  }

  @Test("needs no variable, and draws what one switches on")
  func variables() async {
    let services = """
      services:
        voice: { type: Plain, enabled: $(env:VOICE) }
        greeter: { type: Greeter, arguments: { name: $(env:NAME), voice: !ref voice } }
      """
    for variables in [[:], ["VOICE": "false", "NAME": "x"], ["VOICE": "no"]] {
      let outcome = await run(words: ["graph"], services: services, variables: variables)
      #expect(
        outcome
          == Outcome(
            code: 0, result: "greeter: Greeter\n  voice → voice: Plain", problem: ""))
    }
  }

  @Test("says so where there is nothing to draw")
  func nothing() async {
    #expect(
      await run("graph", services: "") == Outcome(code: 0, result: "no services", problem: ""))
  }

  @Test("ends with 64 for a key or a format that there is not")
  func unknown() async {
    #expect(
      await run("graph", "greter", "--environment", "quiet")
        == Outcome(
          code: 64, result: "",
          problem: """
            error: no service has the key `greter` in the environment `quiet`
            help: did you mean `greeter`?
            usage: greeter graph [KEY] [OPTION ...]
            """))
    #expect(
      await run("graph", "--format", "svg")
        == Outcome(
          code: 64, result: "",
          problem: """
            error: `--format` cannot be `svg`
            help: it is one of `tree`, `dot`, `mermaid`, or `json`
            usage: greeter graph [KEY] [OPTION ...]
            """))
    #expect(
      await run("graph", "a", "b").problem.hasPrefix("error: the argument `b` is one too many"))
    #expect(await run("graph", "--environment", "tset").code == 64)
  }

  @Test("ends with 78 and reports all mistakes")
  func mistakes() async {
    let services = "services:\n  voice: { type: Plian }\n  greeter: { type: Greter }\n"
    let outcome = await run("graph", "voice", services: services)
    #expect(outcome.code == 78)
    #expect(outcome.result == "")
    #expect(outcome.problem.contains("`Plian`") && outcome.problem.contains("`Greter`"))
  }
}
