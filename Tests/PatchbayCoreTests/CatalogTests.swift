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

  @Test func twoFactoriesOfOneNameStopTheProgram() async {
    await #expect(processExitsWith: .failure) { makeCatalogWithTwins() }
  }

  @Test func twoParametersOfOneNameStopTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = Factory("A", .value("x"), .value("x")) { (a: Int, b: Int) in Node("\(a + b)") }
    }
  }

  @Test func aServiceOfAnOptionalTypeStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = Factory("A", .service("x", as: Node?.self)) { (node: Node?) in Node("a") }
    }
  }

  @Test func aContractThatIsTheProductStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = Factory("A") { Plain() as any Greeter }.provides((any Greeter).self) { $0 }
    }
  }
}

/// Outside of the macro, in which all lines are one.
private func makeCatalogWithTwins() {
  _ = FactoryCatalog("t") {
    Factory("A") { Node("1") }
    Factory("A") { Node("2") }
  }
}
