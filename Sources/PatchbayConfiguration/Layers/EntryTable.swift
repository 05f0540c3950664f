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
    var form = Statement.Form.typed
    /// All statements, low to high, if a program made one or layers made several.
    var history: [Statement] = []

    /// The position of the statement in force: the last definition.
    var lastDefinition: Int? { history.lastIndex { $0.isDefinition } }

    /// What the defining layer wrote.
    var definition: YAMLNode { lastDefinition.map { history[$0].node } ?? value.node }

    /// The program's changes of the definition, which follow everything that files say.
    var changes: ArraySlice<Statement> {
      guard let last = history.last, last.node.isFromProgram, last.role == .patch else { return [] }
      let start = history.lastIndex { $0.role != .patch || !$0.node.isFromProgram }
      return history[(start.map { $0 + 1 } ?? 0)...]
    }

    var origin: Origin { Origin(place: keyNode.place, layer: layer) }
  }

  /// What files say of the keys that a program defines or removes: `extends` follows files alone.
  private var filesBelow: [String: Entry] = [:]

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

  /// The numbers of a program's decorators that have the same key.
  private var decorators: [String: Int] = [:]

  /// What files alone say about a key.
  func entryOfFiles(_ key: String) -> Entry? {
    if let entry = filesBelow[key] { return entry }
    return self[key].flatMap { $0.keyNode.isFromProgram ? nil : $0 }
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
      guard let (role, form) = Statement.meaning(of: value) else {
        collector.add(wrongEntry(value, text))
        poison(text, key, value, layer)
        continue
      }
      let statement = Statement(
        role: role, form: form, keyNode: key, node: value, layer: layer)
      add(statement, text, hash, stack, into: &collector)
    }
  }

  /// Lays a program's statements over what is there.
  mutating func add(
    _ statements: [Statement], stack: LayerStack, into collector: inout DiagnosticCollector
  ) {
    for statement in statements {
      WorkMeter.count(1)
      var key = statement.keyNode.text
      if statement.role == .decorator {
        let name = key
        while rows.position(of: key) != nil {
          WorkMeter.count(1)
          decorators[name, default: 1] += 1
          key = "\(name)-\(decorators[name, default: 1])"
        }
      } else {
        guard isKey(key, statement.keyNode, .max, into: &collector) else { continue }
        if statement.role != .patch, let entry = self[key], !entry.keyNode.isFromProgram {
          filesBelow[key] = entry
        }
      }
      add(statement, key, TextHash.hash(key), stack, into: &collector)
    }
  }

  @inline(__always)
  private mutating func add(
    _ statement: Statement, _ key: String, _ hash: UInt32, _ stack: LayerStack,
    into collector: inout DiagnosticCollector
  ) {
    switch statement.role {
    case .definition, .decorator: define(key, hash, statement, into: &collector)
    case .removal: remove(key, statement, stack, into: &collector)
    case .patch: patch(key, statement, stack, into: &collector)
    }
  }

  // Inlined, so that a statement is not copied: there is one for each service.
  @inline(__always)
  private mutating func define(
    _ key: String, _ hash: UInt32, _ say: Statement,
    into collector: inout DiagnosticCollector
  ) {
    if !faultyKeys.isEmpty { faultyKeys.remove(key) }
    if say.node.knownTag == .replace, self[key].map({ $0.state == .removed }) ?? true {
      collector.add(.replaceWithoutBase(say.node, "`\(key)`"))
    }
    guard let position = rows.position(of: key, hash) else {
      rows.insert(
        EntryRows.Row(
          key: key, keyNode: say.keyNode, node: say.node, layer: say.layer, state: .defined,
          form: say.form), hash)
      // A row has no room for a factory.
      if say.node.isFromProgram { rows.change(rows.indices.last ?? 0) { $0.history = [say] } }
      return
    }
    rows.change(
      position,
      to: Entry(
        key: key, state: .defined, keyNode: say.keyNode, layer: say.layer,
        value: LayeredValue(say.node, say.layer), form: say.form,
        history: history(of: position) + [say]))
  }

  private mutating func remove(
    _ key: String, _ say: Statement, _ stack: LayerStack, into collector: inout DiagnosticCollector
  ) {
    guard let position = rows.position(of: key), rows.state(at: position) != .removed else {
      if !faultyKeys.contains(key) {
        collector.add(removeWithoutBase(key, say, stack, within: collector.hints))
      }
      return
    }
    remove(position, say)
  }

  private mutating func remove(_ position: Int, _ say: Statement) {
    let history = history(of: position) + [say]
    rows.change(position) { entry in
      entry.history = history
      entry.state = .removed
      entry.keyNode = say.keyNode
      entry.layer = say.layer
    }
  }

  private mutating func patch(
    _ key: String, _ say: Statement, _ stack: LayerStack, into collector: inout DiagnosticCollector
  ) {
    let found = rows.position(of: key)
    guard let position = found, rows.state(at: position) == .defined else {
      let isFaulty = found.map { rows.state(at: $0) } == .faulty || faultyKeys.contains(key)
      if !isFaulty, !say.meansDefinition {
        collector.add(patchWithoutBase(key, say, stack, within: collector.hints))
      }
      poison(key, say.keyNode, say.node, say.layer)
      return
    }
    if say.node.isFromProgram {
      change(position, say, into: &collector)
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

  /// Keeps a program's change, which is applied after everything that files say.
  private mutating func change(
    _ position: Int, _ say: Statement, into collector: inout DiagnosticCollector
  ) {
    let entry = rows[position]
    if entry.form == .alias {
      collector.add(changeOfAlias(entry, say))
    } else if say.node.count == 0 {
      collector.add(patchWithoutEffect(entry.key, say))
    } else {
      let history = history(of: position) + [say]
      rows.change(position) { $0.history = history }
    }
  }

  private func history(of position: Int) -> [Statement] {
    let entry = rows[position]
    WorkMeter.count(entry.history.count)
    guard entry.history.isEmpty else { return entry.history }
    return [
      Statement(
        role: .definition, form: entry.form, keyNode: entry.keyNode, node: entry.value.node,
        layer: entry.layer)
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
    let say = Statement(role: .removal, keyNode: keyNode, node: node, layer: layer)
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
}
