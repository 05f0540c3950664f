package import PatchbayDiagnostics

/// What a configuration or a program says about one key, after all layers were merged.
package struct Definition: Sendable {
  /// The service key; for an inline service a made-up one that says where it stands.
  package var key: String
  /// Where the entry's key stands, in the layer that defined it.
  package var provenance: Provenance
  /// The type name in the factory catalog; nil only where its absence was told about.
  package var type: Located?
  /// What the factory's parameters are given.
  package var arguments: [Argument] = []
  /// The key `arguments:` where there is one.
  package var argumentsPlace: SourcePlace?
  /// The lists that `!tagged` finds it in.
  package var tags: [TagUse] = []
  /// What it is, in words for people and tools.
  package var summary: String?
  /// Whether service parameters left out are filled by type.
  package var autowire: Bool = false
  /// Whether it is built when the container starts.
  package var eager: Bool = false
  /// Whether something in the entry was told about, so that what seems missing may only be unread.
  package var isFaulty: Bool = false

  /// Whether it says something that other definitions say too, as it extends one or is extended: an
  /// edit there changes them all.
  package var sharesText: Bool = false

  /// What builds it, where a program gave that along; nil where the catalog is asked for the type.
  var factory: CatalogEntry?

  /// What few definitions say; nil for those that say none of it. Nearly every definition would carry
  /// half a kilobyte empty.
  private var rare: RareBox?

  /// Makes a definition that says nothing yet.
  // A type that is given takes the place of nil, which copies the whole once more.
  package init(key: String, provenance: Provenance) {
    self.key = key
    self.provenance = provenance
  }

  /// Makes a definition that says no more than its type.
  package init(key: String, provenance: Provenance, type: Located?) {
    self.key = key
    self.provenance = provenance
    self.type = type
  }

  /// Where the key stands that defines it.
  package var place: SourcePlace { provenance.place }

  private struct Rare: Sendable {
    var scope: Located?
    var properties: [Argument] = []
    var provides: [Located]?
    var decorates: Located?
    var priority = 0
    var after: [Located] = []
    var timeouts = Timeouts()
    var deprecated: Located?
    var replacedArguments: [Located] = []
  }

  private final class RareBox: Sendable {
    let content: Rare
    init(_ content: Rare) { self.content = content }
  }

  /// Whether it says any of what few definitions say.
  var hasRareFields: Bool { rare != nil }

  private mutating func change(_ edit: (inout Rare) -> Void) {
    var content = rare?.content ?? Rare()
    edit(&content)
    rare = RareBox(content)
  }
}

extension Definition {
  /// How long an instance is kept; nil for as long as the container lives.
  package var scope: Located? {
    get { rare?.content.scope }
    set { change { $0.scope = newValue } }
  }

  /// What the factory's setters are given after construction.
  package var properties: [Argument] {
    get { rare?.content.properties ?? [] }
    set { change { $0.properties = newValue } }
  }

  /// The contracts it is narrowed to; nil for all that its factory offers.
  package var provides: [Located]? {
    get { rare?.content.provides }
    set { change { $0.provides = newValue } }
  }

  /// The key that it stands before, for a decorator.
  package var decorates: Located? {
    get { rare?.content.decorates }
    set { change { $0.decorates = newValue } }
  }

  /// Whether it stands before another service.
  package var isDecorator: Bool { rare.map { $0.content.decorates != nil } ?? false }

  /// Orders the decorators of one key: a higher one wraps nearer to the original.
  package var priority: Int {
    get { rare?.content.priority ?? 0 }
    set { change { $0.priority = newValue } }
  }

  /// The keys to start after, and to stop before.
  package var after: [Located] {
    get { rare?.content.after ?? [] }
    set { change { $0.after = newValue } }
  }

  /// How long its hooks may take.
  package var timeouts: Timeouts {
    get { rare?.content.timeouts ?? Timeouts() }
    set { change { $0.timeouts = newValue } }
  }

  /// What each that refers to it is warned with.
  package var deprecated: Located? {
    get { rare?.content.deprecated }
    set { change { $0.deprecated = newValue } }
  }

  /// The names of the arguments that lower layers gave to the entry that this one replaced, for hints.
  package var replacedArguments: [Located] {
    get { rare?.content.replacedArguments ?? [] }
    set { change { $0.replacedArguments = newValue } }
  }
}

/// What a definition gives to one parameter of its factory.
package struct Argument: Sendable {
  /// The name of the factory's parameter.
  package var name: String
  /// Where that name stands.
  package var namePlace: SourcePlace
  /// What the parameter is given.
  package var value: ConfigurationValue

  /// Makes an argument.
  package init(name: String, namePlace: SourcePlace, value: ConfigurationValue) {
    self.name = name
    self.namePlace = namePlace
    self.value = value
  }
}

/// A service's membership in a tag.
package struct TagUse: Sendable {
  /// The tag.
  package var name: Located
  /// Orders `!tagged`: high first, then by first appearance.
  package var priority: Int
  /// Whatever else the configuration says beside `priority`.
  package var attributes: [ConfigurationValue.Entry]

  /// Makes a membership.
  package init(name: Located, priority: Int = 0, attributes: [ConfigurationValue.Entry] = []) {
    self.name = name
    self.priority = priority
    self.attributes = attributes
  }
}

/// How long a service's hooks may take; nil for the container's own limits.
package struct Timeouts: Sendable, Hashable {
  /// For the hook `onStart`.
  package var start: Duration?
  /// For the hook `onStop`.
  package var stop: Duration?

  /// Makes limits for either hook, or for neither.
  package init(start: Duration? = nil, stop: Duration? = nil) {
    self.start = start
    self.stop = stop
  }
}

/// A second key for a service.
public struct Alias: Sendable {
  /// The key that stands for another.
  package var key: String
  /// Which layer set it, and what that overrode.
  package var provenance: Provenance
  /// The key that it stands for.
  package var target: Located
  /// What each that refers to it is warned with.
  package var deprecated: Located?

  /// Makes a second key.
  package init(key: String, provenance: Provenance, target: Located, deprecated: Located? = nil) {
    self.key = key
    self.provenance = provenance
    self.target = target
    self.deprecated = deprecated
  }
}
