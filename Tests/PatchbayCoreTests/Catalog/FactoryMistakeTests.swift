import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A mistake in a catalog is reported by every plan, and does not trap")
struct FactoryMistakeTests {
  private static let file = "App/Catalog.swift"

  private static func catalog(
    _ name: String = "app", @CatalogBuilder _ content: () -> [CatalogPart]
  ) -> FactoryCatalog {
    FactoryCatalog(name, fileID: file, line: 1, content)
  }

  /// What a plan reports: `place code: message`.
  private static func reports(
    _ catalog: FactoryCatalog, _ build: (inout TestDefinitions) -> Void = { _ in }
  ) -> [String] {
    var collector = DiagnosticCollector()
    let plan = Plan.checking(definitions(build).set, catalog: catalog, into: &collector)
    #expect((plan == nil) == collector.hasErrors)
    return collector.errors.map { error in
      "\(error.labels.map { $0.place.shortName }.joined(separator: ", ")) \(error.code): "
        + error.message
    }
  }

  @Test("two factories of one name, also where no definition names them")
  func duplicateNames() {
    let catalog = Self.catalog {
      Factory("A", fileID: Self.file, line: 2) { Node("first") }
      Factory("B", fileID: Self.file, line: 3) { Node("b") }
      Factory("A", fileID: Self.file, line: 4) { Node("second") }
      Factory("A", fileID: Self.file, line: 5) { Node("third") }
    }
    let expected = [
      "Catalog.swift:4, Catalog.swift:2 duplicate-factory: two factories are named `A`",
      "Catalog.swift:5, Catalog.swift:2 duplicate-factory: two factories are named `A`",
    ]
    #expect(Self.reports(catalog) == expected)
    // What a definition gives to either of them is not checked against one by chance.
    #expect(
      Self.reports(catalog) {
        $0.define("a", "A", ["size": "1"])
        $0.define("b", "B")
      } == expected)
    #expect(catalog.typeNames == ["A", "B"])
  }

  @Test("two catalogs within another that hold factories of one name")
  func duplicateNamesInTwoCatalogs() {
    let first = Self.catalog("first") { Factory("A", fileID: Self.file, line: 2) { Node("1") } }
    let second = Self.catalog("second") { Factory("A", fileID: Self.file, line: 3) { Node("2") } }
    let both = Self.catalog("both") {
      first
      second
    }
    let message =
      "Catalog.swift:3, Catalog.swift:2 duplicate-factory: two factories are named `A`"
    #expect(Self.reports(both) == [message])
    // The mistake goes with the catalog, by whichever way that comes in, and is reported once.
    let all = Self.catalog("all") {
      first
      both
      both
    }
    #expect(Self.reports(all) == [message])
  }

  @Test("two factories of one name on one line, which are two closures")
  func duplicateNamesOnOneLine() {
    let both = Self.catalog {
      Factory("A", fileID: Self.file, line: 2) { Node("1") }
      Factory("A", fileID: Self.file, line: 2) { Node("2") }
    }
    let message = "Catalog.swift:2 duplicate-factory: two factories are named `A`"
    #expect(Self.reports(both) == [message])
    let loop = Self.catalog {
      for text in ["1", "2", "3"] { Factory("A", fileID: Self.file, line: 2) { Node(text) } }
    }
    #expect(Self.reports(loop) == [message])
    // One declaration that is also in another catalog.
    func declaration() -> Factory<Node> { Factory("A", fileID: Self.file, line: 2) { Node("1") } }
    let other = Self.catalog("other") { declaration() }
    let all = Self.catalog("all") {
      declaration()
      other
    }
    #expect(Self.reports(all) == [])
  }

  @Test("one declaration that two catalogs hold is none")
  func oneDeclarationTwice() throws {
    let shared = Self.catalog("shared") { Factory("A", fileID: Self.file, line: 2) { Node("a") } }
    let first = Self.catalog("first") { shared }
    let second = Self.catalog("second") { shared }
    let both = Self.catalog("both") {
      first
      second
      shared
    }
    #expect(Self.reports(both) { $0.define("a", "A") } == [])
  }

  @Test("two parameters or two properties of one name")
  func duplicateParameters() {
    let catalog = Self.catalog {
      Factory("Parameters", .value("x"), .value("x"), fileID: Self.file, line: 2) {
        (a: Int, b: Int) in Node("\(a + b)")
      }
      Factory("Properties", fileID: Self.file, line: 3) { Plain() }
        .property("next", as: Plain.self) { $0 = $1 }
        .property("next", as: Plain.self) { $0 = $1 }
    }
    #expect(
      Self.reports(catalog) {
        $0.define("a", "Parameters", ["x": "1"])
        $0.define("b", "Properties")
      } == [
        "Catalog.swift:2 duplicate-parameter: the factory `Parameters` declares two parameters "
          + "named `x`",
        "Catalog.swift:3 duplicate-parameter: the factory `Properties` declares two properties "
          + "named `next`",
      ])
  }

  @Test("a protocol as the product of a factory that is to provide it")
  func existentialProduct() {
    let catalog = Self.catalog {
      Factory("Polite", .service("inner", as: Plain.self), fileID: Self.file, line: 3) {
        (inner: Plain) -> any Greeter in Polite(inner: inner)
      }
      .provides((any Greeter).self) { $0 }
    }
    #expect(
      Self.reports(catalog) == [
        "Catalog.swift:3 existential-product: the factory `Polite` makes `any Greeter`, and "
          + "`.provides` adds the same type"
      ])
  }

  @Test("a product that provides its own type is none")
  func ownType() throws {
    let catalog = Self.catalog {
      Factory("Plain") { Plain() }.provides(Plain.self) { $0 }.provides((any Greeter).self) { $0 }
      // A protocol may be the product, and provide another.
      Factory("Any") { () -> any Greeter in Plain() }.provides((any CustomStringConvertible).self) {
        "\($0)"
      }
    }
    let container = Container(
      try definitions {
        $0.define("plain", "Plain")
        $0.define("any", "Any")
      }.plan(catalog))
    #expect(try container.resolve(Plain.self).greeting == "hello")
    let services = container.wiring.services
    #expect(
      services.indices.map { services[$0].entry.contracts.types.map(\.description) } == [
        ["Plain", "any Greeter"], ["any Greeter", "any CustomStringConvertible"],
      ])
    let inSwift = try Container {
      Provide(.greeter) { Plain() }.provides((any Greeter).self) { $0 }
      Provide(.simple) { Plain() }.provides(Plain.self) { $0 }
      Extend(.greeter) { Polite(inner: $0) }.provides((any Greeter).self) { $0 }
    }
    #expect(try inSwift.resolve(.greeter).greeting == "please, hello")
    #expect(try inSwift.resolve(.simple).greeting == "hello")
  }

  @Test("a service of an optional type, also of a closure in Swift")
  func optionalService() throws {
    let catalog = Self.catalog {
      Factory("A", .service("x", as: Node?.self), fileID: Self.file, line: 2) { (node: Node?) in
        Node("a")
      }
      Factory("B", fileID: Self.file, line: 3) { Plain() }
        .property("next", as: Plain?.self) { $0 = $1 ?? $0 }
    }
    #expect(
      Self.reports(catalog) == [
        "Catalog.swift:2 optional-service: the parameter `x` of `A` takes a service of the optional "
          + "type `Node?`",
        "Catalog.swift:3 optional-service: the property `next` of `B` takes a service of the "
          + "optional type `Plain?`",
      ])
    let error = try #require(throws: DiagnosticsError.self) {
      try Container {
        Provide("node", as: Node?.self) { Node("n") }
        Provide("a", .service("node", as: Node?.self)) { (node: Node?) in Node("a") }
      }
    }
    #expect(error.codes == [.optionalService])
  }

  @Test("a container that is made in Swift alone reports it, too")
  func inSwift() throws {
    let catalog = Self.catalog {
      Factory("A", fileID: Self.file, line: 2) { Node("first") }
      Factory("A", fileID: Self.file, line: 3) { Node("second") }
    }
    let error = try #require(throws: DiagnosticsError.self) {
      try Container(catalog: catalog) { Provide(.simple) { Plain() } }
    }
    #expect(error.codes == [.duplicateFactory])
  }

  @Test("what is wrong is reported together with the mistakes of the definitions")
  func together() {
    let catalog = Self.catalog {
      Factory("A", fileID: Self.file, line: 2) { Node("first") }
      Factory("A", fileID: Self.file, line: 3) { Node("second") }
      Factory("Pair", .service("left", as: Node.self), fileID: Self.file, line: 4) { (left: Node) in
        Node("pair", [left])
      }
    }
    #expect(
      Self.reports(catalog) {
        $0.define("a", "A")
        $0.define("pair", "Pair", ["left": .ref("a")])
        $0.define("other", "Pair", ["left": .ref("missing")])
      } == [
        "Catalog.swift:3, Catalog.swift:2 duplicate-factory: two factories are named `A`",
        "T.swift:12 unknown-service: `other` depends on `missing`, which no layer defines",
      ])
  }
}
