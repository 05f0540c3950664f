import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("What is tagged !secret is never shown")
struct SecretTests {
  /// The text with every hidden byte as a `#`.
  private func shown(_ text: String) -> String {
    var collector = DiagnosticCollector()
    let bytes = Array(text.utf8)
    let document = YAMLDocument.parse(name: "s.yaml", bytes: bytes, into: &collector)
    let file =
      document?.file ?? collector.diagnostics.first?.labels.first?.place.span?.file
    var shown = bytes
    for range in file?.redactions ?? [] {
      for index in range where !isLineBreak(shown[index]) { shown[index] = UInt8(ascii: "#") }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  @Test(
    "exactly its content, however the tag is written",
    arguments: [
      ("a: !secret hunter2 # c", "a: !secret ####### # c"),
      ("a: !secret &x 'hunter2'\nb: *x", "a: !secret &x #########\nb: *x"),
      ("a: &x !secret hunter2", "a: &x !secret #######"),
      ("a: !<!secret> hunter2", "a: !<!secret> #######"),
      ("a: !s%65cret hunter2", "a: !s%65cret #######"),
      ("%TAG !x! !sec\n---\na: !x!ret hunter2", "%TAG !x! !sec\n---\na: !x!ret #######"),
      ("a: !secret |\n  one\n  two\nb: c", "a: !secret #\n#####\n#####\nb: c"),
      ("a: !secret [x, {y: z}]\nb: c", "a: !secret ###########\nb: c"),
      ("a: !secret\n  x: y\n  z: !secret q\nb: c", "a: !secret\n  ####\n##############\nb: c"),
      ("{a: !secret x, b: !secret y}", "{a: !secret #, b: !secret #}"),
      ("a: !secret\nb: !ref x", "a: !secret\nb: !ref x"),
      (
        "a: !Secret x\nb: !secrt {c: d}\ne: !secrets y",
        "a: !Secret #\nb: !secrt ######\ne: !secrets #"
      ),
      ("a: '!secret x'", "a: '!secret x'"),
    ])
  func exact(text: String, expected: String) {
    #expect(shown(text) == expected)
  }

  @Test(
    "after a mistake, all that may belong to it",
    arguments: [
      ("a: !secret x # c\nb: @", "a: !secret #####\nb: @"),
      ("b: @\na: !secret x\nc: d", "b: @\na: !secret #\nc: d"),
      ("b: @\na: !secret |\n  x\n\n  y\nc: d", "b: @\na: !secret #\n###\n\n###\nc: d"),
      ("b: @\na: !secret\n- x\n- y\nc: d", "b: @\na: !secret\n###\n###\nc: d"),
      ("a: !secret \"x\nb: y", "a: !secret ##\n####"),
      ("b: @\na: !secret \"x\ny\" # e\nc: d", "b: @\na: !secret ##\n######\nc: d"),
      ("b: @\na: !secret [\nx,\n]\nc: d", "b: @\na: !secret #\n##\n#\nc: d"),
      ("b: @\na: !secret {\nc: d", "b: @\na: !secret #\n####"),
      ("b: @\na: !<!secret> x", "b: @\na: !<!secret> #"),
      ("b: @\na: !s%65CRET x", "b: @\na: !s%65CRET #"),
      ("%TAG !x! !sec\n---\nb: @\na: !x!ret x", "%TAG !x! ####\n---\nb: @\na: !x!ret #"),
      ("b: @\n- !secret x\n  y: z\nc: d", "b: @\n- !secret #\n######\nc: d"),
      ("b: @\na:\n  !secret\n  x: y\nc: d", "b: @\na:\n  !secret\n  ####\nc: d"),
      ("@\n--- !secret\nx: y\n", "@\n--- !secret\n####\n"),
      ("a: \"\nb: !secret x\nc: \"d\"", "a: \"\nb: !secret #\nc: \"d\""),
      ("b: @\na: !secrt x\nc: d", "b: @\na: !secrt #\nc: d"),
      ("b: @\na: ! x\nc: !ref x", "b: @\na: ! x\nc: !ref x"),
      ("password: x y\nb: @", "password: ###\nb: @"),
      ("b: @\n{'api-key' : z, \"token\": y}", "b: @\n{'api-key' : z, \"token\": ##"),
      ("b: @\ndbPassword: |\n  x\n y\nc: d", "b: @\ndbPassword: #\n###\n##\nc: d"),
      ("token: !ref x\ntoken: $(x)\ntoken:\n  a: @", "token: !ref x\ntoken: $(x)\ntoken:\n  a: @"),
      ("tokens: x\nb: @", "tokens: x\nb: @"),
    ])
  func afterMistake(text: String, expected: String) {
    #expect(shown(text) == expected)
  }

  @Test(
    "messages and fix-its do not repeat it",
    arguments: [
      "a: !secret @hunter2", "a: !secret %hunter2%", "a: !secret `hunter2", "a: !secret *hunter2!",
      "a: !secret {x: ${hunter2}}", "a: !secret \"\\hunter2\"", "a: !secret 'x' hunter2",
      "a: !secret x: hunter2", "a: !secret [hunter2", "a: !secret {hunter2: 1, hunter2: 2}",
      "a: !secret [*hunter2]", "a: !secret {!hunter2}", "a: !secret |hunter2",
      "a: !secret\n  hunter2\n  b: c", "a: !secret {[hunter2]: x}",
    ])
  func messages(text: String) {
    let parsed = Parsed(text)
    #expect(!parsed.diagnostics.isEmpty)
    for found in parsed.diagnostics {
      let texts =
        [found.message] + found.labels.map(\.message) + found.notes + found.fixIts.map(\.message)
        + found.fixIts.flatMap(\.edits).map(\.replacement)
      #expect(!texts.joined(separator: "\n").contains("unter2"))
      #expect(!TerminalRenderer().render(found).contains("unter2"))
    }
  }
}
