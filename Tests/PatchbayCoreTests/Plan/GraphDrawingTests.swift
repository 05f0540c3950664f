import PatchbayConfiguration
import Testing

@testable import PatchbayCore

@Suite("A graph is drawn for people and for programs")
struct GraphDrawingTests {
  private func graph(
    _ build: (inout TestDefinitions) -> Void
  ) throws -> ServiceGraph {
    try definitions(build).plan(.wires).graph
  }

  private func example() throws -> ServiceGraph {
    try graph {
      $0.define("hub", "Hub", ["main": .ref("plain"), "all": .tagged("voice")])
      $0.set("listener", of: "hub", .ref("asks"))
      $0.define("plain", "Plain", tags: ["voice": 0])
      $0.define("loud", "Loud", ["inner": .inner], decorates: "plain")
      $0.define("asks", "Asks")
      $0.define("late", "Late", ["inner": .ref("plain"), "again": .ref("hub")])
      let root = $0.located("hub")
      $0.set.roots = [root]
    }
  }

  @Test func asATree() throws {
    #expect(
      try example().tree == """
        hub: Hub (root)
          main → loud: Loud (decorates plain)
            inner → plain: Plain
          all (tagged voice) → loud: Loud (above)
          listener (property) → asks: Asks (opaque: takes a resolver)
        late: Late
          inner (deferred) → loud: Loud (above)
          again (deferred) → hub: Hub (above)
        """)
  }

  @Test func forGraphviz() throws {
    #expect(
      try example().dot == #"""
        digraph services {
          rankdir=LR
          node [shape=box]
          n1 [label="hub\nHub\nroot", penwidth=2]
          n2 [label="plain\nPlain"]
          n3 [label="loud\nLoud\ndecorates plain"]
          n4 [label="asks\nAsks\nopaque: takes a resolver", style=dashed]
          n5 [label="late\nLate"]
          n1 -> n3 [label="main"]
          n1 -> n3 [label="all (tagged voice)"]
          n1 -> n4 [label="listener (property)", arrowhead=empty]
          n3 -> n2 [label="inner", penwidth=2]
          n5 -> n3 [label="inner (deferred)", style=dashed]
          n5 -> n1 [label="again (deferred)", style=dashed]
        }
        """#)
  }

  @Test func forMermaid() throws {
    #expect(
      try example().mermaid == """
        flowchart LR
          n1["hub<br/>Hub<br/>root"]
          n2["plain<br/>Plain"]
          n3["loud<br/>Loud<br/>decorates plain"]
          n4["asks<br/>Asks<br/>opaque: takes a resolver"]
          n5["late<br/>Late"]
          n1 -->|"main"| n3
          n1 -->|"all (tagged voice)"| n3
          n1 -->|"listener (property)"| n4
          n3 ==>|"inner"| n2
          n5 -.->|"inner (deferred)"| n3
          n5 -.->|"again (deferred)"| n1
          classDef root stroke-width:3px
          class n1 root
          classDef opaque stroke-dasharray:6 4
          class n4 opaque
        """)
  }

  @Test func aCircleOfPropertiesBeginsWhereItAppears() throws {
    let catalog = FactoryCatalog("pairs") {
      Factory("Twin") { Twin() }
        .property("other", as: Twin.self) { twin, other in twin.other.withLock { $0 = other } }
    }
    let definitions = definitions {
      $0.define("a", "Twin")
      $0.define("b", "Twin")
      $0.set("other", of: "a", .ref("b"))
      $0.set("other", of: "b", .ref("a"))
    }
    #expect(
      try definitions.plan(catalog).graph.tree == """
        a: Twin
          other (property) → b: Twin
            other (property) → a: Twin (above)
        """)
  }

  @Test func aLongChainIsCutIntoTreesOfItsOwn() throws {
    let tree = try graph { definitions in
      definitions.define("s0", "Plain")
      for index in 1...10_000 {
        definitions.define("s\(index)", "Wrap", ["inner": .ref("s\(index - 1)")])
      }
      definitions.define("again", "Wrap", ["inner": .ref("s9976")])
    }.tree
    let lines = tree.split(separator: "\n")
    #expect(lines[0] == "s10000: Wrap")
    #expect(lines[24] == String(repeating: "  ", count: 24) + "inner → s9976: Wrap (below)")
    #expect(lines[25] == "s9976: Wrap")
    #expect(lines.suffix(2) == ["again: Wrap", "  inner → s9976: Wrap (above)"])
    #expect(lines.count { $0.hasSuffix("inner → s0: Plain") } == 1)
    #expect(tree.utf8.count < 1_000_000)
  }

  @Test func whatWaitsForItsTreeIsMarkedWhereverItStands() throws {
    let tree = try graph { definitions in
      definitions.define("s0", "Plain")
      for index in 1...30 {
        definitions.define("s\(index)", "Wrap", ["inner": .ref("s\(index - 1)")])
      }
      definitions.define("top", "Choir", ["voices": .list([.ref("s30"), .ref("s7")])])
    }.tree
    let lines = tree.split(separator: "\n")
    #expect(lines[24].hasSuffix("inner → s7: Wrap (below)"))
    #expect(lines[25...27] == ["  voices → s7: Wrap (below)", "s7: Wrap", "  inner → s6: Wrap"])
    #expect(lines.count == 34)
  }

  @Test(arguments: [
    (
      "quote\"\\N\n%%{init}%%", #"quote\"\\N\\n%%{init}%%"#,
      "quote#34;#92;N#92;n#37;#37;#123;init#125;#37;#37;"
    ),
    ("</b>&lt;|`end`", "</b>&amp;lt;|`end`", "#60;/b#62;#38;lt#59;#124;#96;end#96;"),
    ("\u{1B}[31m\u{202E}é", #"\\u{1B}[31m\\u{202E}é"#, "#92;u#123;1B#125;[31m#92;u#123;202E#125;é"),
  ])
  func nothingInATextIsRead(text: String, dot: String, mermaid: String) throws {
    let catalog = FactoryCatalog("odd") {
      Factory(text) { Plain() }
      Factory("Wrap", .service(text)) { (inner: Plain) -> Polite in Polite(inner: inner) }
    }
    let graph = try definitions {
      $0.define(text, text)
      $0.define("wrap", "Wrap", [text: .ref(text)])
    }.plan(catalog).graph

    #expect(
      graph.dot == """
        digraph services {
          rankdir=LR
          node [shape=box]
          n1 [label="\(dot)\\n\(dot)"]
          n2 [label="wrap\\nWrap"]
          n2 -> n1 [label="\(dot)"]
        }
        """)
    #expect(
      graph.mermaid == """
        flowchart LR
          n1["\(mermaid)<br/>\(mermaid)"]
          n2["wrap<br/>Wrap"]
          n2 -->|"\(mermaid)"| n1
        """)
    #expect(graph.tree.split(separator: "\n").count == 2)
    #expect(!graph.tree.contains("\u{1B}"))
  }
}

final class Twin: Sendable { let other = Locked<Twin?>(nil) }
