import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("Overrides stack, and can be removed in any order")
struct NestedOverrideTests {
  @Test func eachIsHandedWhatThoseBeforeItGive() throws {
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    let first = try container.override(.plain) { Spy($0, "a") }
    let second = try container.override(.plain) { Spy($0, "b") }
    let third = try container.override(.plain) { Spy($0, "c") }
    container.expect("plain", "c(b(a(hello)))")
    second.remove()
    container.expect("plain", "c(a(hello))")
    first.remove()
    container.expect("plain", "c(hello)")
    third.remove()
    container.expect("plain", "hello")
  }

  @Test func anInstanceHidesWhatIsBeneathIt() throws {
    let runs = Counter()
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    let first = try container.override(.plain) { original in
      runs.increment()
      return original
    }
    let second = try container.override(.plain, with: Plain("fixed"))
    let third = try container.override(.plain) { Spy($0) }
    container.expect("plain", "spy(fixed)")
    #expect(runs.value == 0)
    second.remove()
    container.expect("plain", "spy(hello)")
    #expect(runs.value == 1)
    third.remove()
    first.remove()
  }
}
