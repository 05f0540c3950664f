import Patchbay
import PatchbayCore
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCommand

@Suite("A graph is drawn for people and for programs")
struct GraphDrawingTests {
  private func graph(_ yaml: String) throws -> ServiceGraph {
    try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "services.yaml"))
      .plan(catalog: .wires).graph
  }

  private func example() throws -> ServiceGraph {
    try graph(
      """
      roots: [hub]
      services:
        hub:
          type: Hub
          arguments: { main: !ref plain, all: !tagged voice }
          properties: { listener: !ref asks }
        plain: { type: Plain, tags: [voice] }
        loud: { type: Loud, decorates: plain, arguments: { inner: !inner } }
        asks: { type: Asks }
        late: { type: Late, arguments: { inner: !ref plain, again: !ref hub } }

      """)
  }

  /// A chain from the last service down to the first.
  private func chain(to last: Int, and others: String) throws -> ServiceGraph {
    let links = (1...last).map {
      "  s\($0): { type: Wrap, arguments: { inner: !ref s\($0 - 1) } }\n"
    }
    return try graph("services:\n  s0: { type: Plain }\n" + links.joined() + others)
  }

  @Test("a graph is drawn as a tree")
  func asATree() throws {
    #expect(
      try example().tree(Presentation()) == """
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

  @Test("a graph is drawn for Graphviz")
  func forGraphviz() throws {
    #expect(
      try example().dot == #"""
        digraph services {
          rankdir=LR
          nodesep=0.12
          node [shape=box, height=0.3, margin="0.08,0.04", fontname=Helvetica, fontsize=11]
          edge [fontname=Helvetica, fontsize=9]
          n1 [label="hub\nHub\nroot", penwidth=2]
          n2 [label="plain\nPlain\ntagged voice", style="filled", fillcolor="#cfe6fb"]
          n3 [label="loud\nLoud\ndecorates plain"]
          n4 [label="asks\nAsks\nopaque: takes a resolver", style="dashed"]
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

  @Test("a graph is drawn for Mermaid")
  func forMermaid() throws {
    #expect(
      try example().mermaid == """
        flowchart LR
          n1["hub<br/>Hub<br/>root"]
          n2["plain<br/>Plain<br/>tagged voice"]
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
          classDef tag1 fill:#cfe6fb,color:#000
          class n2 tag1
        """)
  }

  @Test func aGraphWithoutServicesIsEmpty() throws {
    let empty = try graph("")
    #expect(empty.tree(Presentation()) == "")
    #expect(empty.dot == digraph(""))
    #expect(empty.mermaid == "flowchart LR")
  }

  @Test func servicesOfTheParentAreDrawnWhereTheyAreUsed() throws {
    let parent = try Plan(catalog: .wires) {
      Define("plain", "Plain")
      Define("loud", "Loud").argument("inner", .inner).decorates("plain")
      Define("other", "Plain").scope(.transient)
      Define("unused", "Plain")
    }
    let graph = try Plan(catalog: .wires, parent: parent) {
      Define("wrap", "Wrap").argument("inner", .reference("plain"))
      Define("again", "Loud").argument("inner", .inner).decorates("other")
    }.graph
    #expect(
      graph.tree(Presentation()) == """
        wrap: Wrap
          inner → plain: Loud (of the parent)
        again: Loud (decorates other)
          inner → other: Plain (of the parent, scope transient)
        """)
    #expect(graph.dot.split(separator: "\n").count { $0.contains("style=\"dotted\"") } == 2)
    #expect(graph.mermaid.contains("class n3,n4 parent"))
    #expect(graph.subgraph(from: "unused")?.tree(Presentation()) == "unused: Plain (of the parent)")
  }

  @Test func aCircleOfPropertiesBeginsWhereItAppears() throws {
    #expect(
      try graph(
        """
        services:
          a: { type: Twin, properties: { other: !ref b } }
          b: { type: Twin, properties: { other: !ref a } }

        """
      ).tree(Presentation()) == """
        a: Twin
          other (property) → b: Twin
            other (property) → a: Twin (above)
        """)
  }

  @Test func aLongChainIsCutIntoTreesOfItsOwn() throws {
    let again = "  again: { type: Wrap, arguments: { inner: !ref s9976 } }\n"
    let tree = try chain(to: 10_000, and: again).tree(Presentation())
    let lines = tree.split(separator: "\n")
    #expect(lines[0] == "s10000: Wrap")
    #expect(lines[24] == String(repeating: "  ", count: 24) + "inner → s9976: Wrap (below)")
    #expect(lines[25] == "s9976: Wrap")
    #expect(lines.suffix(2) == ["again: Wrap", "  inner → s9976: Wrap (above)"])
    #expect(lines.count { $0.hasSuffix("inner → s0: Plain") } == 1)
    #expect(tree.utf8.count < 1_000_000)
  }

  @Test("a service whose tree follows is marked `(below)` wherever it is")
  func whatWaitsForItsTreeIsMarkedWhereverItStands() throws {
    let top = "  top: { type: Choir, arguments: { voices: [!ref s30, !ref s7] } }\n"
    let lines = try chain(to: 30, and: top).tree(Presentation()).split(separator: "\n")
    #expect(lines[24].hasSuffix("inner → s7: Wrap (below)"))
    #expect(lines[25...27] == ["  voices → s7: Wrap (below)", "s7: Wrap", "  inner → s6: Wrap"])
    #expect(lines.count == 34)
  }

  @Test(
    "no text of a graph is read as a part of the drawing",
    arguments: [
      (
        "quote\"\\N\n%%{init}%%", #"quote\"\\N\\n%%{init}%%"#,
        "quote#34;#92;N#92;n#37;#37;#123;init#125;#37;#37;"
      ),
      ("</b>&lt;|`end`", "</b>&amp;lt;|`end`", "#60;/b#62;#38;lt#59;#124;#96;end#96;"),
      (
        "\u{1B}[31m\u{202E}é", #"\\u{1B}[31m\\u{202E}é"#,
        "#92;u#123;1B#125;[31m#92;u#123;202E#125;é"
      ),
    ])
  func nothingInATextIsRead(text: String, dot: String, mermaid: String) throws {
    let catalog = FactoryCatalog("odd") {
      Factory(text) { Plain(ending: "") }
      Factory("Wrap", .service(text)) { (inner: Plain) -> Loud in Loud(inner: inner) }
    }
    // Neither a file nor a program may use such a key.
    let here = Provenance(
      Origin(place: .swift(SwiftLocation(fileID: "T/T.swift", line: 1)), layer: 0))
    let odd = Definition(key: text, provenance: here, type: Located(text, here))
    var wrap = Definition(key: "wrap", provenance: here, type: Located("Wrap", here))
    let reference = ServiceUse(.reference(Located(text, here)), place: here.place)
    wrap.arguments = [
      Argument(
        name: text, namePlace: here.place, value: ConfigurationValue(.service(reference), here))
    ]
    var definitions = DefinitionSet()
    definitions.layers = ["base"]
    definitions.definitions = [odd, wrap]
    let graph = try Plan(definitions, catalog: catalog).graph

    #expect(
      graph.dot
        == digraph(
          """
          n1 [label="\(dot)\\n\(dot)"]
          n2 [label="wrap\\nWrap"]
          n2 -> n1 [label="\(dot)"]
          """))
    #expect(
      graph.mermaid == """
        flowchart LR
          n1["\(mermaid)<br/>\(mermaid)"]
          n2["wrap<br/>Wrap"]
          n2 -->|"\(mermaid)"| n1
        """)
    #expect(graph.tree(Presentation()).split(separator: "\n").count == 2)
    // Of the colours, that of the root alone.
    #expect(graph.tree(Presentation(isColored: true)).count { $0 == "\u{1B}" } == 2)
  }
}

private struct Hub: Sendable { var listener: any Voice }

private final class Twin: Sendable {
  let other = Guarded<Twin?>(nil)
}

extension FactoryCatalog {
  /// One factory for each kind of line in a drawing.
  fileprivate static let wires = FactoryCatalog("wires") {
    Factory("Plain") { Plain(ending: "") }.provides((any Voice).self) { $0 }
    Factory("Wrap", .service("inner"), make: Loud.init(inner:))
      .provides((any Voice).self) { $0 }
    Factory("Loud", .service("inner"), make: Loud.init(inner:))
      .provides((any Voice).self) { $0 }
    Factory("Choir", .services("voices")) { (voices: [any Voice]) -> Loud in
      Loud(inner: voices[0])
    }
    Factory("Hub", .service("main"), .services("all")) {
      (main: any Voice, all: [any Voice]) -> Hub in Hub(listener: main)
    }
    .property("listener", as: (any Voice).self) { hub, listener in hub.listener = listener }
    Factory("Late", .provider("inner", as: (any Voice).self), .lazy("again", as: Hub.self)) {
      (inner: Provider<any Voice>, again: Lazy<Hub>) -> Plain in Plain(ending: "")
    }
    Factory("Asks", .resolver) { (resolver: Resolver) -> any Voice in Plain(ending: "") }
    Factory("Twin") { Twin() }
      .property("other", as: Twin.self) { twin, other in twin.other.withLock { $0 = other } }
  }
}

/// Returns a drawing for Graphviz with some lines, without a line break at the end.
func digraph(_ lines: String) -> String {
  let lines = """
    rankdir=LR
    nodesep=0.12
    node [shape=box, height=0.3, margin="0.08,0.04", fontname=Helvetica, fontsize=11]
    edge [fontname=Helvetica, fontsize=9]

    """ + lines
  return (["digraph services {"] + lines.split(separator: "\n").map { "  " + $0 } + ["}"])
    .joined(separator: "\n")
}
