import Foundation
import Patchbay
import TestSupport
import Testing

@Suite("A secret is found in the text of an error")
struct ConcealedTextTests {
  private typealias Described = FailingGate.Described
  private typealias Verbatim = FailingGate.Verbatim
  private typealias Wrapped = FailingGate.Wrapped

  private static func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(["text": text]), as: UTF8.self)
  }

  /// The characters that notations escape, one secret for each, and all of them.
  static let escaped = [
    "two\nlines", "with a \"quote\"", "it's", "back\\slash", "with\ta tab",
    "with \u{1B}[31m colour",
    "with \u{0} nothing", "\u{7F}\u{85}\u{202E}turned", "a/slash", "key \u{1F511} \u{E9}",
    "all\r\n\t\"of'\\them\\n\u{1B}/\u{7}\u{1F511}", "50%41 off", "back\u{8}form\u{C}feed",
  ]

  @Test("in whatever notation the error quotes it", arguments: escaped)
  func escapes(_ secret: String) throws {
    let yaml = FailingGate.gate("text: !secret $(env:SECRET)")
    func shown(_ error: any Error) throws -> String {
      try FailingGate.shown(error, yaml, ["SECRET": secret])
    }
    #expect(try shown(Verbatim(description: "<\(secret)>")) == "<[secret]>")
    #expect(try shown(Described(reason: secret)) == #"Described(reason: "[secret]")"#)
    #expect(
      try shown(Described(reason: "refused \(secret)!"))
        == #"Described(reason: "refused [secret]!")"#)
    #expect(
      try shown(Wrapped(cause: "\(Described(reason: secret))"))
        == #"Wrapped(cause: "Described(reason: \"[secret]\")")"#)
    #expect(
      try shown(Verbatim(description: try Self.json(secret))) == #"{"text":"[secret]"}"#)
    let ascii = secret.utf16.map { "\\u" + String(format: "%04x", $0) }.joined()
    #expect(try shown(Verbatim(description: "<\(ascii)>")) == "<[secret]>")
    let braced = secret.unicodeScalars.map { "\\u{" + String(format: "%08x", $0.value) + "}" }
    #expect(try shown(Verbatim(description: "<\(braced.joined())>")) == "<[secret]>")
    let hexadecimal = secret.unicodeScalars.map { scalar in
      scalar.value < 256 ? "\\x" + String(format: "%02X", scalar.value) : String(scalar)
    }
    #expect(try shown(Verbatim(description: "<\(hexadecimal.joined())>")) == "<[secret]>")
    let escape = secret.replacing("\\", with: "\\\\").replacing("\u{1B}", with: "\\e")
    #expect(try shown(Verbatim(description: "<\(escape)>")) == "<[secret]>")
    let percent = secret.utf8.map { String(format: "%%%02X", $0) }.joined()
    #expect(try shown(Verbatim(description: "<\(percent)>")) == "<[secret]>")
    #expect(try shown(Verbatim(description: "nothing of it")) == "nothing of it")
  }

  @Test(
    "but not where something only looks like an escape",
    arguments: [
      #"hunter\ud83d__dd11"#, #"hunter\ud83d\u0041"#, #"hunter\u{1F511"#, #"hunter\u{+1F511}"#,
      #"hunter\u{00001F511}"#, #"hunter\u{}"#, #"hunter\u{110000}"#, #"hunter\ud83d"#, #"hunter\"#,
      "hunter%1", "hunter%zz",
    ])
  func noEscapes(_ text: String) throws {
    let yaml = FailingGate.gate("credentials: [!secret $(env:SECRET), !secret $(env:OTHER)]")
    let variables = ["SECRET": "hunter\u{1F511}", "OTHER": "hunter\u{1}"]
    #expect(try FailingGate.shown(Verbatim(description: text), yaml, variables) == text)
  }

  @Test("without the white space around it, which programs trim, and not where it is nothing else")
  func trimmed() throws {
    let yaml = FailingGate.gate("text: !secret $(env:SECRET)")
    let error = Verbatim(description: "not hunter2!")
    #expect(try FailingGate.shown(error, yaml, ["SECRET": " \t hunter2\n"]) == "not [secret]!")
    #expect(try FailingGate.shown(error, yaml, ["SECRET": " \n"]) == "not hunter2!")
    let block =
      "parameters:\n  key: !secret |\n    hunter2\nservices:\n"
      + "  s: { type: Gate, arguments: { text: $(key) } }\n"
    #expect(try FailingGate.shown(Verbatim(description: "not hunter2!"), block) == "not [secret]!")
  }

  @Test("with a secret of fewer than four characters hidden only where it is a word of its own")
  func short() throws {
    for secret in ["a", "abc", "\u{E9}\u{E9}\u{E9}"] {
      let yaml = FailingGate.gate("text: !secret $(env:SECRET)")
      func shown(_ error: any Error) throws -> String {
        try FailingGate.shown(error, yaml, ["SECRET": secret])
      }
      let text = "the \(secret)cat, \(secret) and ba\(secret)"
      #expect(try shown(Verbatim(description: text)) == text)
      #expect(try shown(Verbatim(description: secret)) == "[secret]")
      #expect(try shown(Described(reason: secret)) == #"Described(reason: "[secret]")"#)
      #expect(
        try shown(Wrapped(cause: "\(Described(reason: secret))"))
          == #"Wrapped(cause: "Described(reason: \"[secret]\")")"#)
      for quote in ["'", "`", "\""] {
        #expect(
          try shown(Verbatim(description: "\(quote)\(secret)\(quote) is"))
            == "\(quote)[secret]\(quote) is")
        #expect(
          try shown(Verbatim(description: "\(quote)x\(secret)\(quote)"))
            == "\(quote)x\(secret)\(quote)")
        let other = quote == "'" ? "\"" : "'"
        for text in ["\(quote)\(secret)\(other)", "x\(secret)\(quote)", "\(secret)\(quote)"] {
          #expect(try shown(Verbatim(description: text)) == text)
        }
      }
    }
    #expect(
      try FailingGate.shown(
        Verbatim(description: "the abcdef"), FailingGate.gate("text: !secret abcd"))
        == "the [secret]ef")
  }

  @Test("with secrets that overlap or hold each other hidden as one")
  func overlaps() throws {
    let yaml = FailingGate.gate(
      "credentials: [!secret abcdef, !secret cdef, !secret defgh, !secret '[secret]']")
    #expect(try FailingGate.shown(Verbatim(description: "1abcdefgh2"), yaml) == "1[secret]2")
    #expect(
      try FailingGate.shown(Verbatim(description: "1cdef2abcdef"), yaml) == "1[secret]2[secret]")
    #expect(try FailingGate.shown(Verbatim(description: "abcde"), yaml) == "abcde")
    let itself = FailingGate.gate("text: !secret abab")
    #expect(try FailingGate.shown(Verbatim(description: "1ababab2"), itself) == "1[secret]2")
    let nested = FailingGate.gate("credentials: [!secret abcdef, !secret bcde]")
    #expect(try FailingGate.shown(Verbatim(description: "1abcdef2"), nested) == "1[secret]2")
  }

  @Test(
    "without the user-info part of any URL",
    arguments: [
      ("postgres://app:hunter2@db/app", "postgres://[secret]@db/app"),
      ("no `postgres://app:p@ss@db:5432`", "no `postgres://[secret]@db:5432`"),
      ("https://hunter2@example.com", "https://[secret]@example.com"),
      ("postgres://app:pa/ss?w#rd@db/app: wrong", "postgres://[secret]@db/app: wrong"),
      ("a+b-c.1://u:p@h and ssh://u:p@g/", "a+b-c.1://[secret]@h and ssh://[secret]@g/"),
      ("HTTPS://u:p@h x+://u:p@h", "HTTPS://[secret]@h x+://[secret]@h"),
      ("postgres://app:pa/s@s@db", "postgres://[secret]@db"),
      ("postgres://app:pa:80/ss@db", "postgres://[secret]@db"),
      (#"{"url":"amqp:\/\/app:hunter2@mq"}"#, #"{"url":"amqp:\/\/[secret]@mq"}"#),
      (
        #"Described(reason: "redis://:hunter2@r\"")"#, #"Described(reason: "redis://[secret]@r\"")"#
      ),
      ("http://localhost:8080/a@b", "http://localhost:8080/a@b"),
      ("http://[::1]:80/a@b", "http://[::1]:80/a@b"), ("http://[::1]/a@b", "http://[::1]/a@b"),
      ("http://h?to=a@b http://h#a@b", "http://h?to=a@b http://h#a@b"),
      ("http://h a@b http://h\u{7F}a@b", "http://h a@b http://h\u{7F}a@b"),
      (#"["http://h","a@b"] <http://h>a@b"#, #"["http://h","a@b"] <http://h>a@b"#),
      ("https://example.com/@ada?to=ada@b.example", "https://example.com/@ada?to=ada@b.example"),
      ("mail ada@example.com: no", "mail ada@example.com: no"),
      ("http://@h", "http://@h"), ("http://@h/@x", "http://@h/@x"), ("no ://a:b@c", "no ://a:b@c"),
      ("http://", "http://"),
    ])
  func userInfo(_ error: String, _ expected: String) throws {
    #expect(
      try FailingGate.shown(Verbatim(description: error), FailingGate.gate("text: x")) == expected)
  }

  @Test(
    "at a cost that grows as the text does", arguments: ["a://b:c/", "a://b@c/", #"\u{"#, "%4"])
  func cost(_ part: String) throws {
    let growth = try growthOfCost(from: 2_000, to: 20_000) { size in
      let text = String(repeating: part, count: size)
      _ = try FailingGate.shown(
        Verbatim(description: text), FailingGate.gate("text: !secret hunter2"))
    }
    #expect(growth < 30)
  }
}
