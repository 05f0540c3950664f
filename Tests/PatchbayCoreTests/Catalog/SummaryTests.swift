import Testing

@testable import PatchbayCore

@Suite("A factory keeps one sentence on its product")
struct SummaryTests {
  private func summary(_ factory: Factory<Int>) -> String? {
    FactoryCatalog("app") { factory }.factories[0].summary
  }

  @Test(
    "without the white space around it",
    arguments: [
      ("Counts.", "Counts."), ("  Counts.\n", "Counts."),
      ("\u{2028}\u{A0}Counts it. ", "Counts it."),
      ("", nil), (" \n\t", nil),
    ])
  func trimming(_ text: String, _ summary: String?) {
    #expect(self.summary(Factory("Counter") { 1 }.summary(text)) == summary)
  }

  @Test("the last that was added, through every other modifier")
  func modifiers() {
    let factory = Factory("Counter") { 1 }.summary("First.")
    #expect(summary(factory.summary("Second.")) == "Second.")
    #expect(summary(factory.summary("")) == nil)
    #expect(
      summary(
        factory.provides((any Sendable).self) { $0 }.property("step", value: Int.self) { _, _ in }
          .onStart { _ in }.onStop { _ in }.notInTests()) == "First.")
    #expect(summary(Factory("Counter") { 1 }) == nil)
  }
}
