/// The argument of a factory's parameter, with every reference looked up.
enum BoundArgument: Sendable {
  /// A decoded value.
  case value(AnyBox)
  case service(BoundService)
  case services([(key: String, service: BoundService)])
  case deferred(BoundService)
  case resolver
  case readiness
  /// The next argument that the request passes.
  case runtimeArgument
  /// An optional service that does not exist, or an argument left to its default.
  case absent

  /// The services that must be ready; not those that are resolved later.
  var services: [BoundService] {
    switch self {
    case .service(let service): [service]
    case .services(let services): services.map(\.service)
    case .value, .deferred, .resolver, .readiness, .runtimeArgument, .absent: []
    }
  }

  /// Whether it reaches its container after the factory was called.
  var isHandle: Bool {
    switch self {
    case .deferred, .resolver, .readiness: true
    case .value, .absent, .service, .services, .runtimeArgument: false
    }
  }

  /// The services that it refers to, also those that are resolved later.
  var references: [BoundService] {
    if case .deferred(let service) = self { [service] } else { services }
  }
}

/// A service as one of the contracts that it provides.
struct BoundService: Sendable {
  /// The index of the node or service.
  let index: Int
  /// The index into its factory's contracts.
  let contract: Int

  init(index: Int, contract: Int = 0) { (self.index, self.contract) = (index, contract) }
}

/// The lifetime of an instance.
enum Scope: Sendable, Hashable {
  /// One per container.
  case singleton
  /// A new one for each use.
  case transient
  /// One per request: shared by everything that one request, or one shared service, receives.
  case graph
  /// One per container while another object retains it; classes only.
  case weak
  /// One in each running instance of a declared scope; the index counts from the outermost.
  case named(Int32)

  // By cases: a debug build, which tests pay for, compares two values by looking up how.

  /// Whether each request makes a new one.
  var isPerRequest: Bool {
    switch self {
    case .transient, .graph: true
    case .singleton, .weak, .named: false
    }
  }

  /// Whether the container or a running scope keeps it until it ends.
  var isPermanent: Bool {
    switch self {
    case .singleton, .named: true
    case .transient, .graph, .weak: false
    }
  }

  var isWeak: Bool { if case .weak = self { true } else { false } }
  var isTransient: Bool { if case .transient = self { true } else { false } }
  var isGraph: Bool { if case .graph = self { true } else { false } }
  /// Whether running instances of a declared scope keep it.
  var isNamed: Bool { if case .named = self { true } else { false } }

  /// Larger means a shorter lifetime; nil for a service that is not kept and lives as long as its
  /// dependent.
  var depth: Int? {
    switch self {
    case .singleton, .weak: 0
    case .named(let index): Int(index) + 1
    case .transient, .graph: nil
    }
  }
}

extension Scope {
  /// Returns the name of the scope in definitions, among the declared ones, outermost first.
  func name(in declared: [String]) -> String {
    switch self {
    case .singleton: ScopeName.singleton.description
    case .transient: ScopeName.transient.description
    case .graph: ScopeName.graph.description
    case .weak: ScopeName.weak.description
    case .named(let index): declared[Int(index)]
    }
  }
}

/// The arguments of one service, in the order of its factory's parameters.
///
/// A part of one array for all services, because an array for each takes 40 bytes besides the arguments.
struct BoundArguments: RandomAccessCollection, Sendable {
  let all: [BoundArgument]
  let range: Range<Int>

  /// Creates those in a range of an array that grows until all services have theirs; see ``within(_:)``.
  init(in range: Range<Int> = 0..<0, of all: [BoundArgument] = []) {
    (self.range, self.all) = (range, all)
  }

  /// Returns the same ones, in the array of all services.
  func within(_ all: [BoundArgument]) -> BoundArguments { BoundArguments(in: range, of: all) }

  var startIndex: Int { 0 }
  var endIndex: Int { range.count }

  subscript(index: Int) -> BoundArgument {
    precondition(index >= 0 && index < endIndex, "the service has fewer arguments")
    return all[range.lowerBound + index]
  }

  /// As the standard library's, which takes four times as long in a debug build, and so in tests.
  func contains(where predicate: (BoundArgument) -> Bool) -> Bool {
    for index in 0..<endIndex where predicate(self[index]) { return true }
    return false
  }
}
