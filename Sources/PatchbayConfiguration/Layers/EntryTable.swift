import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The entries of `services:` or `templates:`, merged from the layers that were added so far.
///
/// Entries that only one layer names are stored as that layer wrote them, so that adding a small
/// overlay to a large base costs no more than the overlay's own entries.
struct EntryTable: Sendable {
  enum Kind: Sendable { case services, templates }

  let kind: Kind
  private var rows = EntryRows()
  /// Whether the section of each layer could be read.
  private(set) var isWhole = true
  /// Invalid keys, and keys of misplaced services.
  private(set) var faultyKeys: Set<String> = []

  /// How many more mistakes get advice: for it, all entries are searched.
  private var advised = 100

  init(_ kind: Kind) { self.kind = kind }

  /// Returns whether a mistake is among the first hundred, which get advice.
  mutating func isAdvised() -> Bool {
    advised -= 1
    return advised >= 0
  }

  /// The entries of the files for the keys that a program defines or removes: `extends` applies to
  /// files only.
  private var filesBelow: [String: Entry] = [:]

  var count: Int { rows.indices.count }

  /// The positions of the entries that more than one layer names, in their order.
  var touched: [Int] { rows.touched }

  func entry(at position: Int) -> Entry { rows[position] }

  /// Returns the factory that a program passes with an entry, nil if it is one of the catalog, and whether an
  /// error of the entry was reported when the program defined it.
  ///
  /// Not the whole statement: the metadata of an optional one costs a program 9,000 instructions at its
  /// start.
  func program(of entry: Entry) -> (factory: CatalogEntry?, isFaulty: Bool) {
    guard let index = entry.program else { return (nil, false) }
    return (rows.definitions[index].factory, rows.definitions[index].isFaulty)
  }

  /// All entries, in the order of their first appearance.
  var entries: some Sequence<Entry> { rows.indices.lazy.map { rows[$0] } }

  subscript(key: String) -> Entry? { rows.position(of: key).map { rows[$0] } }

  /// Returns the key with the text of a scalar; nil if the table does not contain it.
  @inline(__always)
  func key(_ node: YAMLNode) -> String? { rows.key(node) }

  /// The keys of the defined entries, in their order.
  var definedKeys: [String] {
    rows.indices.filter { rows.state(at: $0) == .defined }.map { rows.key(at: $0) }
  }

  /// The number of a program's decorators for each key that several of them have.
  private var decorators: [String: Int] = [:]

  /// Returns the entry of a key without the program's statements.
  func entryOfFiles(_ key: String) -> Entry? {
    if let entry = filesBelow[key] { return entry }
    return self[key].flatMap { $0.keyNode.isFromProgram ? nil : $0 }
  }

  private var owner: (String) -> ValueMerge.Owner {
    kind == .services ? { .service($0) } : { .template($0) }
  }

  /// Merges one layer's section into the table.
  mutating func add(
    _ member: Member, layer: Int, stack: LayerStack, serviceKeyBytes: Int,
    into collector: inout DiagnosticCollector
  ) {
    let section = member.value
    if section.isNull { return }
    let isReplacing = section.knownTag == .replace
    guard section.kind == .mapping, section.tag == nil || isReplacing else {
      collector.add(.wrongKind(section, "`\(member.key.text)`", mustBe: "a map of entries"))
      isWhole = false
      return
    }
    if isReplacing { removeAll(member.key, section, layer, into: &collector) }
    rows.reserve(section.count)
    for (key, value) in section.entries {
      let text = key.text
      guard isKey(text, key, serviceKeyBytes, into: &collector) else { continue }
      add(text, key, value, in: section, layer, stack, into: &collector)
    }
  }

  private mutating func add(
    _ text: String, _ key: YAMLNode, _ value: YAMLNode, in section: YAMLNode, _ layer: Int,
    _ stack: LayerStack, into collector: inout DiagnosticCollector
  ) {
    let hash = key.withText { TextHash.hash($0) }
    guard let (role, form) = Statement.meaning(of: value) else {
      collector.add(wrongEntry(key, value, in: section))
      markFaulty(text, key, value, layer)
      return
    }
    let statement = Statement(role: role, form: form, keyNode: key, node: value, layer: layer)
    add(statement, text, hash, stack, into: &collector)
  }

  /// Merges a program's statements into the table.
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

  // Inlined, because copying a statement for each service would be measurable.
  @inline(__always)
  private mutating func define(
    _ key: String, _ hash: UInt32, _ statement: Statement,
    into collector: inout DiagnosticCollector
  ) {
    if !faultyKeys.isEmpty { faultyKeys.remove(key) }
    if statement.node.knownTag == .replace, self[key].map({ $0.state == .removed }) ?? true {
      collector.add(.replaceWithoutBase(statement.node, "`\(key)`"))
    }
    let program = statement.node.isFromProgram ? rows.append(definition: statement) : nil
    guard let position = rows.position(of: key, hash) else {
      rows.insert(
        EntryRows.Row(
          key, statement.keyNode, statement.node, layer: statement.layer, .defined,
          statement.form, program: program), hash)
      return
    }
    rows.change(
      position,
      to: Entry(
        key: key, state: .defined, keyNode: statement.keyNode, layer: statement.layer,
        value: LayeredValue(statement.node, statement.layer), form: statement.form,
        program: program, history: history(of: position) + [statement]))
  }

  private mutating func remove(
    _ key: String, _ statement: Statement, _ stack: LayerStack,
    into collector: inout DiagnosticCollector
  ) {
    guard let position = rows.position(of: key), rows.state(at: position) != .removed else {
      if !faultyKeys.contains(key) {
        collector.add(removeWithoutBase(key, statement, stack))
      }
      return
    }
    remove(position, statement)
  }

  private mutating func remove(_ position: Int, _ statement: Statement) {
    let history = history(of: position) + [statement]
    rows.change(position) { entry in
      entry.history = history
      entry.state = .removed
      entry.keyNode = statement.keyNode
      entry.layer = statement.layer
    }
  }

  private mutating func patch(
    _ key: String, _ statement: Statement, _ stack: LayerStack,
    into collector: inout DiagnosticCollector
  ) {
    let found = rows.position(of: key)
    guard let position = found, rows.state(at: position) == .defined else {
      let isFaulty = found.map { rows.state(at: $0) } == .faulty || faultyKeys.contains(key)
      if !isFaulty, !statement.meansDefinition {
        collector.add(patchWithoutBase(key, statement, stack))
      }
      markFaulty(key, statement.keyNode, statement.node, statement.layer)
      return
    }
    if statement.node.isFromProgram {
      change(position, statement, into: &collector)
      return
    }
    var merge = ValueMerge(stack, owner(key))
    let base = rows[position].value
    let merged = merge.patch(statement.node, layer: statement.layer, over: base, key: key)
    for diagnostic in merge.diagnostics { collector.add(diagnostic) }
    if merge.changes == 0, merge.diagnostics.isEmpty {
      collector.add(patchWithoutEffect(key, statement))
    }
    let history = self.history(of: position) + [statement]
    rows.change(position) { entry in
      entry.value = merged
      entry.history = history
    }
  }

  /// Stores a program's change, which is applied after all statements of files.
  private mutating func change(
    _ position: Int, _ statement: Statement, into collector: inout DiagnosticCollector
  ) {
    let entry = rows[position]
    if entry.form == .alias {
      collector.add(changeOfAlias(entry, statement))
    } else if statement.node.isEmpty {
      collector.add(patchWithoutEffect(entry.key, statement))
    } else {
      let history = history(of: position) + [statement]
      rows.change(position) { $0.history = history }
    }
  }

  private func history(of position: Int) -> [Statement] {
    let history = rows.history(at: position)
    WorkMeter.count(history.count)
    return history
  }

  /// Marks an entry with an error as faulty, so that later stages do not report it again.
  private mutating func markFaulty(
    _ key: String, _ keyNode: YAMLNode, _ node: YAMLNode, _ layer: Int
  ) {
    let hash = TextHash.hash(key)
    if let position = rows.position(of: key, hash) {
      rows.change(position) { $0.state = .faulty }
    } else {
      rows.insert(
        EntryRows.Row(key, keyNode, node, layer: layer, .faulty, .typed), hash)
    }
  }

  /// Adds the keys of misplaced services, so that later stages do not report references to them.
  mutating func addFaultyKeys(_ keys: some Sequence<String>) { faultyKeys.formUnion(keys) }

  private mutating func removeAll(
    _ keyNode: YAMLNode, _ node: YAMLNode, _ layer: Int,
    into collector: inout DiagnosticCollector
  ) {
    var hasEffect = false
    let statement = Statement(role: .removal, keyNode: keyNode, node: node, layer: layer)
    for position in rows.indices where rows.state(at: position) != .removed {
      hasEffect = true
      remove(position, statement)
    }
    if !hasEffect { collector.add(.replaceWithoutBase(node, "`\(keyNode.text)`")) }
  }

  /// Returns whether a text is a valid key, and reports it if not.
  private mutating func isKey(
    _ text: String, _ key: YAMLNode, _ limit: Int, into collector: inout DiagnosticCollector
  ) -> Bool {
    if key.textCount <= limit, key.withText({ Name.isKey($0) }) { return true }
    collector.add(wrongKey(text, key, limit))
    faultyKeys.insert(text)
    return false
  }
}
