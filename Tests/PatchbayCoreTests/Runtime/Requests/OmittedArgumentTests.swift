import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("Trailing optional arguments of a request can be omitted")
struct OmittedArgumentTests {
  struct Room: Sendable, Equatable {
    var name: String
    var floor: Int?
    var wing: String?
  }

  private static func rooms() throws -> Container {
    let catalog = FactoryCatalog("rooms", fileID: "App/Catalog.swift", line: 1) {
      Factory(
        "Room", .argument("name"), .argument("floor", as: Int?.self),
        .argument("wing", as: String?.self), fileID: "App/Catalog.swift", line: 2
      ) {
        (name: String, floor: Int?, wing: String?) in Room(name: name, floor: floor, wing: wing)
      }
      Factory("Hall", .argument("floor", as: Int?.self)) { (floor: Int?) in
        Room(name: "hall", floor: floor)
      }
      Factory("Cell", .argument("floor", as: Int?.self), .argument("name")) {
        (floor: Int?, name: String) in Room(name: name, floor: floor)
      }
    }
    return Container(
      try definitions {
        $0.define("room", "Room")
        $0.define("hall", "Hall")
        $0.define("cell", "Cell")
      }.plan(catalog))
  }

  @Test func trailingOptionalArgumentsMayBeLeftOut() async throws {
    let container = try Self.rooms()
    func room(_ name: String, _ floor: Int? = nil, _ wing: String? = nil) -> Room {
      Room(name: name, floor: floor, wing: wing)
    }
    #expect(try container.resolve(ServiceKey<Room>("room"), arguments: "a") == room("a"))
    #expect(try container.resolve(ServiceKey<Room>("room"), arguments: "a", 2) == room("a", 2))
    #expect(
      try container.resolve(ServiceKey<Room>("room"), arguments: "a", 2, "west")
        == room("a", 2, "west"))
    #expect(
      try container.resolve(ServiceKey<Room>("room"), arguments: "a", Int?.none, "west")
        == room("a", nil, "west"))
    #expect(try container.make("room", arguments: "b") == room("b"))
    #expect(try container.resolve("hall", as: Room.self) == room("hall"))
    #expect(try await container.resolve(awaiting: ServiceKey<Room>("hall")) == room("hall"))
    #expect(try container["hall"] as? Room == room("hall"))
  }

  @Test func onlyTrailingOptionalArgumentsMayBeLeftOut() throws {
    let container = try Self.rooms()
    let error = try #require(throws: DiagnosticsError.self) {
      try container.resolve(ServiceKey<Room>("cell"), arguments: "a")
    }
    #expect(
      error.diagnostics.map(\.message) == [
        "`cell` takes two arguments from each request, and was given one"
      ])
  }

  @Test(arguments: [
    ("none", "`room` takes one to three arguments from each request, and was given none"),
    ("many", "`room` takes one to three arguments from each request, and was given four"),
    ("hall", "`hall` takes at most one argument from each request, and was given two"),
  ])
  func theMessageNamesTheRangeOfNumbers(_ slip: String, _ message: String) throws {
    let container = try Self.rooms()
    let error = try #require(throws: DiagnosticsError.self) {
      switch slip {
      case "none": _ = try container.resolve("room", as: Room.self)
      case "many": _ = try container.resolve(ServiceKey<Room>("room"), arguments: "a", 1, "w", "x")
      default: _ = try container.resolve(ServiceKey<Room>("hall"), arguments: 1, 2)
      }
    }
    #expect(error.diagnostics.map(\.message) == [message])
  }
}
