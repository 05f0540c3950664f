import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("A value tagged `!secret` is never shown")
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
      ("a: !!secret x\nb: !!str y\nc: !!set {z}", "a: !!secret #\nb: !!str y\nc: !!set {z}"),
      ("a: '!secret x'", "a: '!secret x'"),
    ])
  func exact(text: String, expected: String) {
    #expect(shown(text) == expected)
  }

  @Test(
    "nor is what is not tagged under the name of a credential",
    arguments: [
      ("password: hunter2 # c", "password: ####### # c"),
      ("db: { user: a, 'apiKey': \"b\", n: 1 }", "db: { user: a, 'apiKey': ###, n: 1 }"),
      ("token: &x hunter2\nb: *x", "token: &x #######\nb: *x"),
      ("b: &x hunter2\ntoken: *x", "b: &x #######\ntoken: *x"),
      ("secret: |\n  one\n  two\nb: c", "secret: #\n#####\n#####\nb: c"),
      ("token: !!str 1", "token: !!str #"),
      ("token: $(env:X:-y)", "token: ###########"),
      ("token: $(env:X??y)", "token: ###########"),
      ("token: a$(env:X)", "token: #########"),
      ("token: $(env:X)b", "token: #########"),
      ("token: $(a)$(b)", "token: ########"),
      // What is elsewhere, names something or says nothing may be shown.
      ("token: $(env:X)", "token: $(env:X)"), ("token: '$(vault:a/b)'", "token: '$(vault:a/b)'"),
      ("token: !ref x", "token: !ref x"),
      ("token: !required the token", "token: !required the token"),
      ("token:\nsecret: ~\nb: c", "token:\nsecret: ~\nb: c"),
      ("requirePassword: true\ntoken: false", "requirePassword: true\ntoken: false"),
      ("token: 'true'", "token: ######"),
      ("token: “x”", "token: #######"), ("{ token:x, b: y }", "{ token:#########"),
      ("credentials: { user: a, pin: b }", "credentials: { user: a, pin: b }"),
      (
        "tokens: x\npasswords: [y]\npassword-length: 8",
        "tokens: x\npasswords: [y]\npassword-length: 8"
      ),
      ("? password\n: hunter2\nb: c", "? password\n: #######\nb: c"),
      ("password: { a: b }\nc: d", "password: { a: b }\nc: d"),
    ])
  func unmarked(text: String, expected: String) {
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
      ("%TAG !x! !sec\n---\nb: @\na: !x!ret x", "%TAG !x! ####\n###\nb: @\na: !x!ret #"),
      ("b: @\n- !secret x\n  y: z\nc: d", "b: @\n- !secret #\n######\nc: d"),
      ("b: @\na:\n  !secret\n  x: y\nc: d", "b: @\na:\n  !secret\n  ####\nc: d"),
      ("@\n--- !secret\nx: y\n", "@\n--- !secret\n####\n"),
      ("a: \"\nb: !secret x\nc: \"d\"", "a: \"\nb: !secret #\nc: \"d\""),
      ("b: @\na: !secrt x\nc: d", "b: @\na: !secrt #\nc: d"),
      ("b: @\na: ! x\nc: !ref x", "b: @\na: ! x\nc: !ref x"),
      ("password: x y\nb: @", "password: ###\nb: @"),
      ("b: @\n{'api-key' : z, \"token\": y}", "b: @\n{'api-key' : ##############"),
      ("b: @\ndbPassword: |\n  x\n y\nc: d", "b: @\ndbPassword: #\n###\n##\nc: d"),
      ("token: !ref x\ntoken: $(x)\ntoken:\n  a: @", "token: ######\ntoken: ####\ntoken:\n  ####"),
      ("tokens: x\nb: @", "tokens: x\nb: @"),
      // Lines that should have been indented.
      ("a: !secret |\nx\n y\nz", "a: !secret #\n#\n##\n#"),
      ("a: !secret >-\n-----BEGIN\nx: y\nz\n", "a: !secret ##\n##########\n####\n#\n"),
      ("b:\n  a: !secret |\n  x\n  c: d\n @", "b:\n  a: !secret #\n###\n######\n##"),
      ("a: !secret |\n  x\ny\nc: d\n@", "a: !secret #\n###\n#\n####\n#"),
      ("password: |\nx\n@", "password: #\n#\n#"),
      ("a: !secret\n\nx\n@", "a: !secret\n\n#\n#"),
      ("a: !secret |\n{\n\"b\": \"c\"\n}\n@", "a: !secret #\n#\n########\n#\n#"),
      ("\u{FEFF}!secret {a: b}\n@", "\u{FEFF}!secret ######\n#"),
      ("b: @\na: !%73%65%63%72%65%74 x", "b: @\na: !%73%65%63%72%65%74 #"),
      ("a: !secret |\r\n  x\r\n\r\n  y\r\nb: @", "a: !secret #\r\n###\r\n\r\n###\r\nb: @"),
      ("b: &x hunter2\ntoken: *x\nc: @", "b: &x #######\ntoken: ##\nc: @"),
      // Lines that belong to something else.
      ("a: !secret |\nb: c\n@", "a: !secret #\nb: c\n@"),
      ("a: !secret |\n\n# d\n'b' : c\n@", "a: !secret #\n\n# d\n'b' : c\n@"),
      ("- !secret |\n- b\n@", "- !secret #\n- b\n@"),
      ("a: !secret |\n---\nb: @", "a: !secret #\n###\nb: @"),
      ("{\na: !secret b\n}\n@", "{\na: !secret #\n}\n@"),
      // Whatever it looks like, up to the next key that is not indented deeper.
      ("token: $(env:X:-y)\nb: @", "token: ###########\nb: @"),
      ("{token: $(x), b: @}", "{token: ###########"), ("token: $(x)y\nb: @", "token: #####\nb: @"),
      ("password: { q: x ]\nb: c", "password: ########\n####"),
      ("password: { q: x }\nb: @", "password: ########\nb: @"),
      ("password: {\n  q: x }\nb: @", "password: #\n########\nb: @"),
      ("password: *x\nb: c", "password: ##\nb: c"),
      ("password: [*x]\nb: c", "password: ####\nb: c"),
      ("password: !x y\nb: @", "password: ####\nb: @"),
      ("!x password: y\nb: c", "!x password: #\nb: c"),
      ("a: b\npassword:\u{A0}x\nb: c", "a: b\npassword:###\nb: c"),
      ("password: \"\n  \\q x\"\nb: c", "password: #\n#######\nb: c"),
      ("password: \"\n\\q x\"\nb: c", "password: #\n#####\nb: c"),
      ("password: !!str \"\n\\q x\"\nb: c", "password: #######\n#####\nb: c"),
      (
        "- password: x\n  user: y\n  pin:\n    z\n- @",
        "- password: #\n  user: y\n  pin:\n    z\n- @"
      ),
      ("password:\n  a: x\n  b:\n  - y\nc: @", "password:\n  ####\n####\n#####\nc: @"),
      ("? password\n: x\n@", "? password\n: #\n#"),
      ("{ v: ${DB_PASSWORD:-x} }", "{ v: ${DB_PASSWORD:#####"),
      ("b: @\nv: $(DB_PASSWORD|x)", "b: @\nv: $(DB_PASSWORD|##"),
      ("b: @\nv: ${DB_PASS ?? x}", "b: @\nv: ${DB_PASS ?####"),
      ("b: @\nv: DB_PASS=x y", "b: @\nv: DB_PASS=###"),
      ("b: @\nv: a=b c|d e?f", "b: @\nv: a=b c|d e?f"),
      ("token: $(x\nb: @", "token: ###\nb: @"),
      // A handle and an escape may stand for anything.
      ("a: !!str x\nb: !%78 y\nc: @", "a: !!str #\nb: !%78 #\nc: @"),
      // What ends after the value that it is in.
      ("password:\n  a: !secret \"x\nb: y\"\nc: @", "password:\n  #############\n#####\nc: @"),
    ])
  func afterMistake(text: String, expected: String) {
    #expect(shown(text) == expected)
  }

  @Test("the end of a text in which too many hold each other is hidden, in linear time")
  func nested() {
    let text = String(repeating: "!secret ", count: 20_000) + "\nb: @\nc: d"
    #expect(shown(text).hasSuffix("#\n####\n####"))
  }
}
