import PatchbayConfiguration

@testable import PatchbayCore

final class Asking: Greeter {
  let provider: Provider<any Greeter>
  init(_ provider: Provider<any Greeter>) { self.provider = provider }
  var greeting: String { (try? provider().greeting) ?? "nobody" }
}

extension FactoryCatalog {
  /// Greeters, with some that count, ask later, fail, or have hooks.
  static func family(_ counter: Counter = Counter(), _ journal: Journal = Journal())
    -> FactoryCatalog
  {
    FactoryCatalog("family") {
      FactoryCatalog.greeters
      Factory("Counted") { () -> Plain in Plain("\(counter.increment())") }
        .provides((any Greeter).self) { $0 }
      Factory("Live") { () -> Plain in Plain("\(counter.increment())") }
        .provides((any Greeter).self) { $0 }
        .notInTests()
      Factory("Asking", .provider("inner"), make: Asking.init)
        .provides((any Greeter).self) { $0 }
      Factory("Failing", .value("word", default: "")) { (word: String) throws -> Plain in
        throw Refusal(word)
      }
      .provides((any Greeter).self) { $0 }
      Factory("Hooked", .value("name")) { (name: String) -> Plain in Plain(name) }
        .provides((any Greeter).self) { $0 }
        .onStart { journal.note("start \($0.greeting)") }
        .onStop { journal.note("stop \($0.greeting)") }
    }
  }
}

struct Refusal: Error, CustomStringConvertible {
  let description: String
  init(_ word: String) { description = "refused \(word)" }
}

/// A parent container and a child of it, by their definitions.
func family(
  _ catalog: FactoryCatalog = .family(),
  scopes: [String] = [],
  forTesting: Bool = false,
  parent: (inout TestDefinitions) -> Void,
  child: (inout TestDefinitions) -> Void
) throws -> (parent: Container, child: Container) {
  let plan = try definitions(scopes: scopes, parent).plan(catalog)
  let container = Container(plan, forTesting: forTesting)
  return (container, try container.child(catalog, child))
}

extension Container {
  /// A child with definitions of its own.
  func child(
    _ catalog: FactoryCatalog = .family(),
    scopes: [String] = [],
    _ build: (inout TestDefinitions) -> Void
  ) throws -> Container {
    let set = definitions(scopes: scopes, build).set
    return try Container(Plan(set, catalog: catalog, parent: plan), parent: self)
  }

  func greeting(_ key: String) throws -> String {
    try resolve(key, as: (any Greeter).self).greeting
  }
}
