import PatchbayConfiguration
import PatchbayDiagnostics
import Synchronization
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("The state of the fast path does not grow with use")
struct BoundedStateTests {
  @Test func definitionsUnderTextsTakeNoNumbersOfKeys() throws {
    let name = "bounded-state"
    let plan = try Plan {
      Provide("\(name)-closure", as: Node.self) { Node("closure") }
      Provide("\(name)-resolver", as: Node.self) { (resolver: Resolver) in
        try resolver.resolve("\(name)-closure", as: Node.self)
      }
      Provide("\(name)-instance", instance: Node("instance"))
    }
    let container = Container(plan)
    for kind in ["closure", "resolver", "instance"] {
      _ = try container.resolve("\(name)-\(kind)", as: Node.self)
      #expect(!KeyNumbers.has("\(name)-\(kind)"))
    }
    // What a program makes a key of has one.
    _ = ServiceKey<Node>("\(name)-key")
    #expect(KeyNumbers.has("\(name)-key"))
  }

  @Test(.enabled(if: FastPath.isOn)) func overridesCreateNoNewProducers() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Leaf") { Node("leaf") }
      Factory("Holder", .service("held")) { (held: Node) in Node("holder", [held]) }
    }
    let container = Container(
      try definitions {
        $0.define("leaf", "Leaf", scope: "transient")
        $0.define("other", "Leaf")
        $0.define("holder", "Holder", ["held": .ref("leaf")], scope: "transient")
      }.plan(catalog))
    for key in ["leaf", "holder", "holder"] { _ = try container.resolve(key, as: Node.self) }
    let facet = container.facets.facet(
      of: try container.context.find("holder", as: TypeName(Node.self)))
    /// The address of the producer; the cell is filled by the first request of two.
    func producer() -> UInt { container.cells.cells[facet].load(ordering: .relaxed) }
    let first = producer()
    #expect(first != CellRow.empty)
    for round in 0..<100 {
      // Over what the transients are made of, and over what they are not.
      let key = round.isMultiple(of: 2) ? "leaf" : "other"
      let token = try container.override(ServiceKey<Node>(key), with: Node("spy"))
      for _ in 0..<2 {
        let holder = try container.resolve("holder", as: Node.self)
        #expect(holder.inputs[0].name == (key == "leaf" ? "spy" : "leaf"))
      }
      #expect(producer() == (key == "leaf" ? CellRow.empty : first))
      token.remove()
      for _ in 0..<2 {
        #expect(try container.resolve("holder", as: Node.self).inputs[0].name == "leaf")
      }
      #expect(producer() == first)
    }
  }
}
