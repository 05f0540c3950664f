import Patchbay
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayConfiguration

@Suite(
  "A difference hides nothing behind a cause, shows no secret, and counts what gets something else")
struct DifferenceCauseTests {
  /// What is there before and after, and all that is said of it.
  private static let cases: [(name: String, before: String, after: String, said: String)] = [
    (
      "a text and the parameter in it",
      "parameters: { a: one }\nservices: { p: { type: Pool, arguments: { url: /x/$(a), password: $(env:P) } } }",
      "parameters: { a: two }\nservices: { p: { type: Pool, arguments: { url: /y/$(a), password: $(env:P) } } }",
      """
      2 values changed
      ~ a      one → two        s.yaml:1:18
      ~ p url  /x/one → /y/two  s.yaml:2:48
      """
    ),
    (
      "a parameter and the parameter in it",
      "parameters: { a: one, b: /x/$(a) }\nservices: { p: { type: Pool, arguments: { url: $(b), password: $(env:P) } } }",
      "parameters: { a: two, b: /y/$(a) }\nservices: { p: { type: Pool, arguments: { url: $(b), password: $(env:P) } } }",
      """
      2 values changed · 1 service reached
      ~ a  one → two        s.yaml:1:18
      ~ b  /x/one → /y/two  s.yaml:1:26
      reached: p (a)
      """
    ),
    (
      "a literal in place of a parameter that is gone",
      "parameters: { a: one }\nservices: { p: { type: Pool, arguments: { url: $(a), password: $(env:P) } } }",
      "services: { p: { type: Pool, arguments: { url: two, password: $(env:P) } } }",
      """
      1 removed, 1 value changed
      - a      parameter, one  was s.yaml:1:18
      ~ p url  one → two       s.yaml:1:48
      """
    ),
    (
      "a text that became a secret under another name",
      "parameters: { a: hunter1 }\nservices: { p: { type: Pool, arguments: { url: x, password: $(env:P) } } }",
      "parameters: { b: !secret hunter1 }\nservices: { p: { type: Pool, arguments: { url: x, password: $(env:P) } } }",
      """
      1 removed, 1 added
      - a  parameter, [secret]  was s.yaml:1:18
      + b  parameter, [secret]  s.yaml:1:26
      """
    ),
    (
      "an element that became a secret",
      "parameters: { a: [hunter1, x] }\nservices: { p: { type: Pool, arguments: { url: x, password: $(env:P) } } }",
      "parameters: { a: [!secret hunter1, x] }\nservices: { p: { type: Pool, arguments: { url: x, password: $(env:P) } } }",
      """
      1 value changed
      ~ a  [secret] changed (nothing reads it)  s.yaml:1:18
      """
    ),
    (
      "a secret in a list",
      "parameters: { a: [!secret hunter1, x] }\nservices: { p: { type: Pool, arguments: { url: x, password: $(env:P) } } }",
      "parameters: { a: [!secret hunter2, x] }\nservices: { p: { type: Pool, arguments: { url: x, password: $(env:P) } } }",
      """
      1 value changed
      ~ a  [secret] changed (nothing reads it)  s.yaml:1:18
      """
    ),
    (
      "a password and the host of a URL",
      "services: { p: { type: Pool, arguments: { url: 'https://me:hunter1@a/', password: $(env:P) } } }",
      "services: { p: { type: Pool, arguments: { url: 'https://me:hunter2@b/', password: $(env:P) } } }",
      """
      1 value changed
      ~ p url  https://[secret]@a/ → https://[secret]@b/  s.yaml:1:48
      """
    ),
    (
      "a default in a path that is not shown",
      "services: { p: { type: Pool, arguments: { url: x, password: !secret '$(file:$(env:DIR_TOKEN:-old)/x)' } } }",
      "services: { p: { type: Pool, arguments: { url: x, password: !secret '$(file:$(env:DIR_TOKEN:-new)/x)' } } }",
      """
      1 value changed
      ~ p password  [secret] changed  s.yaml:1:70
      """
    ),
    (
      "a variable in the attribute of a tag, and one without its default",
      "services: { p: { type: Pool, arguments: { url: $(env:U:-u), password: $(env:P) }, tags: { t: { zone: a } } } }",
      "services: { p: { type: Pool, arguments: { url: $(env:U), password: $(env:P) }, tags: { t: { zone: $(env:ZONE) } } } }",
      """
      1 value changed · 2 variables must be set
      ~ p url  $(env:U:-u) → $(env:U)  s.yaml:1:48
      must be set: U, ZONE
      """
    ),
    (
      "a start after another one, by an alias or not",
      "services: { a: { alias: p }, p: { type: Pool, arguments: { url: x, password: $(env:P) } }, s: { type: Session, arguments: { pool: !ref p } }, q: { type: Pool, arguments: { url: y, password: $(env:P) } }, t: { type: Twin, after: [a], arguments: { pool: !ref q } } }",
      "services: { a: { alias: p }, p: { type: Pool, arguments: { url: x, password: $(env:P) } }, s: { type: Session, arguments: { pool: !ref p } }, q: { type: Pool, after: [s], arguments: { url: y, password: $(env:P) } }, t: { type: Twin, after: [p], arguments: { pool: !ref q } } }",
      """
      start order changed
      ! q after  none → s  s.yaml:1:167
      """
    ),
    (
      "a new alias, which nothing uses",
      "services: { p: { type: Pool, arguments: { url: x, password: $(env:P) } }, s: { type: Session, arguments: { pool: !ref p } } }",
      "services: { p: { type: Pool, arguments: { url: x, password: $(env:P) } }, s: { type: Session, arguments: { pool: !ref p } }, a: { alias: p } }",
      """
      1 added
      + a  alias of p  s.yaml:1:126
      """
    ),
    (
      "an alias of another service",
      "services: { a: { alias: p }, p: { type: Pool, arguments: { url: x, password: $(env:P) } }, q: { type: Pool, arguments: { url: y, password: $(env:P) } }, s: { type: Session, arguments: { pool: !ref a } } }",
      "services: { a: { alias: q }, p: { type: Pool, arguments: { url: x, password: $(env:P) } }, q: { type: Pool, arguments: { url: y, password: $(env:P) } }, s: { type: Session, arguments: { pool: !ref a } } }",
      """
      1 value changed · 1 service reached
      ~ a  !ref p → !ref q  s.yaml:1:13
      reached: s (q)
      """
    ),
    (
      "roots under other names",
      "roots: [s, p]\nservices: { a: { alias: p }, p: { type: Pool, arguments: { url: x, password: $(env:P) } }, s: { type: Session, arguments: { pool: !ref p } } }",
      "roots: [t, a]\nservices: { a: { alias: p }, p: { type: Pool, arguments: { url: x, password: $(env:P) } }, t: { type: Session, arguments: { pool: !ref p } } }",
      """
      1 renamed
      ! t  renamed from s  s.yaml:2:92
      """
    ),
    (
      "a chain of new keys, of which one stays as an alias",
      "services: { p: { type: Pool, arguments: { url: x, password: $(env:P) } }, s: { type: Session, arguments: { pool: !ref p } } }",
      "services: { q: { type: Pool, arguments: { url: x, password: $(env:P) } }, p: { alias: q }, t: { type: Session, arguments: { pool: !ref q } } }",
      """
      2 renamed, 1 added
      ! q  renamed from p  s.yaml:1:13
      ! t  renamed from s  s.yaml:1:92
      + p  alias of q      s.yaml:1:75
      """
    ),
    (
      "a decorator around another one",
      "services: { p: { type: Pool, arguments: { url: x, password: $(env:P) } }, s: { type: Store, arguments: { pool: !ref p, folder: f, motto: m } }, d: { type: Cache, decorates: s, arguments: { inner: !inner } }, e: { type: Cache, arguments: { inner: !ref s } } }",
      "services: { p: { type: Pool, arguments: { url: x, password: $(env:P) } }, s: { type: Store, arguments: { pool: !ref p, folder: f, motto: m } }, d: { type: Cache, decorates: s, arguments: { inner: !inner } }, o: { type: Cache, decorates: s, priority: -1, arguments: { inner: !inner } }, e: { type: Cache, arguments: { inner: !ref s } } }",
      """
      1 added · 1 service reached
      + o  Cache, decorates s  s.yaml:1:209
      reached: e (o)
      """
    ),
    (
      "all services that get something else",
      "services: { p: { type: Pool, arguments: { url: x, password: $(env:P) } }, a: { type: Session, arguments: { pool: !ref p } }, b: { type: Session, arguments: { pool: !ref p } }, c: { type: Session, arguments: { pool: !ref p } }, d: { type: Session, arguments: { pool: !ref p } }, e: { type: Session, arguments: { pool: !ref p } } }",
      "services: { p: { type: Pool, arguments: { url: y, password: $(env:P) } }, a: { type: Session, arguments: { pool: !ref p } }, b: { type: Session, arguments: { pool: !ref p } }, c: { type: Session, arguments: { pool: !ref p } }, d: { type: Session, arguments: { pool: !ref p } }, e: { type: Session, arguments: { pool: !ref p } } }",
      """
      1 value changed · 5 services reached
      ~ p url  x → y  s.yaml:1:48
      reached: a (p), b (p), c (p), d (p), e (p)
      """
    ),
    (
      "texts that look like words of the comparison",
      "services: { p: { type: Pool, arguments: { url: 'a: ', password: $(env:P) } }, q: { type: Pool, arguments: { url: x, password: $(env:P) } } }",
      "services: { p: { type: Pool, arguments: { url: 'a:  ', password: $(env:P) } }, q: { type: Pool, arguments: { url: not set, password: $(env:P) } } }",
      """
      2 values changed
      ~ p url  "a: " → "a:  "  s.yaml:1:48
      ~ q url  x → "not set"   s.yaml:1:115
      """
    ),
  ]

  @Test(arguments: cases.map(\.name)) func says(_ name: String) throws {
    let example = try #require(Self.cases.first { $0.name == name })
    func wiring(_ yaml: String) throws -> ComparedWiring {
      var collector = DiagnosticCollector()
      let model = try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "s.yaml"))
        .model(catalog: ModelSample.catalog, into: &collector)
      try collector.throwErrors()
      return ComparedWiring(try #require(model))
    }
    let (before, after) = try (wiring(example.before), wiring(example.after))
    let found = WiringDifference(from: before, to: after)
    #expect("\(found)" == example.said)
    #expect(!"\(found)".contains("hunter"))
    #expect(!"\(WiringDifference(from: after, to: before))".contains("hunter"))
  }

  @Test("as many equal services as a configuration can have are compared in one pass")
  func equal() throws {
    func wiring(_ keys: Range<Int>) throws -> ComparedWiring {
      let services = keys.map { "  s\($0): { type: Session, arguments: { pool: !ref p } }\n" }
      var collector = DiagnosticCollector()
      let yaml =
        "services:\n  p: { type: Pool, arguments: { url: x, password: $(env:P) } }\n"
        + services.joined()
      let model = try ServiceConfiguration(.inline(yaml))
        .model(catalog: ModelSample.catalog, into: &collector)
      return ComparedWiring(try #require(model))
    }
    let found = try WiringDifference(from: wiring(0..<500), to: wiring(500..<501))
    #expect(found.changes.count == 501)
  }
}
