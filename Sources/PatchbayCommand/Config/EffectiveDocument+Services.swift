import PatchbayCore
import PatchbayDiagnostics

extension EffectiveDocument {
  /// Writes an alias.
  mutating func add(_ alias: Alias) {
    if isOfProgram(alias.provenance) {
      return addReplaced(alias.key, alias.provenance)
    }
    let key = YAMLText.key(alias.key)
    writer.open(key, comment(alias.provenance.place))
    writer.entry("alias", YAMLText.scalar(alias.target.text))
    addText("description", alias.summary)
    addText("deprecated", alias.deprecated?.text)
    writer.close(key)
  }

  /// Writes an entry that the program removes or replaces again: one has to be there.
  mutating func addStub(_ key: String, _ type: String, _ place: SourcePlace) {
    leaveOut()
    writer.open(YAMLText.key(key), placeComment(place))
    writer.entry("type", type)
    writer.close(key)
  }

  /// Leaves out what the program defines, and keeps the position of an entry that it replaces.
  private mutating func addReplaced(_ key: String, _ provenance: Provenance) {
    leaveOut()
    if provenance.overridden.contains(where: { !$0.place.isSwift }) {
      addStub(key, "replaced", provenance.place)
    }
  }

  /// Writes a service, a decorator, or a disabled entry.
  mutating func add(_ node: WiringModel.Node) {
    if isOfProgram(node.definition.provenance) {
      return addReplaced(node.service.key, node.definition.provenance)
    }
    let service = node.service
    let key = YAMLText.key(service.key)
    writer.open(key, comment(node.definition.provenance.place))
    writer.entry("type", YAMLText.scalar(service.type), origin(of: "type", in: node))
    if sets("description", node) {
      addText("description", node.definition.summary, origin(of: "description", in: node))
    }
    if sets("deprecated", node) {
      addText("deprecated", service.deprecation, origin(of: "deprecated", in: node))
    }
    addFlag("enabled", node.isEnabled ? nil : "false", node)
    addFlag("autowire", node.definition.autowire ? "true" : nil, node)
    addPlacement(of: node)
    add(node.definition.arguments, "arguments", owner: service.key, path: service.key)
    add(node.definition.properties, "properties", owner: service.key, path: service.key)
    addTags(of: node)
    addLifecycle(of: node)
    writer.close(key)
  }

  /// Writes where the service belongs: its scope, contracts, and what it decorates.
  private mutating func addPlacement(of node: WiringModel.Node) {
    if sets("scope", node), node.origin(of: "scope") != nil,
      node.service.decorates == nil
    {
      addText("scope", node.service.scope, origin(of: "scope", in: node))
    }
    if let contracts = node.definition.provides, sets("provides", node) {
      let place = self.place(of: "provides", in: node)
      if contracts.isEmpty {
        writer.entry("provides", "[]", comment(place))
      } else {
        addNames("provides", contracts.map { ($0.text, place) })
      }
    }
    guard let decorated = node.service.decorates else { return }
    writer.entry("decorates", YAMLText.scalar(decorated), origin(of: "decorates", in: node))
    addFlag("priority", node.definition.priority == 0 ? nil : "\(node.definition.priority)", node)
  }

  private mutating func addLifecycle(of node: WiringModel.Node) {
    addFlag("eager", node.service.isEager ? "true" : nil, node)
    addNames("after", node.definition.after.map { ($0.text, $0.place) })
    addTimeouts(of: node)
    addRetry(of: node)
  }

  private mutating func addTimeouts(of node: WiringModel.Node) {
    let start = node.unknownField("timeouts.start")
    let stop = node.unknownField("timeouts.stop")
    addMap(
      "timeouts",
      [
        ("start", start, node.definition.timeouts.start?.configurationText),
        ("stop", stop, node.definition.timeouts.stop?.configurationText),
      ],
      of: node)
  }

  private mutating func addRetry(of node: WiringModel.Node) {
    let pause = node.definition.retry.pause.map {
      "\($0.low.configurationText)..\($0.high.configurationText)"
    }
    addMap(
      "retry",
      [
        (
          "attempts", node.unknownField("retry.attempts"),
          node.definition.retry.attempts.map { "\($0)" }
        ),
        ("pause", node.unknownField("retry.pause"), pause),
      ], of: node)
  }

  /// Writes a field that is a map of values, each of which may be unknown or not set.
  private mutating func addMap(
    _ field: String, _ values: [(name: String, unknown: ConfigurationValue?, known: String?)],
    of node: WiringModel.Node
  ) {
    let values = values.filter { $0.unknown != nil || $0.known != nil }
    guard !values.isEmpty, sets(field, node) else { return }
    let comment = origin(of: field, in: node)
    writer.open(field, comment)
    for (name, unknown, known) in values {
      if let unknown {
        write(unknown, name, path: "\(node.service.key)-\(name)")
      } else if let known {
        writer.entry(name, known)
      }
    }
    writer.close(field)
  }

  private mutating func addTags(of node: WiringModel.Node) {
    let tags = node.definition.tags.filter { !isOfProgram($0.name.provenance) }
    if tags.count < node.definition.tags.count { leaveOut() }
    if tags.isEmpty { return }
    let priorities = tags.map { node.unknownField("tags.\($0.name.text).priority") }
    // A list has no names with `$`, which could be a reference.
    let isList = zip(tags, priorities).allSatisfy { tag, priority in
      tag.attributes.isEmpty && tag.priority == 0 && priority == nil && !tag.name.text.contains("$")
    }
    if isList { return addNames("tags", tags.map { ($0.name.text, $0.name.place) }) }
    writer.open("tags")
    for (tag, priority) in zip(tags, priorities) {
      let key = YAMLText.key(tag.name.text)
      if tag.attributes.isEmpty, tag.priority == 0, priority == nil {
        writer.entry(key, "{}", comment(tag.name.place))
        continue
      }
      writer.open(key, comment(tag.name.place))
      if let priority {
        write(priority, "priority", path: "\(node.service.key)-priority")
      } else if tag.priority != 0 {
        writer.entry("priority", "\(tag.priority)")
      }
      for attribute in tag.attributes {
        write(
          attribute.value, YAMLText.key(attribute.key),
          path: "\(node.service.key)-\(tag.name.text)-\(attribute.key)")
      }
      writer.close(key)
    }
    writer.close("tags")
  }
}

// Fields.
extension EffectiveDocument {
  /// Writes a list of names: on one line, or with a line for each.
  mutating func addNames(_ key: String, _ names: [(name: String, place: SourcePlace)]) {
    let own = names.filter { !$0.place.isSwift }
    if own.count < names.count { leaveOut() }
    if own.isEmpty { return }
    let texts = own.map { YAMLText.key($0.name) }
    let isShort = texts.reduce(key.utf8.count) { $0 + $1.utf8.count + 2 } < 80
    if isShort, !showsOrigins { return writer.entry(key, "[\(texts.joined(separator: ", "))]") }
    writer.open(key)
    for (text, name) in zip(texts, own) {
      writer.openElement()
      writer.line(text, comment(name.place))
      writer.closeElement()
    }
    writer.close(key)
  }

  private mutating func addText(_ field: String, _ text: String?, _ comment: String? = nil) {
    guard let text else { return }
    writer.entry(field, YAMLText.scalar(WrittenText.escaped(text)), comment)
  }

  /// Writes a field whose text may not be known.
  private mutating func addFlag(_ field: String, _ known: String?, _ node: WiringModel.Node) {
    guard sets(field, node) else { return }
    if let unknown = node.unknownField(field) {
      return write(unknown, field, path: "\(node.service.key)-\(field)")
    }
    if let known { writer.entry(field, known, origin(of: field, in: node)) }
  }

  /// Whether no module of the program sets a field.
  private mutating func sets(_ field: String, _ node: WiringModel.Node) -> Bool {
    guard let origin = node.origin(of: field) else { return true }
    if isOfProgram(origin) { leaveOut() }
    return !isOfProgram(origin)
  }

  private func place(of field: String, in node: WiringModel.Node) -> SourcePlace {
    node.origin(of: field)?.place ?? node.definition.provenance.place
  }
}
