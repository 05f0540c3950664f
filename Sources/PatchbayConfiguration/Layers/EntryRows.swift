import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryTable {
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
    /// The position of a program's definition among those of the table.
    var program: Int?
    /// All statements, low to high, if there are several.
    var history: [Statement] = []

    /// The position of the last definition, which replaced the others.
    var lastDefinition: Int? { history.lastIndex { $0.isDefinition } }

    /// The value that the defining layer wrote.
    var definition: YAMLNode { lastDefinition.map { history[$0].node } ?? value.node }

    /// The program's changes of the definition, which are applied after all statements of files.
    var changes: ArraySlice<Statement> {
      guard let last = history.last, last.node.isFromProgram, last.role == .patch else { return [] }
      let start = history.lastIndex { $0.role != .patch || !$0.node.isFromProgram }
      return history[(start.map { $0 + 1 } ?? 0)...]
    }

    var origin: Origin { Origin(place: keyNode.place, layer: layer) }
  }
}

/// Entries by their keys, in the order of their first appearance.
///
/// The rows of the first layer never change: a document with an overlay shares them with the base,
/// and stores only the entries that the overlay names.
struct EntryRows: Sendable {
  /// The statement of the first layer that names a key.
  struct Row: Sendable {
    let key: String
    fileprivate let entry: YAMLEntry
    // 32 bits each, because a plan keeps a row for each entry: 56 bytes.
    fileprivate let layerNumber: Int32
    fileprivate let programNumber: Int32
    let state: EntryTable.State
    let form: Statement.Form

    @inline(__always)
    init(
      _ key: String, _ keyNode: YAMLNode, _ node: YAMLNode, layer: Int,
      _ state: EntryTable.State, _ form: Statement.Form, program: Int? = nil
    ) {
      (self.key, entry) = (key, YAMLEntry(keyNode, node))
      (layerNumber, programNumber) = (Int32(layer), program.map { Int32($0) } ?? -1)
      (self.state, self.form) = (state, form)
    }

    var keyNode: YAMLNode { entry.key }
    var node: YAMLNode { entry.value }
    var layer: Int { Int(layerNumber) }
    /// The position of a program's statement; the row does not store it, because copying its
    /// factory for each service of a file would be measurable.
    var program: Int? { Self.program(programNumber) }

    fileprivate static func program(_ number: Int32) -> Int? { number < 0 ? nil : Int(number) }
  }

  private var rows: [Row] = []
  private var index = TextIndex()
  /// The definitions of programs.
  private(set) var definitions: [Statement] = []
  /// The entries that further layers name, and their positions.
  private var changed: [(position: Int, entry: EntryTable.Entry)] = []
  /// The changed entries by their positions. A `Dictionary` would hash each position of a load for 135
  /// instructions, and cost a program 400,000 at its first load, for the metadata of it.
  private var changes = TextIndex()

  private func change(of position: Int) -> Int? {
    changes.position(of: UInt32(truncatingIfNeeded: position)) { changed[$0].position == position }
  }

  var indices: Range<Int> { rows.indices }

  /// The positions of the entries that more than one layer names, in their order.
  var touched: [Int] {
    var positions = changed.map(\.position)
    positions.sort()
    return positions
  }

  subscript(position: Int) -> EntryTable.Entry {
    if let change = change(of: position) { return changed[change].entry }
    // Each stored field from the array: a copy of the row takes 150 instructions.
    let (nodes, layer) = (rows[position].entry, Int(rows[position].layerNumber))
    return EntryTable.Entry(
      key: rows[position].key, state: rows[position].state, keyNode: nodes.key, layer: layer,
      value: LayeredValue(nodes.value, layer), form: rows[position].form,
      program: Row.program(rows[position].programNumber))
  }

  /// Returns all statements about a key, low to high.
  func history(at position: Int) -> [Statement] {
    let history = change(of: position).map { changed[$0].entry.history } ?? []
    guard history.isEmpty else { return history }
    let row = rows[position]
    if let program = row.program { return [definitions[program]] }
    return [
      Statement(
        role: .definition, form: row.form, keyNode: row.keyNode, node: row.node, layer: row.layer)
    ]
  }

  func key(at position: Int) -> String { rows[position].key }

  func state(at position: Int) -> EntryTable.State {
    change(of: position).map { changed[$0].entry.state } ?? rows[position].state
  }

  /// Returns the key with the text of a scalar; nil if there is none.
  // Inlined, because a call retains all that the table consists of, not these two.
  @inline(__always)
  func key(_ node: YAMLNode) -> String? {
    let (rows, index) = (rows, index)
    return node.withText { text in
      index.position(of: TextHash.hash(text)) { TextHash.areEqual(rows[$0].key, text) }
    }.map { rows[$0].key }
  }

  func position(of key: String) -> Int? { position(of: key, TextHash.hash(key)) }

  func position(of key: String, _ hash: UInt32) -> Int? {
    // Valid keys are ASCII, so equal texts have equal bytes.
    index.position(of: hash) { rows[$0].key == key }
  }

  /// Reserves capacity for the first section; usually it is the largest or the only one.
  mutating func reserve(_ count: Int) {
    guard rows.isEmpty else { return }
    rows.reserveCapacity(count)
    index = TextIndex(capacity: count)
  }

  /// Adds the statement of the first layer that names a key.
  mutating func insert(_ row: Row, _ hash: UInt32) {
    index.insert(rows.count, hash: hash)
    rows.append(row)
  }

  /// Adds a program's definition, and returns its position.
  mutating func append(definition: Statement) -> Int {
    definitions.append(definition)
    return definitions.count - 1
  }

  mutating func change(_ position: Int, to entry: EntryTable.Entry) {
    if let change = change(of: position) {
      changed[change].entry = entry
    } else {
      changes.insert(changed.count, hash: UInt32(truncatingIfNeeded: position))
      changed.append((position, entry))
    }
  }

  mutating func change(_ position: Int, _ edit: (inout EntryTable.Entry) -> Void) {
    var entry = self[position]
    edit(&entry)
    change(position, to: entry)
  }
}
