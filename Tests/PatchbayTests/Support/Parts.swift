import Patchbay

/// A thing of a made-up program: it has a name, and holds what it was given.
final class Part: Sendable {
  let name: String
  let inputs: [Part]
  init(_ name: String, _ inputs: [Part] = []) {
    self.name = name
    self.inputs = inputs
  }
}

/// Something that requests a part on demand.
final class Asker: Sendable {
  let part: Provider<Part>
  init(_ part: Provider<Part>) { self.part = part }
}

/// Something that keeps what it can ask by.
final class Clerk: Sendable {
  let resolver: Resolver
  init(_ resolver: Resolver) { self.resolver = resolver }
}

/// A struct, which is copied when it is handed out.
struct Ticket: Sendable, Equatable { var number: Int }

struct OutOfStock: Error, Equatable, CustomStringConvertible {
  let description = "out of stock"
}

/// What a test turns on and off while it runs.
final class Switches: Sendable {
  private let on = Guarded<Set<String>>([])
  private let kept = Guarded<Container?>(nil)

  func turnOn(_ name: String) { on.withLock { _ = $0.insert(name) } }
  func turnOff(_ name: String) { on.withLock { _ = $0.remove(name) } }
  func isOn(_ name: String) -> Bool { on.withLock { $0.contains(name) } }

  /// A container that a factory finds although it was not passed to it.
  var container: Container? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}

extension FactoryCatalog {
  /// Parts of every shape: `Part` takes a name, `Owner` and `Pair` other parts too, `Group` many.
  /// `Tool` has a stop hook, `Asker` and `Clerk` ask later, `Hasty` while it is built.
  ///
  /// Each writes `make NAME` into the journal, and throws where that is turned on.
  static func parts(
    _ journal: Journal = Journal(),
    _ switches: Switches = Switches()
  ) -> FactoryCatalog {
    let make: @Sendable (String, [Part]) throws -> Part = { name, inputs in
      journal.note("make \(name)")
      if switches.isOn("make \(name)") { throw OutOfStock() }
      return Part(name, inputs)
    }
    return FactoryCatalog("parts") {
      Factory("Part", .value("name", default: "part")) { (name: String) throws -> Part in
        try make(name, [])
      }
      Factory("Owner", .value("name", default: "owner"), .service("part")) {
        (name: String, part: Part) throws -> Part in try make(name, [part])
      }
      Factory("Pair", .value("name", default: "pair"), .service("left"), .service("right")) {
        (name: String, left: Part, right: Part) throws -> Part in try make(name, [left, right])
      }
      Factory("Group", .value("name", default: "group"), .services("parts")) {
        (name: String, parts: [Part]) throws -> Part in try make(name, parts)
      }
      Factory("Tool", .value("name"), .services("parts")) {
        (name: String, parts: [Part]) throws -> Part in try make(name, parts)
      }
      .onStop { tool in
        journal.note("stop \(tool.name)")
        if switches.isOn("stop \(tool.name)") { throw OutOfStock() }
      }
      Factory("Hasty", .value("name", default: "hasty"), .provider("part")) {
        (name: String, part: Provider<Part>) throws -> Part in try make(name, [try part()])
      }
      Factory("Asker", .provider("part"), make: Asker.init)
      Factory("Clerk", .resolver, make: Clerk.init)
      Factory("Ticket", .value("number")) { (number: Int) -> Ticket in
        journal.note("make \(number)")
        return Ticket(number: number)
      }
    }
  }
}

extension Container {
  /// What a program does at its start, with all that comes from outside handed in.
  convenience init(
    _ yaml: String,
    environment: String? = nil,
    variables: [String: String] = [:],
    overlays: [String] = [],
    _ catalog: FactoryCatalog
  ) throws(DiagnosticsError) {
    try self.init(
      loading: .inline(yaml), environment: environment, variables: variables,
      overlays: overlays.map { .inline($0) }, catalog: catalog)
  }
}

extension ServiceResolving {
  func part(_ key: String) throws -> Part { try resolve(key, as: Part.self) }
}
