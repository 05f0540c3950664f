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
    (Duration.seconds(60), "60s"), (.milliseconds(250), "250ms"), (.milliseconds(1500), "1.5s"),
    (.zero, "0ms"),
  ])
  func aDefaultDurationReadsAsAConfigurationWritesIt(_ duration: Duration, _ text: String) {
    let factory = Factory("A", .value("ttl", default: duration)) { (ttl: Duration) in Node("a") }
    #expect(factory.entry.signatureText == "A(ttl: Duration = \(text))")
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
