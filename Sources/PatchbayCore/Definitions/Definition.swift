package import PatchbayDiagnostics

/// The definition of one key in a configuration or a program, after all layers were merged.
package struct Definition: Sendable {
  /// The service key; for an inline service a generated one that describes its position.
  package var key: String
  /// The place of the entry's key, in the layer that defined it.
  package let provenance: Provenance
  /// The name of its type in the factory catalog; nil only if its absence was reported.
  package var type: Located?
  /// The arguments of the factory's parameters.
  package var arguments: [Argument] = []
  /// The key `arguments:`, if there is one.
  package var argumentsPlace: SourcePlace?
  /// The tags by which `!tagged` finds it.
  package var tags: [TagUse] = []
  private var summaryText: SummaryText?
  /// Whether omitted service parameters are filled by type.
  package var autowire: Bool = false
  /// Whether it is built when the container starts.
  package var eager: Bool = false
  /// Whether an error of the entry was reported, so that a missing part may only be unread.
  package var isFaulty: Bool = false

  /// Whether it shares text with other definitions, because it extends one or is extended: an edit
  /// there changes them all.
  package var sharesText: Bool = false

  /// The factory that a program passed with it; nil if the type is looked up in the catalog.
  package var factory: CatalogEntry?

  /// The rarely used fields; nil if all are unset. Otherwise nearly every definition would contain
  /// half a kilobyte of empty fields.
  private var box: RareBox?

  /// Creates a definition with a type alone, or without.
  package init(key: String, provenance: Provenance, type: Located? = nil) {
    self.key = key
    self.provenance = provenance
    self.type = type
  }

  /// The place of the key that it defines.
  package var place: SourcePlace { provenance.place }

  /// The description of the service, for readers and tools.
  package var summary: String? {
    get {
      switch summaryText {
      case .text(let text): text
      case .span(let span): String(decoding: span.file.bytes[span.range], as: UTF8.self)
      case nil: nil
      }
    }
    set { summaryText = newValue.map { .text($0) } }
  }

  /// Sets the description to a part of a file.
  package mutating func setSummary(in span: SourceSpan) { summaryText = .span(span) }

  /// A description. A load copies none out of its file, because only a model shows them.
  private enum SummaryText: Sendable {
    case text(String)
    case span(SourceSpan)
  }

  private struct Rare: Sendable {
    var scope: Located?
    var properties: [Argument] = []
    var provides: [Located]?
    var decorates: Located?
    var priority = 0
    var after: [Located] = []
    var timeouts = Timeouts()
    var retry = Retry()
    var retryPlace: SourcePlace?
    var ends: RunEnding?
    var endsPlace: SourcePlace?
    var deprecated: Located?
    var disabledPlace: SourcePlace?
    var fieldOrigins: [FieldOrigin] = []
    var unknownFields: [UnknownField] = []
  }

  /// A field whose text is not known: the definition has what is assumed of it.
  package struct UnknownField: Sendable {
    /// The field and the parts inside it, such as `eager`, or `timeouts`, `start`.
    package let path: [String]
    /// What it consists of.
    package var value: ConfigurationValue
    /// The place of the field's value, which may be a reference to what the text consists of.
    let place: SourcePlace

    package init(path: [String], value: ConfigurationValue, at place: SourcePlace) {
      (self.path, self.value, self.place) = (path, value, place)
    }
  }

  /// The origin of a field that is written.
  package struct FieldOrigin: Sendable {
    /// The field, such as `eager`.
    package let name: String
    /// The place that set it, and the places that it overrode.
    package let provenance: Provenance

    package init(name: String, provenance: Provenance) {
      self.name = name
      self.provenance = provenance
    }
  }

  private final class RareBox: Sendable {
    let content: Rare
    init(_ content: Rare) { self.content = content }
  }

  /// All of them, to change one; to read one out of the box copies no other.
  private var rare: Rare {
    get { box?.content ?? Rare() }
    set { box = RareBox(newValue) }
  }

  /// Whether it sets any of the rarely used fields.
  var hasRareFields: Bool { box != nil }
}

extension Definition {
  /// The scope of an instance; nil for the container's lifetime.
  package var scope: Located? {
    get { box?.content.scope }
    set { rare.scope = newValue }
  }

  /// The arguments of the factory's setters, which are called after construction.
  package var properties: [Argument] {
    get { box?.content.properties ?? [] }
    set { rare.properties = newValue }
  }

  /// The contracts that it is narrowed to; nil for all that its factory offers.
  package var provides: [Located]? {
    get { box?.content.provides }
    set { rare.provides = newValue }
  }

  /// For a decorator, the key that it decorates.
  package var decorates: Located? {
    get { box?.content.decorates }
    set { rare.decorates = newValue }
  }

  /// Whether it decorates another service.
  package var isDecorator: Bool { box.map { $0.content.decorates != nil } ?? false }

  /// Orders the decorators of one key: a higher one wraps closer to the original.
  package var priority: Int {
    get { box?.content.priority ?? 0 }
    set { rare.priority = newValue }
  }

  /// The keys to start after, and to stop before.
  package var after: [Located] {
    get { box?.content.after ?? [] }
    set { rare.after = newValue }
  }

  /// The time limits of its hooks.
  package var timeouts: Timeouts {
    get { box?.content.timeouts ?? Timeouts() }
    set { rare.timeouts = newValue }
  }

  /// How its hook `onStart` is attempted again.
  package var retry: Retry {
    get { box?.content.retry ?? Retry() }
    set { rare.retry = newValue }
  }

  /// The key `retry:`; nil if nothing is set under it.
  package var retryPlace: SourcePlace? {
    get { box?.content.retryPlace }
    set { rare.retryPlace = newValue }
  }

  /// What the program does when its run returns; nil if nothing is set.
  package var ends: RunEnding? {
    get { box?.content.ends }
    set { rare.ends = newValue }
  }

  /// The place of `ends:`; nil if nothing is set.
  package var endsPlace: SourcePlace? {
    get { box?.content.endsPlace }
    set { rare.endsPlace = newValue }
  }

  /// The deprecation message for those who refer to it.
  package var deprecated: Located? {
    get { box?.content.deprecated }
    set { rare.deprecated = newValue }
  }

  /// Whether the container has the service. A disabled entry keeps its key, but nothing can refer to it,
  /// and it is never built.
  package var isEnabled: Bool { disabledPlace == nil }
  /// The place of `enabled` that disables it.
  package var disabledPlace: SourcePlace? {
    get { box?.content.disabledPlace }
    set { rare.disabledPlace = newValue }
  }
  /// The origins of all fields, in order; empty unless a model is made of the definition.
  package var fieldOrigins: [FieldOrigin] {
    get { box?.content.fieldOrigins ?? [] }
    set { rare.fieldOrigins = newValue }
  }

  /// The fields whose texts are not known, in order; those of inline services included.
  package var unknownFields: [UnknownField] {
    get { box?.content.unknownFields ?? [] }
    set { rare.unknownFields = newValue }
  }
}
