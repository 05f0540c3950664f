import Testing

@testable import PatchbayYAML

@Suite("A tree says what the text says")
struct TreeTests {
  @Test(
    arguments: [
      ("a: 1", "{a: 1}"),
      ("a:\n  - x\n  - y: z\nb: {c: [1, 2], d: }", "{a: [x, {y: z}], b: {c: [1, 2], d: null}}"),
      ("- 'it''s'\n- \"a\\nb\"\n- x\n  y\n", "[\"it's\", \"a\nb\", x y]"),
      ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", "{a: \"one\ntwo\n\", b: \"one two\"}"),
      ("a: &x [1]\nb: *x", "{a: [1], b: [1]}"),
      ("a: !ref pool\nb: !!str 1", "{a: !ref pool, b: tag:yaml.org,2002:str \"1\"}"),
      ("a: ! 2\nb: &q ! 3", "{a: \"2\", b: \"3\"}"),
      ("a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}", "{a: {x: 1, y: 2}, b: {y: 3, x: 1}}"),
    ])
  func outline(text: String, expected: String) {
    let parsed = Parsed(text)
    #expect(parsed.messages == [])
    #expect(parsed.root?.outline == expected)
  }
}
