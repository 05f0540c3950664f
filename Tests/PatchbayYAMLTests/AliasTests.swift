import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("Aliases refer to anchors above them")
struct AliasTests {
  @Test(
    "an alias without an anchor above it is reported",
    arguments: [
      ("a: *x", "1:4-6 no anchor `&x` is defined in this file"),
      ("a: *x\nb: &x 1", "1:4-6 the alias `*x` precedes its anchor `&x`"),
      ("a: &x [*x]", "1:8-10 an alias is inside the very node that it repeats"),
      ("a: &x {b: {c: *x}}", "1:15-17 an alias is inside the very node that it repeats"),
      ("*x : a", "1:1-3 no anchor `&x` is defined in this file"),
    ])
  func undefined(text: String, message: String) {
    let parsed = Parsed(text)
    #expect(parsed.messages == [message])
    #expect(parsed.codes == ["undefined-anchor"])
    #expect(parsed.document == nil)
  }

  @Test("all are reported, with anchors of similar names")
  func nearMiss() throws {
    let parsed = Parsed("a: &defaults 1\nb: *defalts\nc: *nothing\n")
    #expect(parsed.diagnostics.count == 2)
    let fixIt = try #require(parsed.diagnostics.first?.fixIts.first)
    #expect(fixIt.message == "did you mean `*defaults`?")
    #expect(fixIt.edits.map(\.replacement) == ["*defaults"])
    #expect(fixIt.edits.map(\.span.covered) == ["*defalts"])
    #expect(
      parsed.diagnostics.last?.fixIts.map(\.message) == [
        "an anchor is known only in its own file: define it above, or write its value here"
      ])
  }

  @Test(
    "a service of the file with the name of the alias is proposed as a reference",
    arguments: [
      "services: { a: 1 }\nx: *a\n", "x: *a\nservices: { \"a\": 1 }\n",
      "environments: { test: { services: { a: 1 } } }\nx: *a\n",
    ])
  func service(text: String) {
    #expect(
      Parsed(text).diagnostics.first?.fixIts.map(\.message) == [
        "to refer to the service `a`, write a `!ref` reference"
      ])
  }

  @Test("names of more than 64 bytes get no suggestion, because the search is expensive")
  func longNames() {
    let name = String(repeating: "n", count: 65)
    let parsed = Parsed("a: &\(name) 1\nb: *\(name)x\n")
    #expect(parsed.codes == ["undefined-anchor"])
    #expect(parsed.diagnostics.first?.fixIts == [])
  }

  @Test("a name can be given again, and counts from there")
  func redefined() {
    #expect(
      Parsed("- &x 1\n- *x\n- &x 2\n- *x\n").root?.outline == "[1, 1, 2, 2]")
    #expect(Parsed("- &x [&x 1, *x]\n- *x\n").root?.outline == "[[1, 1], 1]")
  }
}
