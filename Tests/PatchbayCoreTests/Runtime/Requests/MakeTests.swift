import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A product that is not Sendable is made for one caller")
struct MakeTests {
  final class Parser {
    let limits: Node
    var position = 0
    init(limits: Node) { self.limits = limits }
  }

  protocol Reading { var limits: Node { get } }

  static let catalog = FactoryCatalog("make") {
    Factory("Limits") { Node("limits") }
    Factory("Parser", .service("limits")) { (limits: Node) -> Parser in Parser(limits: limits) }
      .provides((any Reading).self) { LimitReader(limits: $0.limits) }
    Factory("Sized", .argument("size")) { (size: Int) -> Sized in Sized(size: size) }
    Factory("Wants", .lazy("parser", as: Node.self)) { (_: Lazy<Node>) in Node("wants") }
  }

  final class Sized {
    let size: Int
    init(size: Int) { self.size = size }
  }

  struct LimitReader: Reading { var limits: Node }

  actor Worker {
    var parser: Parser?
    func take(_ parser: sending Parser) { self.parser = parser }
    var position: Int? { parser?.position }
  }

  static func container() throws -> Container {
    Container(
      try definitions {
        $0.define("limits", "Limits")
        $0.define("parser", "Parser", ["limits": .ref("limits")])
        $0.define("sized", "Sized")
      }.plan(catalog))
  }

  @Test func eachProductIsNewAndReceivesSharedServices() throws {
    let container = try Self.container()
    let key: ServiceKey<Parser> = "parser"
    let first = try container.make(key)
    let second = try container.make(ServiceKey<Parser>("parser"))
    let third = try container.make(Parser.self)
    first.position = 7
    #expect(second.position == 0)
    #expect(third !== second)
    #expect(first.limits === second.limits)
    let reader = try container.make((any Reading).self)
    #expect(reader.limits === first.limits)
    let sized: ServiceKey<Sized> = "sized"
    #expect(try container.make(sized, arguments: 3).size == 3)
  }

  @Test("a product of `make` can be sent to an actor")
  func itCanBeSentToAnActor() async throws {
    let worker = Worker()
    let parser = try Self.container().make(Parser.self)
    parser.position = 3
    await worker.take(parser)
    #expect(await worker.position == 3)
  }

  @Test func aSharedServiceIsNotMade() throws {
    let error = #expect(throws: DiagnosticsError.self) {
      try Self.container().make(ServiceKey<Node>("limits"))
    }
    #expect(error?.diagnostics.map(\.code) == [.notSendable])
  }

  @Test func thePlanRefusesItElsewhere() throws {
    let reported = definitions {
      $0.define("limits", "Limits")
      $0.define("parser", "Parser", ["limits": .ref("limits")], scope: "singleton")
      $0.define("wants", "Wants", ["parser": .ref("parser")])
    }.reported(Self.catalog)
    #expect(
      reported == [
        "not-sendable: `parser` cannot have the scope `singleton`: `Parser` is not `Sendable`, and "
          + "each must stay with who asked for it",
        "not-sendable: the argument `parser` of `wants` cannot be `parser`: `Parser` is not "
          + "`Sendable`, and each must stay with who asked for it",
      ])
  }

  @Test func theUntypedSubscriptRefusesIt() throws {
    let error = #expect(throws: DiagnosticsError.self) { try Self.container()["parser"] }
    #expect(error?.diagnostics.map(\.code) == [.notSendable])
  }

  /// The compiler keeps the promise, and so has to be asked itself.
  @Test(arguments: [
    ("await worker.take(parser)", nil),
    (
      "await worker.take(parser)\n  parser.position = 1",
      "sending 'parser' risks causing data races"
    ),
    ("_ = try container.resolve(Parser.self)", "does not conform to the 'Sendable' protocol"),
  ])
  func misuseIsRefusedByTheCompiler(_ use: String, _ message: String?) throws {
    let source = """
      import PatchbayCore
      final class Parser { var position = 0 }
      actor Worker { func take(_ parser: sending Parser) {} }
      func use(_ container: Container, _ worker: Worker) async throws {
        let parser = try container.make(Parser.self)
        \(use)
      }
      """
    let errors = try Compiler.output(of: source).split(separator: "\n").filter {
      $0.contains(".swift:") && $0.contains("error:")
    }
    if let message {
      #expect(errors.count == 1)
      #expect(errors.first?.contains(message) == true)
    } else {
      #expect(errors == [])
    }
  }
}
