import Patchbay

/// The types that the cases of `Table` name; small, and one for each way to take a dependency.
protocol Leaf: Sendable {}
protocol Twig: Sendable {}

struct Green: Leaf, Twig {}
struct Red: Leaf {}
struct Wrapper: Leaf { var inner: any Leaf }
struct One: Sendable { var leaf: any Leaf }
struct Maybe: Sendable { var leaf: (any Leaf)? }
struct Many: Sendable { var leaves: [any Leaf] }
struct Named: Sendable { var leaves: [String: any Leaf] }
struct Later: Leaf { var leaf: Provider<any Leaf> }
final class Node: Sendable {}
struct Point: Sendable, Decodable { var x: Int, y: Int }

struct Values: Sendable {
  var text = "", count = 0, ratio = 0.0, flag = false, wait = Duration.zero
}
struct Shapes: Sendable {
  var level = Level.info, words: [String] = [], sizes: [String: Int] = [:]
  var maybe: Int?, point = Point(x: 0, y: 0)
}

extension FactoryCatalog {
  static let table = FactoryCatalog("table", fileID: "App/Table.swift", line: 1) {
    Factory("Green", make: Green.init).provides { $0 as any Leaf }
      .provides { $0 as any Twig }
    Factory("Red", make: Red.init).provides { $0 as any Leaf }
    Factory("Wrapper", .service("inner"), make: Wrapper.init).provides { $0 as any Leaf }
    Factory("One", .service("leaf"), make: One.init)
    Factory("Maybe", .optional("leaf"), make: Maybe.init)
    Factory("Many", .services("leaves"), make: Many.init)
    Factory("Named", .services("leaves"), make: Named.init)
    Factory("Later", .provider("leaf"), make: Later.init).provides { $0 as any Leaf }
    Factory("Node", make: Node.init)
      .property("next", as: Node.self) { _, _ in }
      .property("label", value: String.self) { _, _ in }
    Factory(
      "Values", .value("text", default: ""), .value("count", default: 0),
      .value("ratio", default: 0), .value("flag", default: false),
      .value("wait", default: .zero), make: Values.init(text:count:ratio:flag:wait:)
    )
    Factory(
      "Shapes", .value("level", default: .info), .value("words", default: []),
      .value("sizes", default: [:]), .value("maybe", default: nil),
      .value("point", default: Point(x: 0, y: 0)),
      make: Shapes.init(level:words:sizes:maybe:point:)
    )
    Factory("Needy", .value("name"), .service("leaf")) { (name: String, leaf: any Leaf) in
      One(leaf: leaf)
    }
  }
}
