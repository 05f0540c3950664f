import PatchbayDiagnostics
import Testing

@Suite("A JSON value is read as it was written")
struct JSONTests {
  static let values: [(JSON, text: String)] = [
    (.null, "null"),
    (true, "true"),
    (-12, "-12"),
    ([], "[]"),
    ([:], "{}"),
    (["a", 1, [false]], #"["a", 1, [false]]"#),
    (["b": 1, "a": ["b": .null]], #"{"b": 1, "a": {"b": null}}"#),
    ("a \"quoted\" \\ text\n\r\t", #""a \"quoted\" \\ text\n\r\t""#),
    ("\u{0}\u{7F}é€😀", #""\u0000\u007f\u00e9\u20ac\ud83d\ude00""#),
    (["é": "e\u{301}"], #"{"\u00e9": "e\u0301"}"#),
  ]

  @Test(arguments: values) func isReadAsWritten(_ value: JSON, text: String) {
    #expect(value.text == text)
    #expect(JSON(Array(text.utf8)) == value)
  }

  /// What other programs write in another way.
  static let others: [(String, JSON)] = [
    (" [ 1 ,\n\t2 ] ", [1, 2]),
    (#""\u00E9\/\b\f""#, "é/\u{8}\u{C}"),
    ("\"é\"", "é"),
    ("1.50", .decimal(ExactText("1.50"))),
    ("123456789012345678901234567890", .decimal(ExactText("123456789012345678901234567890"))),
    ("1e3", .decimal(ExactText("1e3"))),
  ]

  @Test(arguments: others) func isReadAsOthersWrite(_ text: String, value: JSON) {
    #expect(JSON(Array(text.utf8)) == value)
  }

  static let mistakes = [
    "", " ", "nul", "[1", "[1,]", "{\"a\"}", "{\"a\": }", "{a: 1}", "\"a", "\"\\x\"", "\"\\u12\"",
    "\"\\u+123\"", "1 2", "1-2", "--1", "'a'", String(repeating: "[", count: 100_000),
  ]

  @Test(arguments: mistakes) func isNothingElse(_ text: String) {
    #expect(JSON(Array(text.utf8)) == nil)
  }

  @Test("texts are equal by their bytes")
  func bytes() {
    #expect(JSON.text(ExactText("é")) != JSON.text(ExactText("e\u{301}")))
  }

  @Test("lists of objects have one on each line")
  func lines() {
    let value: JSON = [
      "format": 1, "names": ["a", "b"], "rows": [["a": 1], ["a": 2]], "none": [],
    ]
    #expect(
      value.lines == """
        {"format": 1,
         "names": ["a", "b"],
         "rows": [
          {"a": 1},
          {"a": 2}
         ],
         "none": []}
        """)
  }
}
