import PatchbayDiagnostics

/// The plan as the container reads it: services by index, without name lookups.
final class Wiring: Sendable {
  // Padding: threads change the reference count, and must not invalidate the cache line of the fields.
  private let after = RestOfLine()
  /// The plan whose services back these.
  let parent: Plan?
  let services: [PlannedService]
  /// The dependencies of all services.
  let edges: [Edge]
  /// The meaning of each key.
  let meanings: KeyMeanings
  /// The services as each of their contracts, numbered; the types that only one provides; the typed
  /// keys that were requested.
  let facets: FacetTable
  let types: TypeTable
  let keys = KeyTable()
  /// The services that are found by a contract.
  let offers: Offers
  /// The aliases of the plan and of its ancestors, sorted, for its children; definitions may hide some.
  let aliases: [String]
  /// The members of each tag, in order.
  let tags: [String: [TagMember]]
  /// The keys of disabled entries, which no service has, with the places of `enabled`.
  let disabled: [String: SourcePlace]
  /// The deprecation messages of deprecated keys.
  let deprecations: [String: Located]
  /// The services that are built together, each group after all it depends on, its members in the
  /// order of construction.
  let components: Groups
  let scopeNames: [String]
  let secrets: SecretTexts
  /// In which order services start and stop, and what each scope starts when it is opened.
  let schedules: LifecycleSchedules

  init(_ draft: consuming PlanDraft) {
    let services = draft.nodes
    self.services = services
    edges = draft.edges
    offers = draft.offers
    parent = draft.parent
    // Nothing is read of an empty dictionary: the metadata of one costs a program 100,000 instructions at its
    // start.
    let inherited = draft.parent?.wiring.aliases ?? []
    aliases = draft.aliases.isEmpty ? inherited : (draft.aliases.keys + inherited).sorted()
    tags = draft.members.isEmpty ? [:] : draft.members
    disabled = draft.disabled
    deprecations = Self.deprecations(draft)
    meanings = draft.meanings
    components = draft.components
    scopeNames = draft.definitions.scopes.map(\.text)
    secrets = SecretTexts(
      draft.nodes, of: draft.definitions.secrets, inheriting: draft.parent?.wiring.secrets)
    schedules = LifecycleSchedules(scopes: scopeNames.count)
    // The tables of a load are made when its definitions are gone, which are the most that it holds.
    draft.seal()
    let facets = FacetTable(services, components, depths: scopeNames.count + 1)
    self.facets = facets
    types = TypeTable(offers, facets) { services[$0].outermost ?? $0 }
  }

  /// Returns the services that must be ready before a service is built.
  func needs(of index: Int) -> [Int] {
    edges[services[index].edges].filter { $0.timing != .deferred }.map(\.target)
  }

  private static func deprecations(_ draft: PlanDraft) -> [String: Located] {
    var texts = draft.parent?.wiring.deprecations ?? [:]
    for node in draft.nodes where node.inherited == nil && node.owner == nil {
      if let deprecated = node.definition.deprecated {
        texts[node.key] = deprecated
      } else if !texts.isEmpty {
        texts[node.key] = nil
      }
    }
    for (key, alias) in draft.aliases { texts[key] = alias.deprecated }
    return texts
  }
}

extension Wiring {
  /// Returns the service that a key resolves to, the outermost decorator, aliases followed; nil if there is no such key.
  func index(ofKey key: String) -> Int? {
    guard case .service(let index) = meanings[key] else { return nil }
    return services[index].outermost ?? index
  }

  /// The keys of services, in no particular order.
  var serviceKeys: [String] {
    meanings.all.compactMap { key, meaning in
      if case .service = meaning { key.text } else { nil }
    }
  }

  /// Returns the place where a key is defined; nil for none.
  func place(ofKey key: String?) -> SourcePlace? {
    key.flatMap { index(ofKey: $0) }.map { services[$0].place }
  }

  /// The key that resolves to a service: for an outermost decorator that of the decorated service.
  func servedKey(of index: Int) -> String { services[services[index].original ?? index].key }
}

// The services of the parent.
extension Wiring {
  /// Returns the index in the parent of an inherited service; nil for the plan's own.
  func parentIndex(of index: Int) -> Int? { services[index].inherited?.index }

  /// Returns the index here of a service of the parent; nil if no request can ask for it here.
  func index(ofParent index: Int) -> Int? {
    services.indices.first { parentIndex(of: $0) == index }
  }
}

// What the runtime asks of all services.
extension Wiring {
  /// The instances that the program handed in and that are to be injected or notified; without those of
  /// scopes, which an open scope injects.
  var handedIn: [Int] {
    services.indices.filter { index in
      services[index].entry.handedIn != nil && services[index].inherited == nil
        && !services[index].scope.isNamed
    }
  }

  /// Whether a service, or one that it needs, takes handles, as far as this plan knows.
  func mayRetainHandles(_ index: Int) -> Bool {
    [index].reached(by: needs).contains {
      services[$0].takesHandles || services[$0].inherited != nil
    }
  }
}

extension Wiring: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> { [:] }
}
