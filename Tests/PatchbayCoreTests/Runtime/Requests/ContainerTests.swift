import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A container resolves services by the rules of their scope")
struct ContainerScopeTests {
  @Test("a key finds the service of the same bytes")
  func byTheBytesOfItsKey() throws {
    let (composed, separate): (ServiceKey<Node>, ServiceKey<Node>) = ("caf\u{E9}", "cafe\u{301}")
    let container = Container(
      try definitions {
        $0.define(composed.name, "Leaf")
        $0.define(separate.name, "Leaf")
      }.plan(FactoryCatalog("nodes") { Factory("Leaf") { Node("leaf") } }))
    let answers = [
      composed: try container.resolve(composed), separate: try container.resolve(separate),
    ]
    #expect(answers.count == 2)
    #expect(answers["caf\u{E9}"] === (try container.resolve(composed)))
    #expect(answers[composed] !== answers[separate])
  }

  static func catalog(_ counter: Counter = Counter()) -> FactoryCatalog {
    FactoryCatalog("test") {
      Factory("Plain", .value("greeting", default: "hello")) { (greeting: String) -> Plain in
        counter.increment()
        return Plain(greeting)
      }
      .provides((any Greeter).self) { $0 }
      Factory("Polite", .service("inner", as: (any Greeter).self)) { Polite(inner: $0) }
        .provides((any Greeter).self) { $0 }
    }
  }

  @Test func twoContainersOfAPlanShareNoInstances() throws {
    let plan = try definitions { $0.define("plain", "Plain") }.plan(Self.catalog())
    let one = try Container(plan).resolve("plain", as: Plain.self)
    let two = try Container(plan).resolve("plain", as: Plain.self)
    #expect(one !== two)
  }

  @Test("one instance is returned as each of its contracts")
  func oneInstanceIsSeenAsEachContract() throws {
    let plan = try definitions { $0.define("plain", "Plain") }.plan(Self.catalog())
    let container = Container(plan)
    let concrete = try container.resolve(Plain.self)
    let contract = try container.resolve((any Greeter).self)
    let typed = try container.resolve("plain" as ServiceKey<any Greeter>)
    #expect(contract as? Plain === concrete)
    #expect(typed as? Plain === concrete)
    #expect(try container["plain"] as? Plain === concrete)
  }

  @Test func aServiceIsNotFoundByATypeThatItDoesNotDeclare() throws {
    let container = try Container {
      Provide("class", as: Plain.self) { Plain() }
      Provide("protocol", as: (any Greeter).self) { Polite(inner: Plain()) }
    }
    #expect(try container.resolve((any Greeter).self).greeting == "please, hello")
    #expect(try container.resolve(Plain.self).greeting == "hello")
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(Polite.self) }
    #expect(error?.codes == [.noSuchService])
  }

  struct Wide: Sendable, Equatable { var words = (1...9).map(String.init), size = 9, isWide = true }

  @Test("a key alone gives a service of any kind of type")
  func aKeyAloneGivesAnyType() throws {
    let plain = Plain()
    let container = try Container {
      Provide("number", as: Int.self) { _ in 7 }
      Provide("text", as: String.self) { _ in String(repeating: "long ", count: 9) }
      Provide("wide", as: Wide.self) { _ in Wide() }
      Provide("contract", as: (any Greeter).self, instance: plain)
      Provide("nothing", as: Int?.self) { _ in nil }
    }
    // Before and after the container keeps them.
    for _ in 0..<2 {
      #expect(try container["number"] as? Int == 7)
      #expect(try (container["text"] as? String)?.count == 45)
      #expect(try container["wide"] as? Wide == Wide())
      #expect(try container["contract"] as? Plain === plain)
      #expect(try container["nothing"] as? Int? == .some(nil))
    }
  }

  @Test func aNilIsKeptLikeAnyOtherInstance() throws {
    let built = Counter()
    let container = try Container {
      Provide("license", as: String?.self) {
        built.increment()
        return nil
      }
    }
    for _ in 0..<3 { #expect(try container.resolve("license", as: String?.self) == nil) }
    #expect(built.value == 1)
    // Not a service that is missing.
    let found = try container.resolveIfPresent(ServiceKey<String?>("license"))
    #expect(found == .some(nil))
  }

  @Test func anAliasGivesTheSameInstance() throws {
    let plan = try definitions {
      $0.define("plain", "Plain")
      $0.alias("a", of: "b")
      $0.alias("b", of: "plain")
    }.plan(Self.catalog())
    let container = Container(plan)
    let direct = try container.resolve("plain", as: Plain.self)
    #expect(try container.resolve("a", as: Plain.self) === direct)
  }

  @Test func aDecoratorReplacesItsKeyForEveryUser() throws {
    let plan = try definitions {
      $0.define("outer", "Polite", ["inner": .inner], decorates: "plain")
      $0.define("plain", "Plain")
      $0.define("user", "Polite", ["inner": .ref("plain")])
    }.plan(Self.catalog())
    let container = Container(plan)
    #expect(try container.resolve("plain", as: (any Greeter).self).greeting == "please, hello")
    #expect(try container.resolve("user", as: Polite.self).greeting == "please, please, hello")
    #expect(throws: DiagnosticsError.self) { try container.resolve("outer", as: Polite.self) }
  }
}

@Suite("Arguments reach the factory as declared")
struct ArgumentTests {
  static let catalog = FactoryCatalog("test") {
    Factory("Leaf", .value("name", default: "leaf")) { (name: String) in Node(name) }
    Factory("Maybe", .optional("leaf", as: Node.self)) { (leaf: Node?) in
      Node("maybe", leaf.map { [$0] } ?? [])
    }
    Factory("Many", .services("nodes")) { (nodes: [Node]) in Node("many", nodes) }
    Factory("Keyed", .services("nodes")) { (nodes: [String: Node]) in
      Node(
        nodes.keys.sorted().joined(separator: ","), nodes.sorted { $0.key < $1.key }.map(\.value))
    }
    Factory("Pair", .service("left"), .service("right")) { (left: Node, right: Node) in
      Node("pair", [left, right])
    }
  }

  private func node(_ key: String, _ build: (inout TestDefinitions) -> Void) throws -> Node {
    try Container(definitions(build).plan(Self.catalog)).resolve(key, as: Node.self)
  }

  @Test("an optional argument is nil where its service is missing")
  func optionalServices() throws {
    #expect(try node("a") { $0.define("a", "Maybe") }.inputs.isEmpty)
    #expect(try node("a") { $0.define("a", "Maybe", ["leaf": .null]) }.inputs.isEmpty)
    #expect(try node("a") { $0.define("a", "Maybe", ["leaf": .optional("x")]) }.inputs.isEmpty)
    let given = try node("a") {
      $0.define("a", "Maybe", ["leaf": .optional("x")])
      $0.define("x", "Leaf")
    }
    #expect(given.inputs.map(\.name) == ["leaf"])
  }

  @Test func aListTakesReferencesInTheirOrder() throws {
    let many = try node("many") {
      $0.define("a", "Leaf", ["name": "a"])
      $0.define("b", "Leaf", ["name": "b"])
      $0.define(
        "many", "Many", ["nodes": .list([.ref("b"), .optional("gone"), .ref("a")])])
    }
    #expect(many.inputs.map(\.name) == ["b", "a"])
  }

  @Test func aDictionaryIsKeyed() throws {
    let byTag = try node("keyed") {
      $0.define("keyed", "Keyed", ["nodes": .tagged("t")])
      $0.define("x", "Leaf", tags: ["t": 0])
      $0.define("y", "Leaf", tags: ["t": 0])
    }
    #expect(byTag.name == "x,y")
    let byMap = try node("keyed") {
      $0.define("keyed", "Keyed", ["nodes": .map(["one": .ref("x")])])
      $0.define("x", "Leaf")
    }
    #expect(byMap.name == "one")
  }

  @Test func autowiringProvidesOmittedArguments() throws {
    let pair = try node("pair") {
      $0.define("pair", "Pair", ["left": .ref("leaf")], autowire: true)
      $0.define("leaf", "Leaf")
    }
    #expect(pair.inputs.map(\.name) == ["leaf", "leaf"])
  }

  @Test func providesNarrowsWhatIsFoundButNeverAReference() throws {
    let plan = try definitions {
      $0.define("hidden", "Plain", provides: ["Plain"])
      $0.define("seen", "Plain")
      $0.define("user", "Polite", ["inner": .ref("hidden")])
    }.plan(ContainerScopeTests.catalog())
    let container = Container(plan)
    // `user` and `seen` offer the contract; `hidden` does not.
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve((any Greeter).self)
    }
    #expect(error?.diagnostics.first?.message.contains("`seen` and `user`") == true)
    #expect(try container.resolve("user", as: Polite.self).greeting == "please, hello")
  }
}
