import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// As in ``FastPathTests``: each test asks several times, as the first request takes the slow path.
@Suite("Requests with arguments return the same as on the slow path")
struct FastPathOfArgumentsTests {
  protocol Part: Sendable { var words: String { get } }

  struct Mixed: Part {
    var small: UInt8
    var text: String
    var flag: Bool
    var number: Double
    var leaf: FastPathTests.Leaf
    var words: String { "\(small) \(text) \(flag) \(number) \(leaf.size)" }
  }

  struct Refusal: Error {}

  static let mixed: ServiceKey<Mixed> = "mixed"
  static let contract: ServiceKey<any Part> = "mixed"
  static let named: ServiceKey<Named> = "named"

  /// Can only be made.
  final class Named {
    let name: String
    let age: Int?
    init(name: String, age: Int?) { (self.name, self.age) = (name, age) }
  }

  static func container(_ lifetime: String = "singleton") throws -> Container {
    let catalog = FactoryCatalog("arguments") {
      Factory("Leaf", .value("size", default: 1), make: FastPathTests.Leaf.init(size:))
      Factory(
        "Mixed", .argument("small"), .argument("text"), .service("leaf"), .argument("flag"),
        .argument("number")
      ) {
        (small: UInt8, text: String, leaf: FastPathTests.Leaf, flag: Bool, number: Double) -> Mixed
        in
        if small == 13 { throw Refusal() }
        return Mixed(small: small, text: text, flag: flag, number: number, leaf: leaf)
      }
      .provides((any Part).self) { $0 }
      Factory("Named", .argument("name"), .argument("age"), make: Named.init(name:age:))
      Factory(
        "Pair", .service("left", as: FastPathTests.Leaf.self),
        .service("right", as: FastPathTests.Leaf.self), .argument("name", as: String.self)
      ) { left, right, name in "\(left === right) \(name)" }
    }
    return Container(
      try definitions(scopes: ["request"]) {
        $0.define("leaf", "Leaf", ["size": "7"], scope: lifetime)
        $0.define("mixed", "Mixed", ["leaf": .ref("leaf")])
        $0.define("named", "Named")
        $0.define("pair", "Pair", ["left": .ref("leaf"), "right": .ref("leaf")])
      }.plan(catalog))
  }

  @Test func argumentsOfAnyLayoutArrive() throws {
    let container = try Self.container()
    for round in 0..<4 {
      let (small, flag, number) = (UInt8(round), round % 2 == 0, Double(round) / 4)
      let text = String(repeating: "long enough for the heap ", count: round)
      let words = "\(small) \(text) \(flag) \(number) 7"
      #expect(
        try container.resolve(Self.mixed, arguments: small, text, flag, number).words == words)
      #expect(
        try container.resolve(Self.contract, arguments: small, text, flag, number).words == words)
      #expect(
        try container.resolve((any Part).self, arguments: small, text, flag, number).words == words)
    }
  }

  @Test func anArgumentOfReferenceTypeIsReleasedWithTheProduct() throws {
    final class Key: Sendable {}
    struct Door: Sendable { var key: Key }
    let catalog = FactoryCatalog("doors") {
      Factory("Door", .argument("key", as: Key.self)) { Door(key: $0) }
    }
    let container = Container(try definitions { $0.define("door", "Door") }.plan(catalog))
    let service: ServiceKey<Door> = "door"
    for _ in 0..<3 {
      weak var released: Key?
      do {
        let key = Key()
        released = key
        let door = try container.resolve(service, arguments: key)
        #expect(door.key === key)
      }
      #expect(released == nil)
    }
  }

  @Test func everyOtherNumberOrTypeIsAnErrorEachTime() throws {
    let container = try Self.container()
    func codes(_ request: () throws -> Any) -> DiagnosticCode? {
      FastPathOfScopesTests.code(request)
    }
    for _ in 0..<3 {
      _ = try container.resolve(Self.mixed, arguments: UInt8(1), "a", true, 0.5)
      let few = codes { try container.resolve(Self.mixed, arguments: UInt8(1), "a", true) }
      #expect(few == .runtimeArguments)
      let many = codes { try container.resolve(Self.mixed, arguments: UInt8(1), "a", true, 0.5, 1) }
      #expect(many == .runtimeArguments)
      let wrong = codes { try container.resolve(Self.mixed, arguments: 1, "a", true, 0.5) }
      #expect(wrong == .runtimeArguments)
      let last = codes { try container.resolve(Self.mixed, arguments: UInt8(1), "a", true, "b") }
      #expect(last == .runtimeArguments)
      #expect(codes { try container.resolve(Self.mixed) } == .runtimeArguments)
      #expect(codes { try container.make(Self.mixed) } == .runtimeArguments)
      #expect(codes { try container["mixed"] } == .runtimeArguments)
      #expect(
        codes { try container.resolve("leaf", arguments: 1) as FastPathTests.Leaf }
          == .runtimeArguments)
    }
  }

  @Test func argumentsThatAreLeftOutOrOfASubtypeAreAcceptedEachTime() throws {
    let container = try Self.container()
    for _ in 0..<3 {
      #expect(try container.make(Self.named, arguments: "Ada", Optional(36)).age == 36)
      #expect(try container.make(Self.named, arguments: "Ada", 36).age == 36)
      #expect(try container.make(Self.named, arguments: "Ada").age == nil)
    }
  }

  @Test(arguments: ["singleton", "transient", "graph", "request"])
  func aScopeAndItsContainerReturnTheSame(_ lifetime: String) async throws {
    let container = try Self.container(lifetime)
    let scope = try await container.openScope("request")
    let pair: ServiceKey<String> = "pair"
    for _ in 0..<3 {
      #expect(try scope.resolve(pair, arguments: "Ada") == "\(lifetime != "transient") Ada")
      #expect(try scope.resolve(Self.mixed, arguments: UInt8(1), "a", true, 0.5).leaf.size == 7)
    }
    try await scope.close()
    for _ in 0..<3 {
      let code = FastPathOfScopesTests.code { try scope.resolve(pair, arguments: "Ada") }
      #expect(code == .scopeClosed)
    }
  }

  @Test func aFailureIsTheSameEachTime() throws {
    let container = try Self.container()
    var messages: Set<String> = []
    for _ in 0..<3 {
      let error = #expect(throws: DiagnosticsError.self) {
        try container.resolve(Self.mixed, arguments: UInt8(13), "a", true, 0.5)
      }
      #expect(error?.underlying is Refusal)
      messages.insert("\(try #require(error))")
      _ = try container.resolve(Self.mixed, arguments: UInt8(1), "a", true, 0.5)
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("the factory of 'mixed' failed: Refusal()") == true)
  }

  @Test func overridesAndTheStopHold() async throws {
    let container = try Self.container()
    func size() throws -> Int {
      try container.resolve(Self.mixed, arguments: UInt8(1), "a", true, 0.5).leaf.size
    }
    for _ in 0..<3 { #expect(try size() == 7) }
    let leaf: ServiceKey<FastPathTests.Leaf> = "leaf"
    let other = try container.override(leaf, with: FastPathTests.Leaf(size: 8))
    for _ in 0..<3 { #expect(try size() == 8) }
    other.remove()
    for _ in 0..<3 { #expect(try size() == 7) }
    try await container.stop()
    for _ in 0..<3 { #expect(FastPathOfScopesTests.code { try size() } == .containerShutDown) }
  }

  @Test func elementsWithoutASizeArrive() throws {
    struct Nothing: Sendable {}
    let catalog = FactoryCatalog("empty") {
      Factory("Words", .argument("a"), .argument("b"), .argument("c"), .argument("d")) {
        (a: UInt8, b: Nothing, c: InlineArray<0, SIMD4<Float>>, d: SIMD8<Double>) -> String in
        "\(a) \(d[7])"
      }
    }
    let container = Container(try definitions { $0.define("words", "Words") }.plan(catalog))
    let words: ServiceKey<String> = "words"
    for round in 0..<4 {
      let wide = SIMD8<Double>(repeating: Double(round))
      let text = try container.resolve(
        words, arguments: UInt8(round), Nothing(), InlineArray<0, SIMD4<Float>>(repeating: .zero),
        wide)
      #expect(text == "\(round) \(Double(round))")
    }
  }

  @Test func manyThreadsPassTheirOwn() throws {
    let container = try Self.container()
    let wrong = Counter()
    onThreads(8) { index in
      for round in 0..<500 {
        let text = "\(index) \(round)"
        let mixed = try? container.resolve(
          Self.mixed, arguments: UInt8(index), text, round % 2 == 0, Double(round))
        if mixed?.words != "\(index) \(text) \(round % 2 == 0) \(Double(round)) 7" {
          wrong.increment()
        }
      }
    }
    #expect(wrong.value == 0)
  }
}
