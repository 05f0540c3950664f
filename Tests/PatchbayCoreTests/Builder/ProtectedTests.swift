import PatchbayConfiguration
import Testing

@testable import PatchbayCore

@Suite("A protected closure is the service itself")
struct ProtectedTests {
  struct Refused: Error, Equatable { var number: Int }

  @Test func aThrowingClosureThrowsToItsCaller() throws {
    var definitions = Definitions()
    definitions["dice"] = Protected { () throws -> Int in throw Refused(number: 1) }
    definitions["typed"] = Protected { () throws(Refused) -> Int in throw Refused(number: 2) }
    definitions["name"] = Protected { (number: Int) throws -> String in
      guard number < 3 else { throw Refused(number: number) }
      return "number \(number)"
    }
    let container = try Container { definitions }
    let dice = try container.resolve("dice", as: (@Sendable () throws -> Int).self)
    #expect(throws: Refused(number: 1)) { try dice() }
    let typed = try container.resolve("typed", as: (@Sendable () throws -> Int).self)
    #expect(throws: Refused(number: 2)) { try typed() }
    let name = try container.resolve("name", as: (@Sendable (Int) throws -> String).self)
    #expect(try name(2) == "number 2")
    #expect(throws: Refused(number: 3)) { try name(3) }
  }

  @Test func aClosureThatDoesNotThrowIsFoundAsSuch() throws {
    var definitions = Definitions()
    definitions["dice"] = Protected { 4 }
    definitions["name"] = Protected { (number: Int) in "number \(number)" }
    let container = try Container { definitions }
    #expect(try container.resolve("dice", as: (@Sendable () -> Int).self)() == 4)
    #expect(try container.resolve("name", as: (@Sendable (Int) -> String).self)(2) == "number 2")
  }
}
