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
  /// What the first layer wrote that names a key, in the order of their first appearance.
  private var rows: [Row] = []
  private var index = TextIndex()
  /// The entries that more than one layer names, by their positions: whoever lays an overlay on shares
  /// the rows with the base.
  private var changed: [Int: Entry] = [:]
  /// Texts that stand as keys and cannot be keys, and keys that patch nothing.
  private(set) var faultyKeys: Set<String> = []

  init(_ kind: Kind) { self.kind = kind }

  enum State: Sendable { case defined, removed, faulty }

  private struct Row: Sendable {
    let key: String
    let keyNode: YAMLNode
    let node: YAMLNode
    let layer: Int
    let state: State
    let form: Form
  }

  /// What the layers say about one key.
  struct Entry: Sendable {
    let key: String
    var state: State
    /// The key in the layer that defines the entry, or the one that removed it.
    var keyNode: YAMLNode
    var layer: Int
    var value: Layered
    /// What the definition is made from.
    var form = Form.typed
    /// Everything that was said, low to high, where there was more than one say.
    var history: [Say] = []

    /// What the defining layer wrote.
    var definition: YAMLNode {
      history.last { $0.role == .definition }?.node ?? value.node
    }

    var origin: Origin { Origin(place: .span(keyNode.contentSpan), layer: layer) }
  }

  /// What a definition is made from, told by its fields.
  enum Form: Sendable { case typed, alias, extending }

  /// What one layer says about a key.
  struct Say: Sendable {
    enum Role: Sendable { case definition, patch, removal }

    let role: Role
    let keyNode: YAMLNode
    let node: YAMLNode
    let layer: Int

    var origin: Origin { Origin(place: .span(keyNode.contentSpan), layer: layer) }
  }

  var count: Int { rows.count }

  /// The entries that more than one layer names, in their order.
  var touched: [Int] { changed.keys.sorted() }

  func entry(at position: Int) -> Entry {
    if !changed.isEmpty, let entry = changed[position] { return entry }
    let row = rows[position]
    return Entry(
      key: row.key, state: row.state, keyNode: row.keyNode, layer: row.layer,
      value: Layered(row.node, row.layer), form: row.form)
  }

  /// All entries, in the order of their first appearance.
  var entries: some Sequence<Entry> { rows.indices.lazy.map { entry(at: $0) } }

  subscript(key: String) -> Entry? { position(of: key).map { entry(at: $0) } }

  /// The keys that are defined, in their order.
  var definedKeys: some Sequence<String> {
    rows.indices.lazy.filter { state(at: $0) == .defined }.map { rows[$0].key }
  }

  private func state(at position: Int) -> State {
    changed[position]?.state ?? rows[position].state
  }

  /// The key that a scalar names, where there is one.
  func key(_ node: YAMLNode) -> String? {
    let rows = rows
    return node.withText { text in
      index.position(of: TextHash.hash(text)) { TextHash.areEqual(rows[$0].key, text) }
    }.map { rows[$0].key }
  }

  private func position(of key: String) -> Int? { position(of: key, TextHash.hash(key)) }

  private func position(of key: String, _ hash: UInt32) -> Int? {
    // A key has no two spellings, so that texts are equal where their bytes are.
    index.position(of: hash) { rows[$0].key == key }
  }

  /// Adds what the first layer says that names a key.
  private mutating func insert(_ row: Row, _ hash: UInt32) {
    index.insert(rows.count, hash: hash)
    rows.append(row)
  }

  private mutating func change(_ position: Int, _ edit: (inout Entry) -> Void) {
    var entry = entry(at: position)
    edit(&entry)
    changed[position] = entry
  }

  private var owner: (String) -> Merger.Owner {
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
    if rows.isEmpty {
      rows.reserveCapacity(section.count)
      index = TextIndex(capacity: section.count)
    }
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
    guard let position = position(of: key, hash) else {
      insert(
        Row(
          key: key, keyNode: say.keyNode, node: say.node, layer: say.layer, state: .defined,
          form: form), hash)
      return
    }
    changed[position] = Entry(
      key: key, state: .defined, keyNode: say.keyNode, layer: say.layer,
      value: Layered(say.node, say.layer), form: form,
      history: history(of: position) + [say])
  }

  private mutating func remove(
    _ key: String, _ say: Say, _ stack: LayerStack, into collector: inout DiagnosticCollector
  ) {
    guard let position = position(of: key), state(at: position) != .removed else {
      if !faultyKeys.contains(key) { collector.add(removeWithoutBase(key, say, stack)) }
      return
    }
    remove(position, say)
  }

  private mutating func remove(_ position: Int, _ say: Say) {
    let history = history(of: position) + [say]
    change(position) { entry in
      entry.history = history
      entry.state = .removed
      entry.keyNode = say.keyNode
      entry.layer = say.layer
    }
  }

  private mutating func patch(
    _ key: String, _ say: Say, _ stack: LayerStack, into collector: inout DiagnosticCollector
  ) {
    let found = position(of: key)
    guard let position = found, state(at: position) == .defined else {
      if found.map({ state(at: $0) }) != .faulty, !Self.meansDefinition(say.node) {
        collector.add(patchWithoutBase(key, say, stack))
      }
      poison(key, say.keyNode, say.node, say.layer)
      return
    }
    var merger = Merger(stack, owner(key))
    let base = entry(at: position).value
    let merged = merger.patch(say.node, layer: say.layer, over: base, key: key)
    for diagnostic in merger.told { collector.add(diagnostic) }
    if merger.changes == 0, merger.told.isEmpty { collector.add(patchWithoutEffect(key, say)) }
    let history = self.history(of: position) + [say]
    change(position) { entry in
      entry.value = merged
      entry.history = history
    }
  }

  private func history(of position: Int) -> [Say] {
    let entry = entry(at: position)
    guard entry.history.isEmpty else { return entry.history }
    return [
      Say(
        role: .definition, keyNode: entry.keyNode, node: entry.value.node, layer: entry.layer)
    ]
  }

  /// Keeps a key of which nothing usable is known, so that later stages are silent about it.
  private mutating func poison(_ key: String, _ keyNode: YAMLNode, _ node: YAMLNode, _ layer: Int) {
    let hash = TextHash.hash(key)
    if let position = position(of: key, hash) {
      change(position) { $0.state = .faulty }
    } else {
      insert(
        Row(
          key: key, keyNode: keyNode, node: node, layer: layer, state: .faulty, form: .typed),
        hash)
    }
  }

  private mutating func removeAll(
    _ keyNode: YAMLNode, _ node: YAMLNode, _ layer: Int,
    into collector: inout DiagnosticCollector
  ) {
    var hasHit = false
    let say = Say(role: .removal, keyNode: keyNode, node: node, layer: layer)
    for position in rows.indices where state(at: position) != .removed {
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

  /// What an entry does, told from the entry itself; nil where it is no entry.
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

  /// Whether a field that makes a definition is there but misspelt, which is told as such.
  private static func meansDefinition(_ node: YAMLNode) -> Bool {
    node.entries.contains { key, _ in
      EntryField.meant(by: key, in: node)?.makesDefinition ?? EntryField.isForeignType(key.text)
    }
  }

  /// What an entry is made from; nil where it names nothing to make it from.
  private static func form(of node: YAMLNode) -> Form? {
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
