import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("Keys are text, and unique in their map")
struct KeyTests {
  @Test("a service that is defined twice")
  func service() throws {
    let parsed = Parsed(
      "services:\n  users:\n    type: A\n  users:\n    type: B\n", name: "Config/services.yaml")
    let found = try #require(parsed.diagnostics.first)
    #expect(parsed.diagnostics.count == 1)
    #expect(found.code == .duplicateKey)
    #expect(found.message == "`users` is defined twice in the same file")
    #expect(found.labels.map(\.place.text) == ["4:3-8", "2:3-8"])
    #expect(found.labels.map(\.message) == ["second definition", "first definition"])
    #expect(found.notes == ["YAML would silently keep only one of them"])
    #expect(
      found.fixIts.map(\.message) == [
        "remove one, give it another key, or move the second to an overlay such as Config/services.test.yaml"
      ])
    #expect(parsed.root?.outline == "{services: {users: {type: A}}}")
    #expect(parsed.root?["services"]?.count == 1)
  }

  @Test(
    "the message knows sections, their environments, and all other maps",
    arguments: [
      ("templates: {a: 1, a: 2}", "1:19-20 `a` is defined twice in the same file"),
      ("parameters: {a: 1, a: 2}", "1:20-21 `a` is defined twice in the same file"),
      (
        "environments: {test: {services: {a: 1, a: 2}}}",
        "1:40-41 `a` is defined twice in the same file"
      ),
      ("services: {a: {type: B, type: C}}", "1:25-29 `type` is given twice in the same map"),
      ("services: [{a: 1, a: 2}]", "1:19-20 `a` is given twice in the same map"),
      ("a: 1\na: 2", "2:1-2 `a` is given twice in the same map"),
      ("a: 1\n\"a\": 2", "2:1-4 `a` is given twice in the same map"),
      ("a: 1\n\"\\x61\": 2", "2:1-7 `a` is given twice in the same map"),
      ("&k a: 1\n*k : 2", "2:1-3 `a` is given twice in the same map"),
      ("<<: {}\n<<: {}", "2:1-3 `<<` is given twice in the same map"),
    ])
  func places(text: String, message: String) {
    let parsed = Parsed(text)
    #expect(parsed.messages == [message])
    #expect(parsed.document != nil)
  }

  @Test("all are reported, in maps small and big", arguments: [2, 8, 9, 33, 1_000])
  func all(count: Int) {
    let keys = (0..<count).map { "k\($0): v\n" }.joined()
    let parsed = Parsed(keys + keys)
    #expect(
      parsed.messages
        == (0..<count).map { index in
          "\(count + index + 1):1-\("k\(index)".count + 1) `k\(index)` is given twice in the same map"
        })
    #expect(parsed.root?.count == count)
  }

  @Test("keys with the same fingerprint or a common hash slot are no duplicates")
  func lookAlikes() {
    // Same length, first, middle and last letter.
    let keys = (0..<200).map { "a\(100 + $0)b\(100 + $0)c: v\n" }.joined()
    #expect(Parsed(keys).messages == [])
    #expect(Parsed("abcde: 1\naXcYe: 2\n").messages == [])
  }

  @Test("names that Swift takes for equal are two keys")
  func normalisation() {
    #expect(Parsed("\u{E9}: 1\ne\u{301}: 2\n").messages == [])
  }

  @Test(
    "what cannot be a key is refused",
    arguments: [
      ("[a]: b", "1:1-4 a key must be text, found a list"),
      ("{a: b}: c", "1:1-7 a key must be text, found a map"),
      ("? - a\n  - b\n: c", "1:3-2:6 a key must be text, found a list"),
      ("null: x", "1:1-5 a key must be text, found null"),
      ("~: x", "1:1-2 a key must be text, found null"),
      ("?\n: x", "1:2-2 a key must be text, found null"),
      ("!ref x: y", "1:1-5 a key has no YAML tag"),
      ("a: &a [1]\n*a : x", "2:1-3 a key must be text, found an alias of a list"),
      ("a: &a {}\n*a : x", "2:1-3 a key must be text, found an alias of a map"),
      ("a: &a ~\n*a : x", "2:1-3 a key must be text, found an alias of null"),
    ])
  func refused(text: String, message: String) {
    let parsed = Parsed(text)
    #expect(parsed.messages == [message])
    #expect(parsed.codes == ["wrong-node-kind"])
    #expect(parsed.document == nil)
  }

  @Test("numbers, truths and text tagged as such are keys")
  func allowed() {
    #expect(
      Parsed("1: a\ntrue: b\n!!str null: c\n'~': d\n").root?.entries.map(\.key.text)
        == ["1", "true", "null", "~"])
  }
}
