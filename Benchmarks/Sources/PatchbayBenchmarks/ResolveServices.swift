import Patchbay
import PatchbayMacros

protocol Greeter: AnyObject, Sendable { var number: Int { get } }
protocol OpaqueGreeter: Sendable { var number: Int { get } }

final class EnglishGreeter: Greeter, OpaqueGreeter {
  let number = 1
}

/// A graph of five objects, or of four where both sides share the leaf.
@Provided
final class Leaf: Sendable {
  let number = 1
}
@Provided
final class Left: Sendable {
  let leaf: Leaf
  init(leaf: Leaf) { self.leaf = leaf }
}
@Provided
final class Right: Sendable {
  let leaf: Leaf
  init(leaf: Leaf) { self.leaf = leaf }
}
@Provided
final class Top: Sendable {
  let left: Left
  let right: Right
  init(left: Left, right: Right) {
    self.left = left
    self.right = right
  }
}

extension FactoryCatalog {
  static let resolving = FactoryCatalog("resolving") {
    Factory("Greeter") { EnglishGreeter() }
      .provides { $0 as any Greeter }
      .provides { $0 as any OpaqueGreeter }
    Factory("Leaf") { Leaf() }
    Factory("Left", .service("leaf"), make: Left.init)
    Factory("Right", .service("leaf"), make: Right.init)
    Factory("Top", .service("left"), .service("right"), make: Top.init)
  }

  /// The same, declared by macros.
  static let resolvingByMacros = FactoryCatalog("macros") {
    #factory(
      "Greeter", EnglishGreeter.init, as: (any Greeter).self, (any OpaqueGreeter).self)
    Leaf.self
    Left.self
    #factory(Right.init(leaf:))
    Top.self
  }
}

extension ServiceKey where Service == any Greeter {
  static let greeter: Self = "greeter.english"
  static let transient: Self = "greeter.transient"
}
extension ServiceKey where Service == any OpaqueGreeter {
  static let opaque: Self = "greeter.english"
}
extension ServiceKey where Service == EnglishGreeter {
  static let transient: Self = "greeter.transient"
}
extension ServiceKey where Service == Leaf {
  static let other: Self = "other"
}
extension ServiceKey where Service == Top {
  static let transientGraph: Self = "transient.top"
  static let sharedGraph: Self = "shared.top"
}

/// One greeter that is a singleton, so that a contract finds it, and the two graphs.
let resolvingYAML = """
  services:
    greeter.english: { type: Greeter, provides: [Greeter, OpaqueGreeter] }
    greeter.transient: { type: Greeter, scope: transient, provides: [EnglishGreeter] }
    other: { type: Leaf }
    transient.leaf: { type: Leaf, scope: transient }
    transient.left: { type: Left, scope: transient, arguments: { leaf: !ref transient.leaf } }
    transient.right: { type: Right, scope: transient, arguments: { leaf: !ref transient.leaf } }
    transient.top:
      type: Top
      scope: transient
      arguments: { left: !ref transient.left, right: !ref transient.right }
    shared.leaf: { type: Leaf, scope: graph }
    shared.left: { type: Left, scope: graph, arguments: { leaf: !ref shared.leaf } }
    shared.right: { type: Right, scope: graph, arguments: { leaf: !ref shared.leaf } }
    shared.top:
      type: Top
      scope: graph
      arguments: { left: !ref shared.left, right: !ref shared.right }
  """

func resolvingContainer(catalog: FactoryCatalog = .resolving) throws -> Container {
  try Container(loading: .inline(resolvingYAML), variables: [:], catalog: catalog)
}

/// A child with a service of its own.
func resolvingChild(of parent: Container) throws -> Container {
  let configuration = try ServiceConfiguration(
    .inline("services: { leaf.of.child: { type: Leaf } }"))
  return try Container(
    configuration.plan(parent: parent.plan, catalog: .resolving), parent: parent)
}
