import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("Merge keys add the entries of other maps")
struct MergeKeyTests {
  @Test(
    "a merge key adds the entries of other maps",
    arguments: [
      ("{<<: *a, y: 3}", "{y: 3, x: 1}"),
      ("{y: 3, <<: *a}", "{y: 3, x: 1}"),
      ("{<<: [*a, *b], z: 0}", "{z: 0, x: 1, y: 2, w: 4}"),
      ("{<<: [*b, *a]}", "{x: 9, w: 4, y: 2}"),
      ("{<<: {q: 1}}", "{q: 1}"),
      ("{<<: *c}", "{x: 7, y: 2}"),
      ("{<<: []}", "{}"),
      ("{\"<<\": 1}", "{\"<<\": 1}"),
      ("{<<: *b, <<<: 1}", "{<<<: 1, x: 9, w: 4}"),
    ])
  func merged(map: String, expected: String) {
    let parsed = Parsed(
      "- &a {x: 1, y: 2}\n- &b {x: 9, w: 4}\n- &c {<<: *a, x: 7}\n- \(map)\n")
    #expect(parsed.messages == [])
    let node = parsed.root?.elements.map { $0 }.last
    #expect(node?.outline == expected)
    #expect(node?.count == node?.entries.map(\.key).count)
  }

  @Test(
    "anything but maps is refused",
    arguments: [
      ("a: {<<: 3}", "1:9-10"), ("a: {<<: [{}, 3]}", "1:9-16"), ("a: {<<: }", "1:9-9"),
      ("a: &a [1]\nb: {<<: *a}", "2:9-11"),
    ])
  func refused(text: String, place: String) {
    let parsed = Parsed(text)
    #expect(parsed.document == nil)
    #expect(parsed.messages == ["\(place) a merge key `<<` takes a map or a list of maps"])
    #expect(parsed.codes == ["wrong-node-kind"])
  }

  @Test("the name of an anchor without its `*` is proposed as an alias")
  func nameOfAnAnchor() throws {
    let text = "a: &a {x: 1}\nb: {<< : a}\n"
    let fixIt = try #require(Parsed(text).diagnostics.first?.fixIts.first)
    #expect(
      SyntaxTests.Help(fixIt, in: text)
        == .init(
          "to merge the map with the anchor `&a`, write `*a`", "a: &a {x: 1}\nb: {<< : *a}\n"))
    #expect(Parsed("a: &a {x: 1}\nb: {<<: b}").diagnostics.first?.fixIts.isEmpty == true)
  }

  @Test("an alias without an anchor is reported once")
  func unknownAlias() {
    #expect(Parsed("a: &a {x: 1}\nb: {<<: *b}").codes == ["undefined-anchor"])
  }

  @Test("a long chain of merges is resolved without recursion")
  func chain() {
    let text =
      "a0: &a0 {k0: v}\n"
      + (1..<500).map { "a\($0): &a\($0) {<<: *a\($0 - 1), k\($0): v}\n" }.joined()
    let parsed = Parsed(text, limits: YAMLLimits(depth: 1_000, events: 1_000_000))
    #expect(parsed.messages == [])
    #expect(parsed.root?["a499"]?.count == 500)
  }
}
