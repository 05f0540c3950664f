import Foundation
import Patchbay
import Testing

// The code of the article `WithoutAFile`: what is shown there compiles and does what it says.

protocol Courier: Sendable {
  func send(_ text: String)
}

final class SMTPCourier: Courier {
  let host: String
  init(host: String) { self.host = host }
  func send(_ text: String) {}
}

struct Client: Sendable {
  var base: String
  var isPinned = false
}

final class Registration: Sendable {
  let courier: any Courier
  let client: Client
  init(courier: any Courier, client: Client) {
    self.courier = courier
    self.client = client
  }
}

extension ServiceKey where Service == any Courier { static let courier: Self = "courier" }
extension ServiceKey where Service == Client { static let client: Self = "client" }
extension ServiceKey where Service == Registration {
  static let registration: Self = "registration"
}

extension FactoryCatalog {
  static let mail = FactoryCatalog("mail") {
    Factory("SMTPCourier", .value("host"), make: SMTPCourier.init(host:))
      .provides { $0 as any Courier }
  }
}

struct Mail: Module {
  var hosts: [String]
  var isTest = false

  var definitions: Definitions {
    for (index, host) in hosts.enumerated() {
      Define("courier-\(index)", "SMTPCourier").argument("host", .text(host)).tag("couriers")
    }
    if isTest {
      Alias("courier", of: "courier-0")
    }
  }
}

/// The article about definitions in Swift.
@Suite struct WithoutAFileTests {
  @Test func closuresAndInstances() throws {
    let container = try Container {
      Provide(.client) { Client(base: "https://example.com") }
      Provide(.courier, instance: SMTPCourier(host: "smtp.example.com"))
      Provide(.registration, .service(.courier), .service(.client)) { courier, client in
        Registration(courier: courier, client: client)
      }
    }
    let registration = try container.resolve(.registration)
    #expect(registration.client.base == "https://example.com")
    #expect((registration.courier as? SMTPCourier)?.host == "smtp.example.com")
  }

  @Test func typesOfACatalog() throws {
    let plan = try Plan(catalog: .mail) {
      Define("courier", "SMTPCourier")
        .argument("host", "smtp.example.com")
        .tag("health-check")
      Alias("post", of: "courier")
    }
    #expect(plan.keys == ["courier", "post"])
  }

  @Test func scopes() async throws {
    let container = try Container {
      Scopes("connection", "request")
      Provide("cart", as: Client.self) { Client(base: "https://example.com") }
        .scope("request")
    }
    let base = try await container.withScope("request") {
      try $0.resolve("cart", as: Client.self).base
    }
    #expect(base == "https://example.com")
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("cart", as: Client.self)
    }
    #expect(error?.diagnostics.map(\.code) == [.scopedOutsideScope])
  }

  @Test func extensions() throws {
    let container = try Container {
      Provide(.client) { Client(base: "https://example.com") }
      Provide("session", as: Client.self) { Client(base: "https://example.com") }
        .scope(.transient)
        .tag("clients", priority: 10)
      Provide(.courier, instance: SMTPCourier(host: "smtp.example.com"))
      Provide(.registration, .service(.courier), .service("session", as: Client.self)) {
        courier, client in
        Registration(courier: courier, client: Client(base: client.base + "/session"))
      }
      Extend(.client) { client in client.isPinned = true }
      Extend(.client) { client, resolver in
        client.base = try resolver.resolve(.registration).client.base
      }
    }
    let client = try container.resolve(.client)
    #expect(client.isPinned)
    #expect(client.base == "https://example.com/session")
  }

  @Test func definitionsLikeADictionary() throws {
    var definitions = Definitions()
    definitions["base"] = "https://example.com"
    definitions["retries"] = 3
    definitions["client"] = { resolver in Client(base: "https://example.com") }
    definitions["courier"] = SMTPCourier(host: "smtp.example.com")
    definitions["dice"] = Protected { Int.random(in: 1...6) }
    let container = try Container { definitions }
    let retries = try container.parameters.value("retries", as: Int.self)
    let base = container.parameters["base"]
    #expect(retries == 3)
    #expect(base == "https://example.com")
    #expect(try container.resolve(.client).base == "https://example.com")
    #expect(try container.resolve(SMTPCourier.self).host == "smtp.example.com")
    let dice = try container.resolve("dice", as: (@Sendable () -> Int).self)
    #expect((1...6).contains(dice()))
  }

  @Test func overAFile() throws {
    let configuration = try ServiceConfiguration(
      .inline(
        """
        services:
          newsletter: { type: SMTPCourier, arguments: { host: $(env:NEWSLETTER_HOST) } }
        environments:
          test: {}
        """))
    let plan = try configuration.plan(
      environment: "test", modules: [Mail(hosts: ["a", "b"])], catalog: .mail
    ) {
      Provide(.client) { Client(base: "http://localhost") }
      Change("courier-1").argument("host", "localhost")
      Remove("newsletter")
    }
    #expect(plan.keys == ["client", "courier-0", "courier-1"])
    let container = Container(plan)
    #expect(try container.resolve("courier-1", as: SMTPCourier.self).host == "localhost")
    let test = try Container(catalog: .mail) { Mail(hosts: ["a"], isTest: true) }
    #expect(try test.resolve("courier", as: SMTPCourier.self).host == "a")
  }

  /// Every line of the article's code is in this file, but for what a file's own types need.
  @Test func theArticleShowsThisCode() throws {
    let here = URL(filePath: #filePath)
    func normal(_ text: String) -> String {
      text.replacing("private ", with: "").replacing("file", with: "")
        .filter { !$0.isWhitespace }
    }
    let source = normal(try String(contentsOf: here, encoding: .utf8))
    let blocks = try ReferenceExample.text(of: "WithoutAFile")
      .split(separator: "```swift\n").dropFirst().map { $0.split(separator: "```")[0] }
    #expect(blocks.count == 10)
    for block in blocks {
      for line in block.split(separator: "\n") {
        #expect(source.contains(normal(String(line))), "\(line)")
      }
    }
  }
}
