import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// What one request gives to several is in a row on its stack: whatever type it is of, all get the
/// same, and nothing is left behind, however the request ends.
@Suite(
  "Shared products of a request are one instance, released with their last owner",
  .enabled(if: FastPath.isOn))
struct SharedProductTests {
  /// Counts itself: a copy too many or too few shows.
  final class Token: Sendable {
    let alive: Counter
    init(_ alive: Counter) {
      self.alive = alive
      alive.increment()
    }
    deinit { alive.decrement() }
  }

  struct Refusal: Error {}

  protocol Part: Sendable { var token: Token { get } }
  protocol ObjectPart: AnyObject, Sendable { var token: Token { get } }

  final class Object: ObjectPart {
    let token: Token
    init(_ token: Token) { self.token = token }
  }
  struct Large: Part {
    var numbers = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    let token: Token
  }
  enum Choice: Sendable {
    case nothing
    case token(Token)
    case pair(Token, Int)
  }
  struct Wide: Sendable {
    var numbers: SIMD8<Double> = .zero
    let token: Token
  }

  struct Trio<Shared: Sendable>: Sendable {
    let first, second: Shared
    let rest: Rest<Shared>
  }
  struct Rest<Shared: Sendable>: Sendable { let shared: Shared }

  /// Whether requests for a key take the fast path.
  private static func isShort<Service>(_ container: Container, _ type: Service.Type) -> Bool {
    container.content(of: container.types.facet(of: type), as: type).isProducer
  }

  /// Three get what is shared, one of them on a detour, in several requests.
  private static func check<Shared: Sendable>(
    _ type: Shared.Type = Shared.self,
    make: @escaping @Sendable (Token) -> Shared,
    token: (Shared) -> Token?,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let alive = Counter()
    let catalog = FactoryCatalog("shared") {
      Factory("Shared") { () -> Shared in make(Token(alive)) }
      Factory("Rest", .service("shared", as: Shared.self)) { Rest(shared: $0) }
      Factory(
        "Trio", .service("first", as: Shared.self), .service("rest", as: Rest<Shared>.self),
        .service("second", as: Shared.self)
      ) { Trio(first: $0, second: $2, rest: $1) }
    }
    let container = Container(
      try definitions {
        $0.define("shared", "Shared", scope: "graph")
        $0.define("rest", "Rest", ["shared": .ref("shared")], scope: "transient")
        $0.define(
          "trio", "Trio",
          ["first": .ref("shared"), "rest": .ref("rest"), "second": .ref("shared")],
          scope: "transient")
      }.plan(catalog))
    for round in 0..<4 {
      let trio = try container.resolve(Trio<Shared>.self)
      let tokens = [trio.first, trio.second, trio.rest.shared].compactMap(token)
      #expect(Set(tokens.map { ObjectIdentifier($0) }).count <= 1, sourceLocation: location)
      #expect(
        round == 0 || Self.isShort(container, Trio<Shared>.self), sourceLocation: location)
    }
    #expect(alive.value == 0, sourceLocation: location)
  }

  @Test func productsOfEveryKind() throws {
    try Self.check(make: { $0 }, token: { $0 })
    try Self.check(make: { Object($0) }, token: { $0.token })
    try Self.check(make: { Large(token: $0) }, token: { $0.token })
    try Self.check(make: { Wide(token: $0) }, token: { $0.token })
    try Self.check((any Part).self, make: { Large(token: $0) }, token: { $0.token })
    try Self.check((any ObjectPart).self, make: { Object($0) }, token: { $0.token })
    try Self.check(make: { [$0] }, token: { $0.first })
    try Self.check(
      Choice.self, make: { .pair($0, 1) },
      token: { if case .pair(let token, 1) = $0 { token } else { nil } })
    try Self.check(Choice.self, make: { _ in .nothing }, token: { _ in nil })
    try Self.check(make: { _ in () }, token: { nil })
    try Self.check(make: { _ in UInt8(7) }, token: { _ in nil })
    try Self.check(make: { token in { @Sendable in token } }, token: { $0() })
  }

  @Test func everyRequesterInATreeReceivesTheSameInstance() throws {
    // Each level gives the one below twice: the leaf is asked for 32 times, by two contracts.
    let alive = Counter()
    final class Level: Part {
      let left, right: any Part
      init(_ left: any Part, _ right: any Part) { (self.left, self.right) = (left, right) }
      var token: Token {
        let (left, right) = (left.token, right.token)
        precondition(left === right, "two of what is shared")
        return left
      }
    }
    let catalog = FactoryCatalog("levels") {
      Factory("Leaf") { Large(token: Token(alive)) }.provides((any Part).self) { $0 }
      Factory("Frame", .service("inner")) { (inner: Large) in inner }
        .provides((any Part).self) { $0 }
      Factory("Level", .service("left"), .service("right"), make: Level.init)
        .provides((any Part).self) { $0 }
    }
    let container = Container(
      try definitions {
        $0.define("leaf", "Leaf", scope: "graph")
        $0.define("frame", "Frame", ["inner": .ref("leaf")], scope: "transient")
        $0.define(
          "level.0", "Level", ["left": .ref("leaf"), "right": .ref("frame")], scope: "transient")
        for level in 1...4 {
          let below = TestValue.ref("level.\(level - 1)")
          $0.define("level.\(level)", "Level", ["left": below, "right": below], scope: "transient")
        }
      }.plan(catalog))
    let key: ServiceKey<Level> = "level.4"
    for _ in 0..<3 {
      let level = try container.resolve(key)
      _ = level.token
      #expect(alive.value == 1)
    }
    #expect(alive.value == 0)
    #expect(container.content(of: container.keys.facet(of: key.number), as: Level.self).isProducer)
  }

  /// A row larger than a stack should hold.
  @Test func aLongRowIsARowToo() throws {
    final class Many: Sendable {
      let all: [Large]
      init(_ all: [Large]) { self.all = all }
    }
    let alive = Counter()
    let catalog = FactoryCatalog("many") {
      Factory("Large") { Large(token: Token(alive)) }
      Factory("Pair", .service("left"), .service("right")) { (left: Large, right: Large) in
        Many([left, right])
      }
      Factory("Join", .service("left"), .service("right")) { (left: Many, right: Many) in
        Many(left.all + right.all)
      }
    }
    let container = Container(
      try definitions {
        for index in 0..<40 {
          let large = TestValue.ref("large.\(index)")
          $0.define("large.\(index)", "Large", scope: "graph")
          $0.define("pair.\(index)", "Pair", ["left": large, "right": large], scope: "graph")
          if index == 0 {
            $0.define(
              "join.0", "Join", ["left": .ref("pair.0"), "right": .ref("pair.0")], scope: "graph")
          } else {
            $0.define(
              "join.\(index)", "Join",
              ["left": .ref("join.\(index - 1)"), "right": .ref("pair.\(index)")], scope: "graph")
          }
        }
      }.plan(catalog))
    let key: ServiceKey<Many> = "join.39"
    for _ in 0..<3 {
      let many = try container.resolve(key)
      #expect(many.all.count == 82)
      #expect(Set(many.all.map { ObjectIdentifier($0.token) }).count == 40)
      #expect(alive.value == 40)
    }
    #expect(alive.value == 0)
    #expect(container.content(of: container.keys.facet(of: key.number), as: Many.self).isProducer)
  }

  /// Wherever a request ends, what was shared so far goes once.
  @Test func aFailureReleasesEverything() throws {
    let alive = Counter()
    let calls = Counter()
    let failing = Locked(0)
    @Sendable func step() throws {
      if calls.increment() == failing.withLock({ $0 }) { throw Refusal() }
    }
    let catalog = FactoryCatalog("failing") {
      Factory("Shared") { () throws -> Large in
        try step()
        return Large(token: Token(alive))
      }
      Factory("Choice", .service("shared")) { (shared: Large) throws -> Choice in
        try step()
        return .token(shared.token)
      }
      Factory("Root", .service("one"), .service("two"), .service("three"), .service("four")) {
        (_: Large, _: Choice, _: Large, _: Choice) throws -> Object in
        try step()
        return Object(Token(alive))
      }
    }
    let container = Container(
      try definitions {
        $0.define("shared", "Shared", scope: "graph")
        $0.define("choice", "Choice", ["shared": .ref("shared")], scope: "graph")
        $0.define("other", "Choice", ["shared": .ref("shared")], scope: "transient")
        $0.define(
          "root", "Root",
          [
            "one": .ref("shared"), "two": .ref("choice"), "three": .ref("shared"),
            "four": .ref("choice"),
          ], scope: "transient")
      }.plan(catalog))
    _ = try container.resolve(Object.self)
    let steps = calls.value
    #expect(steps == 3)
    for step in 1...steps {
      failing.withLock { $0 = calls.value + step }
      let error = #expect(throws: DiagnosticsError.self) { try container.resolve(Object.self) }
      #expect(error?.underlying is Refusal)
      #expect(alive.value == 0)
    }
    #expect(Self.isShort(container, Object.self))
    #expect(try container.resolve(Object.self).token.alive === alive)
    #expect(alive.value == 0)
  }

  /// A request within a request has a row of its own.
  @Test func aRequestWithinARequestSharesNothingWithIt() throws {
    final class Root: Sendable {
      let tokens: [Token]
      init(_ tokens: [Token]) { self.tokens = tokens }
    }
    let alive = Counter()
    let depth = Counter()
    let captured = Locked<Container?>(nil)
    let catalog = FactoryCatalog("nested") {
      Factory("Shared") { Token(alive) }
      Factory("Nested") { () throws -> [Token] in
        guard depth.value > 0, let container = captured.withLock({ $0 }) else { return [] }
        depth.decrement()
        return try container.resolve("root", as: Root.self).tokens
      }
      Factory("Root", .service("one"), .service("nested"), .service("two")) {
        (one: Token, nested: [Token], two: Token) in Root([one, two] + nested)
      }
    }
    let container = Container(
      try definitions {
        $0.define("shared", "Shared", scope: "graph")
        $0.define("nested", "Nested", scope: "transient")
        $0.define(
          "root", "Root",
          ["one": .ref("shared"), "nested": .ref("nested"), "two": .ref("shared")],
          scope: "transient")
      }.plan(catalog))
    captured.withLock { $0 = container }
    _ = try container.resolve(Root.self)
    for _ in 0..<3 { depth.increment() }
    let tokens = try container.resolve(Root.self).tokens
    #expect(tokens.count == 8)
    #expect(Set(tokens.map { ObjectIdentifier($0) }).count == 4)
    captured.withLock { $0 = nil }
    #expect(Self.isShort(container, Root.self))
  }

  @Test func aProductWithOneUserIsNotShared() throws {
    // Shared by the two transients that a request makes, though each asks once.
    let alive = Counter()
    let catalog = FactoryCatalog("once") {
      Factory("Shared") { Token(alive) }
      Factory("Rest", .service("shared", as: Token.self)) { Rest(shared: $0) }
      Factory("Pair", .service("left"), .service("right")) {
        (left: Rest<Token>, right: Rest<Token>) in [left.shared, right.shared]
      }
    }
    let container = Container(
      try definitions {
        $0.define("shared", "Shared", scope: "graph")
        $0.define("rest", "Rest", ["shared": .ref("shared")], scope: "transient")
        $0.define("pair", "Pair", ["left": .ref("rest"), "right": .ref("rest")], scope: "graph")
        $0.define("graph", "Rest", ["shared": .ref("shared")], scope: "graph")
        $0.define("twice", "Pair", ["left": .ref("graph"), "right": .ref("graph")], scope: "graph")
      }.plan(catalog))
    for key in ["pair", "twice"] {
      for _ in 0..<3 {
        let tokens = try container.resolve(key, as: [Token].self)
        #expect(tokens[0] === tokens[1])
        #expect(alive.value == 1)
      }
    }
    #expect(alive.value == 0)
  }
}
