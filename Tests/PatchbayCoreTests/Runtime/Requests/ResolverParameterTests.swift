import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A factory reads parameters through its resolver")
struct ResolverParameterTests {
  final class Keeper: Sendable {
    let resolver: Resolver
    init(_ resolver: Resolver) { self.resolver = resolver }
  }

  @Test("a resolver gives the parameters of its container")
  func asTheContainerGivesThem() throws {
    let container = try Container {
      Parameters(["pool": ["size": 3, "name": "main"]])
      Provide("pool", as: Node.self) { resolver in
        let size: Int = try resolver.parameters.value("pool.size")
        #expect(try resolver.parameters["pool"] == ["size": "3", "name": "main"])
        #expect(try resolver.parameters["nothing"] == nil)
        return Node(String(repeating: "n", count: size))
      }
    }
    #expect(try container.resolve("pool", as: Node.self).name == "nnn")
  }

  @Test func aWrongTypeIsTheFailureOfTheRequest() throws {
    let container = try Container {
      Parameters(["size": "large"])
      Provide("pool", as: Node.self) { resolver in
        Node("\(try resolver.parameters.value("size", as: Int.self))")
      }
    }
    let error = try #require(throws: DiagnosticsError.self) {
      try container.resolve("pool", as: Node.self)
    }
    #expect(error.codes == [.argumentType])
  }

  struct Pool: Decodable, Sendable { var size: Int, name: String }

  @Test(
    "A map that does not fit a type is reported as for an argument",
    arguments: [
      (["size": "3"], "the parameter `pool` cannot be read: the field `name` is missing"),
      (["size": "3", "name": "a", "zone": "b"], "the parameter `pool` has no field `zone`"),
      (
        ["size": "large", "name": "a"],
        "the parameter `pool` must be a whole number, found the text `large`"
      ),
    ] as [([String: ParameterValue], String)])
  func aMapThatDoesNotFit(_ entries: [String: ParameterValue], _ message: String) throws {
    let container = try Container { Parameters(["pool": .map(entries)]) }
    let error = try #require(throws: DiagnosticsError.self) {
      try container.parameters.value("pool", as: Pool.self)
    }
    #expect(error.diagnostics.map(\.message) == [message])
  }

  @Test func aScopeGivesThoseOfItsContainer() async throws {
    let container = try Container {
      Scopes("request")
      Parameters(["size": 3])
    }
    try await container.withScope("request") { scope in
      let size: Int = try scope.parameters.value("size")
      #expect(size == 3)
    }
  }

  @Test func aStoredResolverThrowsAfterItsContainerIsReleased() throws {
    func keeper() throws -> Keeper {
      let container = try Container {
        Parameters(["size": 3])
        Provide("keeper", as: Keeper.self, .resolver) { Keeper($0) }
      }
      let keeper = try container.resolve("keeper", as: Keeper.self)
      #expect(try keeper.resolver.parameters.value("size") == 3)
      return keeper
    }
    let keeper = try keeper()
    let error = try #require(throws: DiagnosticsError.self) { try keeper.resolver.parameters }
    #expect(error.codes == [.containerShutDown])
  }
}
