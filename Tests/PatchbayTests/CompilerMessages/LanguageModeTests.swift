import TestSupport
import Testing

@Suite("A program in the language mode of Swift 5")
struct LanguageModeTests {
  private static let source = """
    import Patchbay

    protocol Mailer: Sendable {}
    struct SMTPMailer: Mailer { init(host: String, port: Int) {} }
    struct Pool: Sendable { init(url: String) async throws {} }
    extension ServiceKey where Service == any Mailer { static let mailer: Self = "mailer" }

    let app = FactoryCatalog("app") {
      Factory("SMTPMailer", .value("host"), .value("port", default: 25), make: SMTPMailer.init)
        .provides { $0 as any Mailer }
      Factory(async: "Pool", .value("url"), make: Pool.init)
    }
    let definitions = Definitions {
      Provide(.mailer, .parameter("host")) { host in SMTPMailer(host: host, port: 25) }
    }
    func send(_ container: Container) throws {
      print(try container.resolve(.mailer), try container.resolve("mailer", as: SMTPMailer.self))
    }

    """

  @Test("compiles without a warning, with the feature that infers `@Sendable`")
  func feature() throws {
    let output = try Compiler.output(
      of: Self.source, languageMode: "5",
      options: ["-enable-upcoming-feature", "InferSendableFromCaptures"])
    #expect(output == "")
  }

  @Test("is warned of references to initializers without it, and of nothing else")
  func warnings() throws {
    let messages = Compiler.messages(
      in: try Compiler.output(of: Self.source, languageMode: "5"))
    #expect(messages.map(\.line) == [9, 11], "\(messages)")
    #expect(
      messages.allSatisfy {
        $0.severity == "warning" && $0.text.hasPrefix("converting non-Sendable function value")
      })
  }

  @Test("gets the same messages for its mistakes")
  func mistakes() throws {
    let source = """
      import Patchbay
      protocol Mailer: Sendable {}
      struct Banner: Sendable { init(text: String) {} }
      let old = FactoryCatalog("old") {
        Factory("Banner", .value("text")) { Banner(text: $0) }.provides((any Mailer).self) { $0 }
      }
      func find(_ container: Container) throws { _ = try container.resolve(.wacher) }

      """
    let messages = Compiler.messages(in: try Compiler.output(of: source, languageMode: "5"))
    #expect(messages.map(\.line) == [5, 7])
    #expect(messages.first?.text.contains("does not conform to this protocol") == true)
    #expect(messages.last?.text == "type 'ServiceKey<Service>' has no member 'wacher'")
  }
}
