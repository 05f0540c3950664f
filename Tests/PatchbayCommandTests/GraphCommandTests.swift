import Patchbay
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
      await run("graph", "voice", "--format", "dot").result
        == digraph(
          #"""
          n1 [label="voice\nPlain"]
          n2 [label="voice.loud\nLoud\ndecorates voice"]
          n2 -> n1 [label="inner", penwidth=2]
          """#))
    #expect(
      await run("graph", "voice", "--format=mermaid").result == """
        flowchart LR
          n1["voice<br/>Plain"]
          n2["voice.loud<br/>Loud<br/>decorates voice"]
          n2 ==>|"inner"| n1
        """)
    for format in ["tree", "text"] {
      #expect(
        await run("graph", "voice", "--format", format).result == run("graph", "voice").result)
    }
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

  @Test("draws no disabled entry, and knows its key")
  func disabled() async {
    let services = "services: { voice: { type: Plain, enabled: false } }"
    #expect(
      await run(words: ["graph"], services: services)
        == Outcome(code: 0, result: "no services", problem: ""))
    let outcome = await run("graph", "voice", services: services)
    #expect(outcome.code == 64)
    #expect(outcome.problem.contains("`voice` is disabled: `show voice` says where"))
    let unknown = await run("graph", "voise", services: services)
    #expect(unknown.code == 64)
    #expect(unknown.problem.contains("did you mean `voice`?"))
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

  /// Three levels, of which the middle has a scope and the last a tag.
  private static let levels = """
    scopes: [request]
    services:
      top: { type: Greeter, scope: request, arguments: { name: x, voice: !ref loud } }
      loud: { type: Loud, scope: request, arguments: { inner: !ref voice } }
      other: { type: Loud, arguments: { inner: !ref voice } }
      voice: { type: Plain, tags: [polite, "<b>"] }
    """

  @Test("frames the scopes and colours the tags")
  func frames() async {
    #expect(
      await run("graph", "--format", "dot", services: Self.levels).result
        == digraph(
          #"""
          n3 [label="other\nLoud"]
          n4 [label="voice\nPlain\ntagged polite\ntagged <b>", style="filled", fillcolor="#cfe6fb"]
          subgraph cluster_1 {
            label="scope request"; fontname=Helvetica; fontsize=10; style=rounded
            n1 [label="top\nGreeter"]
            n2 [label="loud\nLoud"]
          }
          n1 -> n2 [label="voice"]
          n2 -> n4 [label="inner"]
          n3 -> n4 [label="inner"]
          """#))
    #expect(
      await run("graph", "--format", "mermaid", services: Self.levels).result == """
        flowchart LR
          n3["other<br/>Loud"]
          n4["voice<br/>Plain<br/>tagged polite<br/>tagged #60;b#62;"]
          subgraph s1["scope request"]
            n1["top<br/>Greeter"]
            n2["loud<br/>Loud"]
          end
          n1 -->|"voice"| n2
          n2 -->|"inner"| n4
          n3 -->|"inner"| n4
          classDef tag1 fill:#cfe6fb,color:#000
          class n4 tag1
        """)
  }

  @Test("draws a tag as a node where several services are passed several")
  func hubs() async {
    let catalog = FactoryCatalog("choir") {
      FactoryCatalog.greetings
      Factory("Choir", .services("voices")) { (voices: [any Voice]) in 1 }
    }
    func arrows(_ choirs: Int, _ voices: Int, _ format: String) async -> [String] {
      let readers = (0..<choirs).map {
        "  c\($0): { type: Choir, arguments: { voices: !tagged v } }\n"
      }
      let members = (0..<voices).map { "  v\($0): { type: Plain, tags: [v] }\n" }
      let services = "services:\n" + readers.joined() + members.joined()
      let outcome = await run("graph", "--format", format, services: services, catalog: catalog)
      let lines = outcome.result.split(separator: "\n").map { line in
        String(line.drop { $0 == " " })
      }
      return lines.filter { $0.contains("->") || $0.hasPrefix("t1") }
    }
    #expect(await arrows(2, 2, "dot").count == 4)
    #expect(
      await arrows(2, 3, "dot") == [
        #"t1 [label="tag v", shape=ellipse]"#,
        #"n1 -> t1 [label="voices (tagged v)"]"#, #"t1 -> n3 [label=""]"#,
        #"t1 -> n4 [label=""]"#, #"t1 -> n5 [label=""]"#,
        #"n2 -> t1 [label="voices (tagged v)"]"#,
      ])
    #expect(
      await arrows(2, 3, "mermaid") == [
        #"t1(["tag v"])"#, #"n1 -->|"voices (tagged v)"| t1"#, "t1 --> n3", "t1 --> n4",
        "t1 --> n5", #"n2 -->|"voices (tagged v)"| t1"#,
      ])
    // More texts than that would cover the drawing.
    #expect(await arrows(1, 100, "dot").allSatisfy { $0.contains("label") })
    #expect(await arrows(1, 101, "dot").allSatisfy { $0.contains("tooltip") })
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
            error: there is no service `greter` in the environment `quiet`
            help: did you mean `greeter`?
            usage: greeter graph [KEY] [OPTION ...]
            """))
    #expect(
      await run("graph", "--format", "xml")
        == Outcome(
          code: 64, result: "",
          problem: """
            error: `--format` cannot be `xml`
            help: it is one of `tree`, `dot`, `mermaid`, `json`, or `text`
            usage: greeter graph [KEY] [OPTION ...]
            """))
    #expect(
      await run("graph", "voise").problem.hasPrefix(
        "error: there is no service `voise`\nhelp: did you mean `voice`?\n"))
    #expect(
      await run("graph", "a", "b").problem.hasPrefix("error: unexpected argument `b`"))
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
