/// What a factory's parameter will be given, with every name looked up.
enum BoundArgument: Sendable {
  /// A value, decoded.
  case value(AnyBox)
  case service(BoundService)
  case services([(key: String, service: BoundService)])
  case deferred(BoundService)
  case resolver
  /// The next argument that the request gives.
  case runtimeArgument
  /// An optional service that is not there.
  case absent

  /// The services that must be there with it; not those that are asked for later.
  var services: [BoundService] {
    switch self {
    case .service(let service): [service]
    case .services(let services): services.map(\.service)
    case .value, .deferred, .resolver, .runtimeArgument, .absent: []
    }
  }
}

/// A service as one of the contracts that it provides.
struct BoundService: Sendable {
  // 32 bits each, so that an argument takes 16 bytes; no memory holds more nodes than they count.
  private let place: Int32
  private let view: Int32

  init(index: Int, contract: Int) {
    place = Int32(index)
    view = Int32(contract)
  }

  /// The index of the node or binding.
  var index: Int { Int(place) }
  /// The index into its factory's contracts.
  var contract: Int { Int(view) }
}

/// How long an instance is kept.
enum Scope: Sendable, Hashable {
  /// One in a container.
  case singleton
  /// A new one for each use.
  case transient
  /// One for each request: shared by all that one request, or one shared service, is given.
  case graph
  /// One in a container for as long as anybody holds it; classes only.
  case weak
  /// One in each running region of a declared scope; the index counts from the outermost.
  case named(Int)

  /// Whether each request makes its own.
  var isFresh: Bool { self == .transient || self == .graph }

  /// Larger is shorter-lived; nil for what is not kept and lives as long as what it is built for.
  var depth: Int? {
    switch self {
    case .singleton, .weak: 0
    case .named(let index): index + 1
    case .transient, .graph: nil
    }
  }
}
