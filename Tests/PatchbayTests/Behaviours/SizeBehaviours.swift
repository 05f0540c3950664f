import Foundation
import Patchbay
import Testing

@Suite("Behaviours: large graphs")
struct SizeBehaviours {
  @Test("B65: a chain of 10,000 services is built, even on a thread with a small stack")
  func deepChain() throws {
    let lines = (1..<10_000).map {
      "  s\($0): { type: Next, arguments: { last: !ref s\($0 - 1) } }"
    }
    // Each knows no more than how many come before it: 10,000 that hold each other would also have
    // to go one within the other.
    let catalog = FactoryCatalog("chain") {
      Factory("First") { Ticket(number: 0) }
      Factory("Next", .service("last")) { (last: Ticket) in Ticket(number: last.number + 1) }
    }
    let container = try Container(
      "services:\n  s0: { type: First }\n" + lines.joined(separator: "\n"), catalog)
    let last = Guarded<Ticket?>(nil)
    onThreads(1, stackSize: 512 * 1024) { _ in
      let ticket = try? container.resolve("s9999", as: Ticket.self)
      last.withLock { $0 = ticket }
    }
    #expect(last.withLock { $0 } == Ticket(number: 9_999))
  }

  @Test("B66: a tree of 20 × 20 × 20 services is built")
  func wideTree() throws {
    var lines = ["  top: { type: Group, arguments: { parts: !tagged top } }"]
    for a in 0..<20 {
      lines.append("  s\(a): { type: Group, arguments: { parts: !tagged t\(a) }, tags: [top] }")
      for b in 0..<20 {
        lines.append(
          "  s\(a)-\(b): { type: Group, arguments: { parts: !tagged t\(a)-\(b) }, tags: [t\(a)] }")
        for c in 0..<20 { lines.append("  s\(a)-\(b)-\(c): { type: Part, tags: [t\(a)-\(b)] }") }
      }
    }
    let catalog = FactoryCatalog("tree") {
      Factory("Part") { Part("leaf") }
      Factory("Group", .services("parts")) { (parts: [Part]) in Part("group", parts) }
    }
    let container = try Container("services:\n" + lines.joined(separator: "\n"), catalog)
    let leaves = try container.part("top").inputs.flatMap(\.inputs).flatMap(\.inputs)
    #expect(leaves.count == 8_000)
  }
}
