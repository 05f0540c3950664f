import PatchbayCore
import PatchbayDiagnostics

extension EffectiveDocument {
  /// Returns the lines of an alias.
  mutating func lines(of alias: Alias) -> [String] {
    if isOfProgram(alias.provenance) { return replaced(alias.key, alias.provenance) }
    let fields =
      field("alias", YAMLText.scalar(alias.target.text))
      + field("description", Self.text(alias.summary))
      + field("deprecated", Self.text(alias.deprecated?.text))
    return YAMLBlock(comment: comment(alias.provenance.place), body: fields)
      .lines(of: YAMLText.key(alias.key))
  }

  /// Returns the lines of an entry that the program removes or replaces again: one has to be there.
  mutating func stub(_ key: String, _ type: String, _ place: SourcePlace) -> [String] {
    leavesOutModules = true
    return YAMLBlock(comment: placeComment(place), body: field("type", type))
      .lines(of: YAMLText.key(key))
  }

  /// Leaves out what the program defines, and keeps the position of an entry that it replaces.
  private mutating func replaced(_ key: String, _ provenance: Provenance) -> [String] {
    leavesOutModules = true
    let isThere = provenance.overridden.contains { !$0.place.isSwift }
    return isThere ? stub(key, "replaced", provenance.place) : []
  }

  /// Returns the lines of a service, a decorator, or a disabled entry.
  mutating func lines(of node: WiringModel.Node) -> [String] {
    let (service, definition) = (node.service, node.definition)
    if isOfProgram(definition.provenance) { return replaced(service.key, definition.provenance) }
    var fields = field("type", YAMLText.scalar(service.type), origin(of: "type", in: node))
    fields += field("description", Self.text(definition.summary), of: node)
    fields += field("deprecated", Self.text(service.deprecation), of: node)
    fields += field("enabled", node.isEnabled ? nil : "false", of: node)
    fields += field("autowire", definition.autowire ? "true" : nil, of: node)
    fields += placement(of: node)
    fields += arguments("arguments", definition.arguments, of: service.key, path: service.key)
    fields += arguments("properties", definition.properties, of: service.key, path: service.key)
    fields += tags(of: node)
    fields += field("eager", service.isEager ? "true" : nil, of: node)
    fields += names("after", definition.after.map { ($0.text, $0.place) })
    let (timeouts, retry) = (definition.timeouts, definition.retry)
    fields += map(
      "timeouts",
      [
        ("start", timeouts.start?.configurationText),
        (
          "stop", timeouts.isStopUnlimited ? "null" : timeouts.stop?.configurationText
        ),
      ], of: node)
    fields += map(
      "retry",
      [
        ("attempts", retry.attempts.map { "\($0)" }),
        (
          "pause",
          retry.pause.map { "\($0.low.configurationText)..\($0.high.configurationText)" }
        ),
      ], of: node)
    fields += field("ends", definition.ends?.rawValue, of: node)
    return YAMLBlock(comment: comment(definition.provenance.place), body: fields)
      .lines(of: YAMLText.key(service.key))
  }

  /// Returns where the service belongs: its scope, contracts, and what it decorates.
  private mutating func placement(of node: WiringModel.Node) -> [String] {
    var fields: [String] = []
    if node.origin(of: "scope") != nil, node.service.decorates == nil {
      fields += field("scope", Self.text(node.service.scope), of: node)
    }
    if let contracts = node.definition.provides, sets("provides", node) {
      let place = node.origin(of: "provides")?.place ?? node.definition.provenance.place
      fields +=
        contracts.isEmpty
        ? field("provides", "[]", comment(place))
        : names("provides", contracts.map { ($0.text, place) })
    }
    guard let decorated = node.service.decorates else { return fields }
    let priority = node.definition.priority
    return fields
      + field("decorates", YAMLText.scalar(decorated), origin(of: "decorates", in: node))
      + field("priority", priority == 0 ? nil : "\(priority)", of: node)
  }

  /// Returns a field that is a map of values, each of which may be unknown or not set.
  private mutating func map(
    _ field: String, _ values: [(name: String, known: String?)], of node: WiringModel.Node
  ) -> [String] {
    let parts = values.map { ($0.name, $0.known, node.unknownField("\(field).\($0.name)")) }
      .filter { $1 != nil || $2 != nil }
    guard !parts.isEmpty, sets(field, node) else { return [] }
    var body: [String] = []
    for (name, known, unknown) in parts {
      body +=
        unknown.map { block($0, path: "\(node.service.key)-\(name)").lines(of: name) }
        ?? self.field(name, known)
    }
    return YAMLBlock(comment: origin(of: field, in: node), body: body).lines(of: field)
  }

  private mutating func tags(of node: WiringModel.Node) -> [String] {
    let tags = node.definition.tags.filter { !isOfProgram($0.name.provenance) }
    if tags.count < node.definition.tags.count { leavesOutModules = true }
    if tags.isEmpty { return [] }
    let key = node.service.key
    var isList = true
    var body: [String] = []
    for tag in tags {
      let name = tag.name.text
      var fields: [String] = []
      if let priority = node.unknownField("tags.\(name).priority") {
        fields += block(priority, path: "\(key)-priority").lines(of: "priority")
      } else if tag.priority != 0 {
        fields += field("priority", "\(tag.priority)")
      }
      for attribute in tag.attributes {
        fields += block(attribute.value, path: "\(key)-\(name)-\(attribute.key)")
          .lines(of: YAMLText.key(attribute.key))
      }
      // A list has no names with `$`, which could be a reference.
      isList = isList && fields.isEmpty && !name.contains("$")
      let comment = comment(tag.name.place)
      body += YAMLBlock(head: fields.isEmpty ? "{}" : "", comment: comment, body: fields)
        .lines(of: YAMLText.key(name))
    }
    return isList
      ? names("tags", tags.map { ($0.name.text, $0.name.place) })
      : YAMLBlock(body: body).lines(of: "tags")
  }
}

// Fields.
extension EffectiveDocument {
  /// Returns a list of names: on one line, or with a line for each.
  mutating func names(_ key: String, _ names: [(name: String, place: SourcePlace)]) -> [String] {
    let own = names.filter { !$0.place.isSwift }
    if own.count < names.count { leavesOutModules = true }
    if own.isEmpty { return [] }
    let texts = own.map { YAMLText.key($0.name) }
    let isShort = texts.reduce(key.utf8.count) { $0 + $1.utf8.count + 2 } < 80
    if isShort, !showsOrigins { return field(key, "[\(texts.joined(separator: ", "))]") }
    let elements = zip(texts, own).flatMap { text, name in
      YAMLBlock(head: text, comment: comment(name.place)).element
    }
    return YAMLBlock(body: elements).lines(of: key)
  }

  /// Returns a field with its text on one line; nothing without a text.
  func field(_ name: String, _ text: String?, _ comment: String? = nil) -> [String] {
    text.map { YAMLBlock(head: $0, comment: comment).lines(of: name) } ?? []
  }

  /// Returns a field of a service, whose text may not be known.
  private mutating func field(
    _ name: String, _ known: String?, of node: WiringModel.Node
  ) -> [String] {
    guard sets(name, node) else { return [] }
    if let unknown = node.unknownField(name) {
      return block(unknown, path: "\(node.service.key)-\(name)").lines(of: name)
    }
    return field(name, known, origin(of: name, in: node))
  }

  private static func text(_ text: String?) -> String? {
    text.map { YAMLText.scalar(WrittenText.escaped($0)) }
  }

  /// Whether no module of the program sets a field.
  private mutating func sets(_ field: String, _ node: WiringModel.Node) -> Bool {
    guard let origin = node.origin(of: field), isOfProgram(origin) else { return true }
    leavesOutModules = true
    return false
  }
}
