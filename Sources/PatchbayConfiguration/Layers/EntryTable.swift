import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The entries of `services:` or `templates:`, merged from the layers that were added so far.
///
/// A document with an overlay shares the table of the base until the overlay names an entry.
struct EntryTable: Sendable {
  enum Kind: Sendable { case services, templates }

  enum State: Sendable { case defined, removed, faulty }

  /// The merged statements of all layers about one key.
  struct Entry: Sendable {
    let key: String
    var state: State
    /// The key in the layer that defines the entry, or the one that removed it.
    var keyNode: YAMLNode
    var layer: Int
    var value: LayeredValue
    /// The kind of the definition.
    var form = Statement.Form.typed
    /// All statements, low to high, if there are several.
    var history: [Statement] = []

    /// All statements, low to high.
    var statements: [Statement] {
      guard history.isEmpty else { return history }
      return [
        Statement(role: .definition, form: form, keyNode: keyNode, node: value.node, layer: layer)
      ]
    }

    /// The position of the last definition, which replaced the others.
    var lastDefinition: Int? { history.lastIndex { $0.role == .definition } }

    /// The value that the defining layer wrote.
    var definition: YAMLNode { lastDefinition.map { history[$0].node } ?? value.node }

    var origin: Origin { Origin(place: keyNode.place, layer: layer) }

    /// The place of the last definition, and the places of those that it replaced.
    var provenance: Provenance {
      guard !history.isEmpty else { return Provenance(origin) }
      let definitions = history.filter { $0.role == .definition }.map(\.origin)
      return Provenance(
        definitions.last ?? origin, overridden: definitions.dropLast().reversed())
    }
  }

  let kind: Kind
  /// All entries, in the order of their first appearance.
  private(set) var entries: [Entry] = []
  private var index = TextIndex()
  /// Invalid keys, and keys of misplaced services.
  private(set) var faultyKeys: Set<String> = []
  /// What is wrong with the sections.
  var diagnostics: [Diagnostic] = []

  init(_ kind: Kind) { self.kind = kind }

  /// Whether the next mistake is among the first hundred, which get advice: for it, all entries are searched.
  var isAdvised: Bool { diagnostics.count < 100 }

  var count: Int { entries.count }

  /// The entries that more than one layer names, in their order.
  var touched: [Entry] { touchedPositions.sorted().map { entries[$0] } }
  private var touchedPositions: [Int] = []

  subscript(key: String) -> Entry? { position(of: key, TextHash.hash(key)).map { entries[$0] } }

  private func position(of key: String, _ hash: UInt32) -> Int? {
    // Valid keys are ASCII, so equal texts have equal bytes.
    index.position(of: hash) { entries[$0].key == key }
  }

  /// Returns the key with the text of a scalar; nil if the table does not contain it.
  // Inlined, because a call retains all that the table consists of, not these two.
  @inline(__always)
  func key(_ node: YAMLNode) -> String? {
    let (entries, index) = (entries, index)
    return node.withText { text in
      index.position(of: TextHash.hash(text)) { TextHash.areEqual(entries[$0].key, text) }
    }.map { entries[$0].key }
  }

  /// The keys of the defined entries, in their order.
  var definedKeys: [String] { entries.filter { $0.state == .defined }.map(\.key) }

  private var owner: (String) -> ValueMerge.Owner {
    kind == .services ? { .service($0) } : { .template($0) }
  }

  /// Merges one layer's section into the table.
  mutating func add(
    _ member: Member, layer: Int, stack: LayerStack, serviceKeyBytes: Int
  ) {
    let section = member.value
    if section.knownTag == .replace { removeAll(member.key, section, layer) }
    if entries.isEmpty {
      // The first section is usually the largest or the only one.
      entries.reserveCapacity(section.count)
      index = TextIndex(capacity: section.count)
    }
    for (key, value) in section.entries {
      let text = key.text
      guard isKey(text, key, serviceKeyBytes) else { continue }
      let hash = key.withText { TextHash.hash($0) }
      guard let (role, form) = Statement.meaning(of: value) else {
        diagnostics.append(wrongEntry(key, value, in: section))
        markFaulty(text, hash, key, value, layer)
        continue
      }
      let statement = Statement(role: role, form: form, keyNode: key, node: value, layer: layer)
      switch role {
      case .definition: define(text, hash, statement)
      case .removal: remove(text, hash, statement, stack)
      case .patch: patch(text, hash, statement, stack)
      }
    }
  }

  // Inlined, because copying a statement for each service would be measurable.
  @inline(__always)
  private mutating func define(_ key: String, _ hash: UInt32, _ statement: Statement) {
    if !faultyKeys.isEmpty { faultyKeys.remove(key) }
    if statement.node.knownTag == .replace, self[key].map({ $0.state == .removed }) ?? true {
      diagnostics.append(.replaceWithoutBase(statement.node, "`\(key)`"))
    }
    var entry = Entry(
      key: key, state: .defined, keyNode: statement.keyNode, layer: statement.layer,
      value: LayeredValue(statement.node, statement.layer), form: statement.form)
    guard let position = position(of: key, hash) else { return insert(entry, hash) }
    entry.history = history(of: position, with: statement)
    entries[position] = entry
  }

  private mutating func insert(_ entry: Entry, _ hash: UInt32) {
    index.insert(entries.count, hash: hash)
    entries.append(entry)
  }

  private mutating func remove(
    _ key: String, _ hash: UInt32, _ statement: Statement, _ stack: LayerStack
  ) {
    guard let position = position(of: key, hash), entries[position].state != .removed else {
      if !faultyKeys.contains(key) {
        diagnostics.append(removeWithoutBase(key, at: statement.origin.place, stack, nil))
      }
      return
    }
    remove(position, statement)
  }

  private mutating func remove(_ position: Int, _ statement: Statement) {
    entries[position].history = history(of: position, with: statement)
    entries[position].state = .removed
    entries[position].keyNode = statement.keyNode
    entries[position].layer = statement.layer
  }

  private mutating func patch(
    _ key: String, _ hash: UInt32, _ statement: Statement, _ stack: LayerStack
  ) {
    let found = position(of: key, hash)
    guard let position = found, entries[position].state == .defined else {
      let isFaulty = found.map { entries[$0].state } == .faulty || faultyKeys.contains(key)
      if !isFaulty, !statement.meansDefinition {
        diagnostics.append(patchWithoutBase(key, statement, stack))
      }
      markFaulty(key, hash, statement.keyNode, statement.node, statement.layer)
      return
    }
    var merge = ValueMerge(stack, owner(key))
    let base = entries[position].value
    let merged = merge.patch(statement.node, layer: statement.layer, over: base, key: key)
    diagnostics += merge.diagnostics
    if merge.changes == 0, merge.diagnostics.isEmpty {
      diagnostics.append(patchWithoutEffect(key, statement))
    }
    entries[position].history = history(of: position, with: statement)
    entries[position].value = merged
  }

  /// Returns all statements about an entry that a further layer names, that of this one included.
  private mutating func history(of position: Int, with statement: Statement) -> [Statement] {
    let history = entries[position].statements
    WorkMeter.count(history.count)
    if entries[position].history.isEmpty { touchedPositions.append(position) }
    return history + [statement]
  }

  /// Marks an entry with an error as faulty, so that later stages do not report it again.
  private mutating func markFaulty(
    _ key: String, _ hash: UInt32, _ keyNode: YAMLNode, _ node: YAMLNode, _ layer: Int
  ) {
    if let position = position(of: key, hash) {
      entries[position].state = .faulty
    } else {
      insert(
        Entry(
          key: key, state: .faulty, keyNode: keyNode, layer: layer,
          value: LayeredValue(node, layer)), hash)
    }
  }

  /// Adds the keys of misplaced services, so that later stages do not report references to them.
  mutating func addFaultyKeys(_ keys: some Sequence<String>) { faultyKeys.formUnion(keys) }

  private mutating func removeAll(_ keyNode: YAMLNode, _ node: YAMLNode, _ layer: Int) {
    var hasEffect = false
    let statement = Statement(role: .removal, keyNode: keyNode, node: node, layer: layer)
    for position in entries.indices where entries[position].state != .removed {
      hasEffect = true
      remove(position, statement)
    }
    if !hasEffect { diagnostics.append(.replaceWithoutBase(node, "`\(keyNode.text)`")) }
  }

  /// Returns whether a text is a valid key, and reports it if not.
  private mutating func isKey(_ text: String, _ key: YAMLNode, _ limit: Int) -> Bool {
    if key.textCount <= limit, key.withText({ Name.isKey($0) }) { return true }
    diagnostics.append(wrongKey(text, key, limit))
    faultyKeys.insert(text)
    return false
  }
}
