import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The entries of `services:` or `templates:`, merged over the layers that were added so far.
///
/// Entries that only one layer names are kept as that layer wrote them, so that putting a small
/// overlay on a large base costs no more than the overlay's own entries.
struct EntryTable: Sendable {
  enum Kind: Sendable { case services, templates }

  let kind: Kind
  private var rows = EntryRows()
  /// Texts that stand as keys and cannot be keys, and keys that patch nothing.
  private(set) var faultyKeys: Set<String> = []

  init(_ kind: Kind) { self.kind = kind }

  enum State: Sendable { case defined, removed, faulty }

  /// What the layers say about one key.
  struct Entry: Sendable {
    let key: String
    var state: State
    /// The key in the layer that defines the entry, or the one that removed it.
    var keyNode: YAMLNode
    var layer: Int
    var value: LayeredValue
    /// What the definition is made from.
    var form = Form.typed
    /// Everything that was said, low to high, where there was more than one say.
    var history: [Say] = []

    /// What the defining layer wrote.
    var definition: YAMLNode {
      history.last { $0.role == .definition }?.node ?? value.node
    }

    var origin: Origin { Origin(place: keyNode.place, layer: layer) }
  }

  /// What a definition is made from, by its fields.
  enum Form: Sendable { case typed, alias, extending }

  /// What one layer says about a key.
  struct Say: Sendable {
    enum Role: Sendable { case definition, patch, removal }

    let role: Role
    let keyNode: YAMLNode
    let node: YAMLNode
    let layer: Int

    var origin: Origin { Origin(place: keyNode.place, layer: layer) }
  }

  var count: Int { rows.indices.count }

  /// The positions of the entries that more than one layer names, in their order.
  var touched: [Int] { rows.touched }

  func entry(at position: Int) -> Entry { rows[position] }

  /// All entries, in the order of their first appearance.
  var entries: some Sequence<Entry> { rows.indices.lazy.map { rows[$0] } }

  subscript(key: String) -> Entry? { rows.position(of: key).map { rows[$0] } }

  /// The key that a scalar names, where there is one.
  func key(_ node: YAMLNode) -> String? { rows.key(node) }

  /// The keys that are defined, in their order.
  var definedKeys: some Sequence<String> {
    rows.indices.lazy.filter { rows.state(at: $0) == .defined }.map { rows.key(at: $0) }
  }

  private var owner: (String) -> ValueMerge.Owner {
    kind == .services ? { .service($0) } : { .template($0) }
  }

  /// Lays one layer's section over what is there.
  mutating func add(
    _ member: Member, layer: Int, stack: LayerStack, serviceKeyBytes: Int,
    into collector: inout DiagnosticCollector
  ) {
    let section = member.value
    if section.isNull { return }
    let isReplacing = section.knownTag == .replace
    guard section.kind == .mapping, section.tag == nil || isReplacing else {
      collector.add(.wrongKind(section, "`\(member.key.text)`", mustBe: "a map of entries"))
      return
    }
    if isReplacing { removeAll(member.key, section, layer, into: &collector) }
    rows.reserve(section.count)
    for (key, value) in section.entries {
      let text = key.text
      guard isKey(text, key, serviceKeyBytes, into: &collector) else { continue }
      let hash = key.withText { TextHash.hash($0) }
      guard let (role, form) = Self.role(of: value) else {
        collector.add(wrongEntry(value, text))
        poison(text, key, value, layer)
        continue
      }
      let say = Say(role: role, keyNode: key, node: value, layer: layer)
      switch role {
      case .definition: define(text, hash, say, form, into: &collector)
      case .removal: remove(text, say, stack, into: &collector)
      case .patch: patch(text, say, stack, into: &collector)
      }
    }
  }

  private mutating func define(
    _ key: String, _ hash: UInt32, _ say: Say, _ form: Form,
    into collector: inout DiagnosticCollector
  ) {
    if say.node.knownTag == .replace, self[key].map({ $0.state == .removed }) ?? true {
      collector.add(.replaceWithoutBase(say.node, "`\(key)`"))
    }
    guard let position = rows.position(of: key, hash) else {
      rows.insert(
        EntryRows.Row(
          key: key, keyNode: say.keyNode, node: say.node, layer: say.layer, state: .defined,
          form: form), hash)
      return
    }
    rows.change(
      position,
      to: Entry(
        key: key, state: .defined, keyNode: say.keyNode, layer: say.layer,
        value: LayeredValue(say.node, say.layer), form: form,
        history: history(of: position) + [say]))
  }

  private mutating func remove(
    _ key: String, _ say: Say, _ stack: LayerStack, into collector: inout DiagnosticCollector
  ) {
    guard let position = rows.position(of: key), rows.state(at: position) != .removed else {
      if !faultyKeys.contains(key) {
        collector.add(removeWithoutBase(key, say, stack, within: collector.hints))
      }
      return
    }
    remove(position, say)
  }

  private mutating func remove(_ position: Int, _ say: Say) {
    let history = history(of: position) + [say]
    rows.change(position) { entry in
      entry.history = history
      entry.state = .removed
      entry.keyNode = say.keyNode
      entry.layer = say.layer
    }
  }

  private mutating func patch(
    _ key: String, _ say: Say, _ stack: LayerStack, into collector: inout DiagnosticCollector
  ) {
    let found = rows.position(of: key)
    guard let position = found, rows.state(at: position) == .defined else {
      if found.map({ rows.state(at: $0) }) != .faulty, !Self.meansDefinition(say.node) {
        collector.add(patchWithoutBase(key, say, stack, within: collector.hints))
      }
      poison(key, say.keyNode, say.node, say.layer)
      return
    }
    var merger = ValueMerge(stack, owner(key))
    let base = rows[position].value
    let merged = merger.patch(say.node, layer: say.layer, over: base, key: key)
    for diagnostic in merger.reported { collector.add(diagnostic) }
    if merger.changes == 0, merger.reported.isEmpty { collector.add(patchWithoutEffect(key, say)) }
    let history = self.history(of: position) + [say]
    rows.change(position) { entry in
      entry.value = merged
      entry.history = history
    }
  }

  private func history(of position: Int) -> [Say] {
    let entry = rows[position]
    guard entry.history.isEmpty else { return entry.history }
    return [
      Say(
        role: .definition, keyNode: entry.keyNode, node: entry.value.node, layer: entry.layer)
    ]
  }

  /// Keeps a key of which nothing usable is known, so that later stages are silent about it.
  private mutating func poison(_ key: String, _ keyNode: YAMLNode, _ node: YAMLNode, _ layer: Int) {
    let hash = TextHash.hash(key)
    if let position = rows.position(of: key, hash) {
      rows.change(position) { $0.state = .faulty }
    } else {
      rows.insert(
        EntryRows.Row(
          key: key, keyNode: keyNode, node: node, layer: layer, state: .faulty, form: .typed),
        hash)
    }
  }

  /// Takes note of services that are written where none belong, so that no reference to one is
  /// reported again.
  mutating func excuse(_ keys: some Sequence<String>) { faultyKeys.formUnion(keys) }

  private mutating func removeAll(
    _ keyNode: YAMLNode, _ node: YAMLNode, _ layer: Int,
    into collector: inout DiagnosticCollector
  ) {
    var hasHit = false
    let say = Say(role: .removal, keyNode: keyNode, node: node, layer: layer)
    for position in rows.indices where rows.state(at: position) != .removed {
      hasHit = true
      remove(position, say)
    }
    if !hasHit { collector.add(.replaceWithoutBase(node, "`\(keyNode.text)`")) }
  }

  private mutating func isKey(
    _ text: String, _ key: YAMLNode, _ limit: Int, into collector: inout DiagnosticCollector
  ) -> Bool {
    if key.textCount <= limit, key.withText({ Name.isKey($0) }) { return true }
    collector.add(wrongKey(text, key, limit))
    faultyKeys.insert(text)
    return false
  }

  /// What an entry does; nil where it is no entry.
  private static func role(of node: YAMLNode) -> (Say.Role, Form)? {
    switch (node.kind, node.tagKind) {
    case (.scalar, .known(.remove)) where node.isNothing: return (.removal, .typed)
    case (.scalar, .none): return node.isNull ? (.patch, .typed) : nil
    case (.mapping, .known(.replace)): return (.definition, form(of: node) ?? .typed)
    case (.mapping, .none), (.mapping, .plain):
      return form(of: node).map { (.definition, $0) } ?? (.patch, .typed)
    default: return nil
    }
  }

  /// Whether a field that makes a definition is there but misspelt, or whole services are, which is
  /// reported as such.
  private static func meansDefinition(_ node: YAMLNode) -> Bool {
    node.entries.contains { key, value in
      EntryField.meant(by: key, in: node)?.makesDefinition
        ?? (EntryField.isForeignType(key.text)
          || MisplacedServices.isService(key, value, otherThan: EntryField.self))
    }
  }

  /// What an entry is made from; nil where it names nothing to make it from.
  static func form(of node: YAMLNode) -> Form? {
    var (isAlias, isExtending, isTyped) = (false, false, false)
    node.withKeys { key in
      switch key.count {
      case 4: isTyped = isTyped || TextHash.areEqual("type", key)
      case 5: isAlias = isAlias || TextHash.areEqual("alias", key)
      case 7: isExtending = isExtending || TextHash.areEqual("extends", key)
      default: break
      }
    }
    return isAlias ? .alias : isExtending ? .extending : isTyped ? .typed : nil
  }
}
