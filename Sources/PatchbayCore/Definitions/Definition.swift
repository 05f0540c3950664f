public import PatchbayDiagnostics

/// What a configuration or a program says about one key, after all layers were merged.
public struct Definition: Sendable {
  /// The service key; for an inline service a made-up one that says where it stands.
  public var key: String
  /// Where the entry's key stands, in the layer that defined it.
  public var provenance: Provenance
  /// The type name in the factory catalog; nil only where its absence was told about.
  public var type: Located?
  public var scope: Located?
  public var arguments: [Argument] = []
  /// The key `arguments:` where there is one.
  public var argumentsPlace: SourcePlace?
  public var properties: [Argument] = []
  /// The contracts it is narrowed to; nil for all that its factory offers.
  public var provides: [Located]?
  public var tags: [TagUse] = []
  /// The key that it stands before, for a decorator.
  public var decorates: Located?
  public var priority: Int = 0
  public var autowire: Bool = false
  public var eager: Bool = false
  public var after: [Located] = []
  public var timeouts: Timeouts = Timeouts()
  public var deprecated: Located?
  public var summary: String?
  /// Whether something in the entry was told about, so that what seems missing may only be unread.
  public var isFaulty: Bool = false

  /// Whether it says something that other definitions say too, as it extends one or is extended: an
  /// edit there changes them all.
  public var sharesText: Bool = false

  /// The names of the arguments that lower layers gave to the entry that this one replaced, for hints.
  public var replacedArguments: [Located] = []

  /// What builds it, where a program gave that along; nil where the catalog is asked for the type.
  var factory: CatalogEntry?

  public init(key: String, provenance: Provenance, type: Located?) {
    self.key = key
    self.provenance = provenance
    self.type = type
  }

  public var place: SourcePlace { provenance.place }
}

/// What a definition gives to one parameter of its factory.
public struct Argument: Sendable {
  public var name: String
  public var namePlace: SourcePlace
  public var value: ConfigurationValue

  public init(name: String, namePlace: SourcePlace, value: ConfigurationValue) {
    self.name = name
    self.namePlace = namePlace
    self.value = value
  }
}

/// A service's membership in a tag.
public struct TagUse: Sendable {
  public var name: Located
  /// Orders `!tagged`: high first, then by first appearance.
  public var priority: Int
  /// Whatever else the configuration says beside `priority`.
  public var attributes: [ConfigurationValue.Entry]

  public init(name: Located, priority: Int = 0, attributes: [ConfigurationValue.Entry] = []) {
    self.name = name
    self.priority = priority
    self.attributes = attributes
  }
}

/// How long a service's hooks may take; nil for the container's own limits.
public struct Timeouts: Sendable, Hashable {
  public var start: Duration?
  public var stop: Duration?

  public init(start: Duration? = nil, stop: Duration? = nil) {
    self.start = start
    self.stop = stop
  }
}

/// A second key for a service.
public struct Alias: Sendable {
  public var key: String
  public var provenance: Provenance
  public var target: Located
  public var deprecated: Located?

  public init(key: String, provenance: Provenance, target: Located, deprecated: Located? = nil) {
    self.key = key
    self.provenance = provenance
    self.target = target
    self.deprecated = deprecated
  }
}
