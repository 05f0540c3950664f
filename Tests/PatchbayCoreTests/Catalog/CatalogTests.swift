import PatchbayConfiguration
import Testing

@testable import PatchbayCore

@Suite("A catalog keeps signatures as data")
struct CatalogTests {
  @Test func aSignatureReadsAsSwiftDeclaresIt() {
    let factory = Factory(
      "Server", .value("host", default: "localhost"), .value("port", default: 80),
      .optional("cache", as: Plain.self), .services("handlers", as: (any Greeter).self),
      .provider("session", as: Node.self)
    ) {
      (host: String, port: Int, cache: Plain?, handlers: [any Greeter], session: Provider<Node>) in
      Node(host)
    }
    #expect(
      factory.entry.signatureText
        == "Server(host: String = \"localhost\", port: Int = 80, cache: Plain?, "
        + "handlers: [any Greeter], session: Provider<Node>)"
    )
  }

  @Test(arguments: [
    (Duration.seconds(60), "1m"), (.milliseconds(250), "250ms"), (.milliseconds(1500), "1500ms"),
    (.zero, "0s"),
  ])
  func aDefaultDurationReadsAsAConfigurationWritesIt(_ duration: Duration, _ text: String) {
    let factory = Factory("A", .value("ttl", default: duration)) { (ttl: Duration) in Node("a") }
    #expect(factory.entry.signatureText == "A(ttl: Duration = \(text))")
  }

  enum Currency: String, Decodable, Sendable { case eur = "EUR", swissFranc = "Swiss franc" }
  enum Level: Int, Decodable, Sendable { case low = 1 }
  enum Plainly: Decodable, Sendable { case here }

  @Test("A default reads as a configuration writes it: an enum by its raw value")
  func defaultsAreWhatAFileWrites() {
    let factory = Factory(
      "Shop", .value("currency", default: Currency.eur),
      .value("others", default: [Currency.swissFranc]),
      .value("maybe", default: Currency?.some(.eur)), .value("none", default: Currency?.none),
      .value("level", default: Level.low), .value("names", default: ["b": "x", "a": "y"]),
      .value("plain", default: Plainly.here), .value("pause", default: [Duration.seconds(2)])
    ) {
      (
        _: Currency, _: [Currency], _: Currency?, _: Currency?, _: Level, _: [String: String],
        _: Plainly, _: [Duration]
      ) in
      Node("shop")
    }
    let defaults = factory.entry.parameters.map { $0.defaultDescription ?? "" }
    #expect(
      defaults == [
        "EUR", "['Swiss franc']", "EUR", "nil", "1", #"["a": "y", "b": "x"]"#, "here", "[2s]",
      ])
  }

  @Test func aCatalogInsideACatalogBringsItsNames() {
    let inner = FactoryCatalog("inner") { Factory("A") { Node("a") } }
    let outer = FactoryCatalog("outer") {
      Factory("B") { Node("b") }
      inner
      inner
    }
    #expect(outer.typeNames == ["A", "B"])
  }
}
