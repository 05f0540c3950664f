import PatchbayCore
import PatchbayDiagnostics

/// Applies a program's statements to a definition set, by the rules of layers: a new definition
/// replaces the lower one, and a change and a removal require one.
struct Layering {
  private var set: DefinitionSet
  private var writer: LayerWriter
  /// The definitions in order; nil for one that was removed or became an alias.
  private var definitions: [Definition?]
  private var positions: [String: Int]
  /// The aliases in order; nil for one that was removed or became a service.
  private var aliases: [Alias?]
  private var aliasPositions: [String: Int]
  /// The further definitions of a key: only a program can create a set with duplicates.
  private var furtherDefinitions: [String: [Int]]
  private var furtherAliases: [String: [Int]]
  /// The shared budget of all errors' suggestions.
  private let hints: HintBudget
  /// The layer's own statements about each key.
  private var said: [String: SourcePlace] = [:]
  /// The lower definitions with tags, by the keys of those that replaced them.
  private var tagged: [(key: String, below: Definition)] = []

  /// Applies a layer to a set.
  ///
  /// - Parameters:
  ///   - layer: The program's statements; the caller sets its parameters.
  ///   - name: The layer's name in messages.
  ///   - set: The definitions of the lower layers.
  ///   - collector: Receives every error and warning.
  static func lay(
    _ layer: Definitions, as name: LayerName, over set: inout DefinitionSet,
    into collector: inout DiagnosticCollector
  ) {
    set.layers.append(name)
    var layering = Layering(set, within: collector.hints)
    for statement in layer.statements { layering.add(statement) }
    set = layering.finished()
    for diagnostic in layering.writer.reported { collector.add(diagnostic) }
  }

  private init(_ set: DefinitionSet, within hints: HintBudget) {
    self.set = set
    self.hints = hints
    writer = LayerWriter(layer: set.layers.count - 1, parameters: set.parameters)
    definitions = set.definitions
    (positions, furtherDefinitions) = Self.positions(of: set.definitions.lazy.map(\.key))
    aliases = set.aliases
    (aliasPositions, furtherAliases) = Self.positions(of: set.aliases.lazy.map(\.key))
  }

  private static func positions(
    of keys: some Sequence<String>
  ) -> (first: [String: Int], further: [String: [Int]]) {
    var first: [String: Int] = [:]
    var further: [String: [Int]] = [:]
    for (position, key) in keys.enumerated() {
      WorkMeter.count(1)
      if first[key] == nil {
        first[key] = position
      } else {
        further[key, default: []].append(position)
      }
    }
    return (first, further)
  }

  private mutating func add(_ statement: Statement) {
    switch statement {
    case .service(let draft): add(draft)
    case .alias(let alias): add(alias)
    case .removal(let key): remove(key)
    case .scopes(let names): declare(names)
    case .roots(let keys):
      for key in keys where !set.roots.contains(where: { $0.text == key.text }) {
        set.roots.append(writer.located(key))
      }
    case .parameters: break
    }
  }

  private mutating func add(_ draft: DefinitionDraft) {
    switch draft.role {
    case .definition(let type):
      guard mayDefine(draft.key.text, .swift(draft.key.location)) else { return }
      define(draft, key: draft.key.text, type: type)
    case .addition(let type):
      var (key, number) = (draft.key.text, 1)
      while positions[key] != nil {
        number += 1
        key = "\(draft.key.text)-\(number)"
      }
      define(draft, key: key, type: type)
    case .change: change(draft)
    }
  }

  private mutating func define(_ draft: DefinitionDraft, key: String, type: String) {
    var definition = Definition(
      key: key, provenance: Provenance(writer.origin(draft.key.location)),
      type: writer.located(Said(text: type, location: draft.key.location)))
    definition.factory = draft.factory
    write(draft, to: &definition)
    replace(key, by: definition)
  }

  private mutating func write(_ draft: DefinitionDraft, to definition: inout Definition) {
    for edit in draft.edits { edit(&definition, &writer) }
    for gift in draft.arguments {
      writer.add(gift, to: &definition.arguments, of: definition.key, "argument")
    }
    for gift in draft.properties {
      writer.add(gift, to: &definition.properties, of: definition.key, "property")
    }
  }

  /// Replaces the lower definition of a key.
  private mutating func replace(_ key: String, by definition: Definition) {
    var definition = definition
    if let position = positions[key], let below = definitions[position] {
      definition.provenance.overridden = [below.provenance.winner] + below.provenance.overridden
      definition.replacedArguments =
        below.arguments.map { Located($0.name, Provenance(origin(of: $0, in: below))) }
        + below.replacedArguments
      if !below.tags.isEmpty, definition.tags.isEmpty { tagged.append((key, below)) }
      definitions[position] = definition
    } else {
      forget(key)
      positions[key] = definitions.count
      definitions.append(definition)
    }
    set.faultyKeys.remove(key)
  }

  private func origin(of argument: Argument, in definition: Definition) -> Origin {
    Origin(place: argument.namePlace, layer: definition.provenance.winner.layer)
  }

  /// Removes the lower layers' statements about a key.
  private mutating func forget(_ key: String) {
    Self.clear(&definitions, key, &positions, &furtherDefinitions)
    Self.clear(&aliases, key, &aliasPositions, &furtherAliases)
    set.removed[key] = nil
    set.faultyKeys.remove(key)
  }

  /// Removes all entries of a key, in time independent of the number of others.
  private static func clear<Element>(
    _ elements: inout [Element?], _ key: String, _ first: inout [String: Int],
    _ further: inout [String: [Int]]
  ) {
    guard let position = first.removeValue(forKey: key) else { return }
    for position in [position] + (further.removeValue(forKey: key) ?? []) {
      WorkMeter.count(1)
      elements[position] = nil
    }
  }

  private mutating func add(_ alias: Alias) {
    guard mayDefine(alias.key, alias.provenance.place) else { return }
    var alias = alias
    alias.provenance.winner.layer = writer.layer
    alias.target.provenance.winner.layer = writer.layer
    alias.deprecated?.provenance.winner.layer = writer.layer
    if let below = provenance(of: alias.key) {
      alias.provenance.overridden = [below.winner] + below.overridden
    }
    forget(alias.key)
    aliasPositions[alias.key] = aliases.count
    aliases.append(alias)
  }

  private mutating func remove(_ key: Said) {
    let place = SourcePlace.swift(key.location)
    guard isFirst(key.text, place) else { return }
    guard provenance(of: key.text) != nil || set.faultyKeys.contains(key.text) else {
      writer.report(
        removeWithoutBase(key, removed: set.removed[key.text], similar: similar(key.text)))
      return
    }
    forget(key.text)
    set.removed[key.text] = writer.origin(key.location)
  }

  private mutating func change(_ draft: DefinitionDraft) {
    let key = draft.key.text
    if let position = positions[key], var definition = definitions[position] {
      if draft.arguments.isEmpty, draft.properties.isEmpty, draft.edits.isEmpty {
        writer.report(changeWithoutEffect(draft.key))
      }
      write(draft, to: &definition)
      definitions[position] = definition
    } else if let alias = alias(key) {
      writer.report(changeOfAlias(draft.key, alias))
    } else if !set.faultyKeys.contains(key) {
      writer.report(changeWithoutBase(draft.key, removed: set.removed[key], similar: similar(key)))
      set.faultyKeys.insert(key)
    }
  }

  private mutating func declare(_ names: [Said]) {
    guard let first = set.scopes.first, let second = names.first else {
      for name in names { declare(name) }
      return
    }
    writer.report(scopesTwice(.swift(second.location), first.place))
  }

  private mutating func declare(_ name: Said) {
    if ["singleton", "transient", "graph", "weak"].contains(name.text) {
      writer.report(scopeIsBuiltIn(name))
    } else if let first = set.scopes.first(where: { $0.text == name.text }) {
      writer.report(scopeTwice(name, first.place))
    } else {
      set.scopes.append(writer.located(name))
    }
  }

  /// Whether a text is a valid key that the layer has not defined yet.
  private mutating func mayDefine(_ key: String, _ place: SourcePlace) -> Bool {
    guard isKey(key) else {
      writer.report(wrongKey(key, place))
      return false
    }
    return isFirst(key, place)
  }

  private mutating func isFirst(_ key: String, _ place: SourcePlace) -> Bool {
    guard let first = said[key] else {
      said[key] = place
      return true
    }
    writer.report(duplicate(key, place, first))
    return false
  }

  private func provenance(of key: String) -> Provenance? {
    positions[key].flatMap { definitions[$0]?.provenance } ?? alias(key)?.provenance
  }

  private func alias(_ key: String) -> Alias? { aliasPositions[key].flatMap { aliases[$0] } }

  /// Returns the most similar key that is defined.
  private func similar(_ key: String) -> Located? {
    let near = nearMisses(
      of: key, in: Array(positions.keys) + aliasPositions.keys, limit: 1, within: hints)
    guard let near = near.first else { return nil }
    return provenance(of: near).map { Located(near, $0) }
  }

  private mutating func finished() -> DefinitionSet {
    set.definitions = definitions.compactMap { $0 }
    set.aliases = aliases.compactMap { $0 }
    if !tagged.isEmpty {
      let asked = askedTags(of: set.definitions)
      for (key, below) in tagged {
        guard let tag = below.tags.first(where: { asked.contains($0.name.text) }),
          let place = said[key]
        else { continue }
        writer.report(droppedTag(key, place, tag.name))
      }
    }
    return set
  }
}

/// Whether a key has only letters, digits, `_`, `.` and `-`, as in a file.
private func isKey(_ text: String) -> Bool {
  !text.isEmpty
    && text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
}

/// Returns the tags that arguments use.
private func askedTags(of definitions: [Definition]) -> Set<String> {
  var asked: Set<String> = []
  var pending = definitions.flatMap { ($0.arguments + $0.properties).map(\.value) }
  while let value = pending.popLast() {
    switch value.content {
    case .service(let use):
      if case .tagged(let tag) = use.target { asked.insert(tag.text) }
      if case .inline(let inner) = use.target { pending += inner.arguments.map(\.value) }
    case .list(let elements): pending += elements
    case .map(let entries): pending += entries.map(\.value)
    case .null, .scalar, .faulty: break
    }
  }
  return asked
}
