import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

/// Each test compares what later scopes return with what the first one did.
@Suite("Later scopes build their services as the first one did")
struct LaterScopeTests {
  struct Refused: Error, CustomStringConvertible { let description = "no" }

  /// A service that was given others.
  protocol Part: Sendable { var inputs: [any Part] { get } }
  final class Plain: Part {
    let inputs: [any Part]
    init(_ inputs: [any Part] = []) { self.inputs = inputs }
  }

  /// Counts the services that were built, and runs a hook in each factory.
  final class World: Sendable {
    let built = Counter()
    let hook = Locked<(@Sendable () throws -> Void)?>(nil)

    func build(_ inputs: [any Part]) throws -> Plain {
      built.increment()
      try hook.withLock { $0 }?()
      return Plain(inputs)
    }

    var catalog: FactoryCatalog {
      FactoryCatalog("parts") {
        Factory("Leaf") { try self.build([]) }.provides { $0 as any Part }
        Factory("One", .service("a", as: (any Part).self)) { try self.build([$0]) }
          .provides { $0 as any Part }
        Factory("Two", .service("a", as: (any Part).self), .service("b", as: (any Part).self)) {
          try self.build([$0, $1])
        }
        .provides { $0 as any Part }
        Factory("Many", .services("all", as: (any Part).self)) { try self.build($0) }
          .provides { $0 as any Part }
      }
    }
  }

  static func container(
    _ world: World = World(), scopes: [String] = ["session", "request"],
    _ build: (inout TestDefinitions) -> Void
  ) throws -> Container {
    Container(try definitions(scopes: scopes) { build(&$0) }.plan(world.catalog))
  }

  /// The requests that a scope may get for a key.
  static let requests: [@Sendable (ServiceScope, String) throws -> any Part] = [
    { try $0.resolve(ServiceKey<any Part>($1)) },
    { try $0.container.resolve(ServiceKey<any Part>($1)) },
    { try $0.resolve($1, as: (any Part).self) },
    { try $0.resolve(ServiceKey<Plain>($1)) },
  ]

  /// Which services of a graph are the same, by numbers in the order in which they are found.
  static func shape(_ parts: [any Part], _ known: [any Part] = []) -> String {
    var numbers: [ObjectIdentifier: Int] = [:]
    func text(_ part: any Part) -> String {
      let id = ObjectIdentifier(part as! Plain)
      if let number = numbers[id] { return "\(number)" }
      numbers[id] = numbers.count
      return "\(numbers.count - 1)(" + part.inputs.map(text).joined(separator: " ") + ")"
    }
    return (known + parts).map(text).joined(separator: ", ")
  }

  @Test("a request of a factory in a later scope is a part of its construction")
  func whatAFactoryAsksForIsOnItsBehalf() async throws {
    let world = World()
    let container = try Self.container(world) {
      $0.define("leaf", "Leaf", scope: "request")
      $0.define("other", "Many", ["all": .list([])], scope: "request")
    }
    for _ in 0..<3 {
      try await container.withScope("request") { _ = try $0.resolve("leaf", as: (any Part).self) }
    }
    for _ in 0..<2 {
      try await container.withScope("request") { scope in
        // Its factory asks for itself, on its thread and on another.
        world.hook.withLock { hook in
          hook = {
            #expect(
              FastPathOfScopesTests.code { try scope.resolve("leaf", as: (any Part).self) }
                == .reentrantResolution)
            #expect(
              FastPathOfScopesTests.code { try container.resolve("leaf", as: (any Part).self) }
                == .reentrantResolution)
          }
        }
        defer { world.hook.withLock { $0 = nil } }
        let leaf = try scope.resolve("leaf", as: (any Part).self)
        let again = try scope.resolve("leaf", as: (any Part).self)
        #expect(again as! Plain === leaf as! Plain)
      }
    }
  }

  /// Without the request of the container, which finds no scope.
  @Test(arguments: [0, 2, 3])
  func aScopeThatItsFactoryClosesReturnsNothing(_ request: Int) async throws {
    let world = World()
    let container = try Self.container(world) { $0.define("leaf", "Leaf", scope: "request") }
    for _ in 0..<3 {
      try await container.withScope("request") { _ = try Self.requests[request]($0, "leaf") }
    }
    let scope = try await container.openScope("request")
    func code() -> DiagnosticCode? {
      FastPathOfScopesTests.code { try Self.requests[request](scope, "leaf") }
    }
    world.hook.withLock { hook in hook = { _ = scope.closesAtOnce() } }
    #expect(code() == .scopeClosed)
    world.hook.withLock { $0 = nil }
    #expect(code() == .scopeClosed)
    try await container.stop()
    #expect(code() == .containerShutDown)
  }

  /// In the first scope and in a later one.
  @Test(.timeLimit(.minutes(15)), arguments: [0, 3], [0, 2, 3])
  func aContainerThatStopsMeanwhileReturnsNothing(_ earlier: Int, _ request: Int) async throws {
    let world = World()
    let container = try Self.container(world) { $0.define("leaf", "Leaf", scope: "request") }
    for _ in 0..<earlier {
      try await container.withScope("request") { _ = try Self.requests[request]($0, "leaf") }
    }
    let scope = try await container.openScope("request")
    let (isBuilding, mayGoOn) = (Gate(), Gate())
    world.hook.withLock { hook in
      hook = {
        isBuilding.open()
        mayGoOn.wait()
      }
    }
    async let code = blocking {
      FastPathOfScopesTests.code { try Self.requests[request](scope, "leaf") }
    }
    try await isBuilding.opened()
    async let stop: Void = container.stop()
    while !container.root.isClosed { await Task.yield() }
    mayGoOn.open()
    #expect(await code == .containerShutDown)
    try await stop
  }

  @Test(arguments: requests.indices)
  func aFactoryRunsInTheScopeThatKeepsItsService(_ request: Int) async throws {
    let world = World()
    let container = try Self.container(world) { $0.define("leaf", "Leaf", scope: "session") }
    let found = Locked<[ServiceScope?]>([])
    world.hook.withLock { hook in
      hook = { found.withLock { $0.append(TaskContext.current.scope) } }
    }
    for _ in 0..<4 {
      try await container.withScope("session") { session in
        try await container.withScope("request") { scope in
          _ = try Self.requests[request](scope, "leaf")
        }
        #expect(found.withLock { $0.map { $0?.store === session.store } } == [true])
      }
      found.withLock { $0 = [] }
    }
  }
}
