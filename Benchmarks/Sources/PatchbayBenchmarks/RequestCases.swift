import Patchbay

/// Requests other than the plainest: in a scope, through a handle, with arguments, awaited.
let requestCases = [
  Case(
    name: "scope-again", summary: "a scoped service again, from its scope",
    floorName: "a `static let`, returned", limit: 2
  ) {
    let scope = try Requests.scope()
    use(try scope.resolve(.scoped))
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.ownedGreeter()) } },
      body: { for _ in 0..<$0 { use(try scope.resolve(.scoped)) } })
  },
  Case(
    name: "scope-singleton", summary: "a singleton from a scope",
    floorName: "a `static let`, returned", limit: 2
  ) {
    let scope = try Requests.scope()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.ownedGreeter()) } },
      body: { for _ in 0..<$0 { use(try scope.resolve(.greeter)) } })
  },
  Case(
    name: "scope-transient", summary: "a transient from a scope",
    floorName: "the same closure, called", limit: 2
  ) {
    let scope = try Requests.scope()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(try Floor.makeGreeter()) } },
      body: { for _ in 0..<$0 { use(try scope.resolve(.transient) as EnglishGreeter) } })
  },
  Case(
    name: "provider-singleton", summary: "a singleton through a `Provider`",
    floorName: "a `static let`, returned", limit: 4
  ) {
    let handles = try Requests.handles()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.ownedGreeter()) } },
      body: { for _ in 0..<$0 { use(try handles.singleton()) } })
  },
  Case(
    name: "provider-transient", summary: "a transient through a `Provider`",
    floorName: "the same closure, called", limit: 2
  ) {
    let handles = try Requests.handles()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(try Floor.makeGreeter()) } },
      body: { for _ in 0..<$0 { use(try handles.transient()) } })
  },
  Case(
    name: "make", summary: "a transient by `make`", floorName: "the same closure, called", limit: 2
  ) {
    let container = try Requests.container()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(try Floor.makeGreeter()) } },
      body: { for _ in 0..<$0 { use(try container.make(.transient) as EnglishGreeter) } })
  },
  Case(
    name: "argument", summary: "a transient with an argument of the request",
    floorName: "the same closure, called", limit: 5
  ) {
    let container = try Requests.container()
    return Case.Bodies(
      floor: { for run in 0..<$0 { use(try Requests.makeNumbered(run)) } },
      body: { for run in 0..<$0 { use(try container.resolve(.numbered, arguments: run)) } })
  },
  Case(
    name: "takes-provider", summary: "a transient that takes a `Provider`",
    floorName: "a transient with an argument of the request, by hand", limit: 20
  ) {
    let container = try Requests.container()
    return Case.Bodies(
      floor: { for run in 0..<$0 { use(try Requests.makeNumbered(run)) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.holder)) } })
  },
  Case(
    name: "takes-lazy", summary: "a transient that takes a `Lazy`",
    floorName: "a transient with an argument of the request, by hand", limit: 20
  ) {
    let container = try Requests.container()
    return Case.Bodies(
      floor: { for run in 0..<$0 { use(try Requests.makeNumbered(run)) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.lazyHolder)) } })
  },
  Case(
    name: "awaited-transient",
    summary: "a transient of a synchronous factory: `resolve(awaiting:)`",
    floorName: "the same closure, called", limit: 4
  ) {
    let container = try Requests.container()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(try Floor.makeGreeter()) } },
      body: { runs in
        try LocalExecutor.run {
          for _ in 0..<runs { use(try await container.resolve(awaiting: .transient)) }
        }
      })
  },
  Case(
    name: "erased-text", summary: "a singleton by its text, without its type",
    floorName: "a `Dictionary<String, any P>`", limit: 2
  ) {
    let container = try Requests.container()
    let key = "greeter.english"
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.table[key]!) } },
      body: { for _ in 0..<$0 { use(try container[key]) } })
  },
  Case(
    name: "awaited-singleton", summary: "a singleton that exists: `resolve(awaiting:)`",
    floorName: "an empty async call", limit: 4
  ) {
    let container = try Requests.container()
    return Case.Bodies(
      floor: { runs in
        try LocalExecutor.run { for _ in 0..<runs { use(await Requests.awaitedGreeter()) } }
      },
      body: { runs in
        try LocalExecutor.run {
          for _ in 0..<runs { use(try await container.resolve(awaiting: .greeter)) }
        }
      })
  },
]

private enum Requests {
  static func container() throws -> Container {
    let catalog = FactoryCatalog("requests") {
      FactoryCatalog.resolving
      Factory("Numbered", .argument("number", as: Int.self), make: Numbered.init(number:))
      Factory("Holder", .provider("greeter", as: (any Greeter).self), make: Holder.init(greeter:))
      Factory(
        "LazyHolder", .lazy("greeter", as: (any Greeter).self), make: LazyHolder.init(greeter:))
      Factory(
        "Handles", .provider("singleton", as: (any Greeter).self),
        .provider("transient", as: EnglishGreeter.self), make: Handles.init(singleton:transient:))
    }
    return try Container(
      loading: .inline(
        """
        scopes: [request]
        services:
          greeter.english: { type: Greeter, provides: [Greeter, OpaqueGreeter] }
          greeter.transient: { type: Greeter, scope: transient, provides: [EnglishGreeter] }
          greeter.scoped: { type: Greeter, scope: request, provides: [Greeter, EnglishGreeter] }
          numbered: { type: Numbered, scope: transient }
          holder:
            { type: Holder, scope: transient, arguments: { greeter: !ref greeter.english } }
          holder.lazy:
            { type: LazyHolder, scope: transient, arguments: { greeter: !ref greeter.english } }
          handles:
            type: Handles
            arguments: { singleton: !ref greeter.english, transient: !ref greeter.transient }
        """), variables: [:], catalog: catalog)
  }

  static func scope() throws -> ServiceScope {
    let container = try container()
    let scope = Slot()
    try LocalExecutor.run { scope.value = try await container.openScope("request") }
    return scope.value!
  }

  static func handles() throws -> Handles {
    let container = try container()
    let handles = try container.resolve(Handles.self)
    // They retain no container.
    kept.value.append(container)
    return handles
  }

  static let makeNumbered: @Sendable (Int) throws -> Numbered = { Numbered(number: $0) }

  @inline(never) nonisolated(nonsending) static func awaitedGreeter() async -> any Greeter {
    Floor.greeter
  }

  /// A variable of the one thread that runs the cases.
  final class Variable<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  typealias Slot = Variable<ServiceScope?>
  private static let kept = Variable<[Container]>([])
}

extension Requests.Variable<ServiceScope?> {
  fileprivate convenience init() { self.init(nil) }
}

final class Numbered: Sendable {
  let number: Int
  init(number: Int) { self.number = number }
}

final class Holder: Sendable {
  let greeter: Provider<any Greeter>
  init(greeter: Provider<any Greeter>) { self.greeter = greeter }
}

final class LazyHolder: Sendable {
  let greeter: Lazy<any Greeter>
  init(greeter: Lazy<any Greeter>) { self.greeter = greeter }
}

final class Handles: Sendable {
  let singleton: Provider<any Greeter>
  let transient: Provider<EnglishGreeter>
  init(singleton: Provider<any Greeter>, transient: Provider<EnglishGreeter>) {
    self.singleton = singleton
    self.transient = transient
  }
}

extension ServiceKey where Service == any Greeter {
  fileprivate static let scoped: Self = "greeter.scoped"
}
extension ServiceKey where Service == Numbered {
  fileprivate static let numbered: Self = "numbered"
}
extension ServiceKey where Service == Holder { fileprivate static let holder: Self = "holder" }
extension ServiceKey where Service == LazyHolder {
  fileprivate static let lazyHolder: Self = "holder.lazy"
}

// Takes a result that the compiler must not leave out.
@_optimize(none) @inline(never) private func use(_ service: any Sendable) {}
@_optimize(none) @inline(never) private func use(_ service: Numbered) {}
