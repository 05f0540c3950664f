import Patchbay
import PatchbayTesting
import TestSupport
import Testing

@Suite("Marks of expected diagnostics")
struct ExpectDiagnosticsTests {
  @Test("hold where each mistake is marked, at its place and with its code")
  func hold() {
    let found = expectDiagnostics(
      in: """
        services:
          one: { type: Gest, arguments: { name: x } }
          #            ^^^^ unknown-type
          two: { type: Guest, arguments: { title: x } }
          #                   ^^^^^^^^^ missing-argument
          #                                ^^^^^ unknown-argument
        """,
      catalog: .guests
    )
    #expect(found.count == 3)
    #expect(expectDiagnostics(in: "services: {}", catalog: .guests) == [])
  }

  @Test("fail where a mistake is missing, elsewhere, or not marked")
  func fail() throws {
    let texts = Guarded<[String]>([])
    withKnownIssue {
      expectDiagnostics(
        in: """
          services:
            one: { type: Gest, arguments: { name: x } }
            #            ^^^ unknown-type
            #                               ^^^^ unknown-argument
          """,
        catalog: .guests
      )
    } matching: { issue in
      texts.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let text = try #require(texts.withLock { $0.first })
    #expect(
      text.hasPrefix(
        """
        expected unknown-type at 2:16, which was not found
        expected unknown-argument at 2:35, which was not found
        found, but not marked:
        error[unknown-type]: no factory is registered for the type name `Gest`
        """))
  }

  @Test(
    "say what to write for a code that is missing or wrong, and for a mistake that is not marked",
    arguments: [
      (
        "#            ^^^^",
        "the mark at 2:16 has no code behind its carets\nfound, but not marked:"
      ),
      (
        "#            ^^^^ unkown-type",
        "expected unkown-type at 2:16, which was not found; there is `unknown-type`\nfound, but not marked:"
      ),
      ("# nothing", "found, but not marked:"),
    ])
  func advice(_ mark: String, _ message: String) throws {
    let texts = Guarded<[String]>([])
    let entry = "  one: { type: Gest, arguments: { name: x } }"
    withKnownIssue {
      expectDiagnostics(in: "services:\n\(entry)\n  \(mark)\n", catalog: .guests)
    } matching: { issue in
      texts.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let text = try #require(texts.withLock { $0.first })
    #expect(text.hasPrefix(message), "\(text)")
    let line = "\(entry)\n  #            ^^^^ unknown-type"
    #expect(text.hasSuffix("\nhelp: where this is expected, mark it\n\(line)"), "\(text)")
    expectDiagnostics(in: "services:\n\(line)\n", catalog: .guests)
  }
}
