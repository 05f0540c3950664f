import PatchbayDiagnostics
import PatchbayYAML

/// Entries by their keys, in the order of their first appearance.
///
/// The rows of the first layer never change: a document with an overlay shares them with the base, and adds
/// only what the overlay names.
struct EntryRows: Sendable {
  /// What the first layer wrote that names a key.
  struct Row: Sendable {
    let key: String
    let keyNode: YAMLNode
    let node: YAMLNode
    let layer: Int
    let state: EntryTable.State
    let form: Statement.Form
  }

  private var rows: [Row] = []
  private var index = TextIndex()
  /// The entries that further layers name, by their positions.
  private var changed: [Int: EntryTable.Entry] = [:]

  var indices: Range<Int> { rows.indices }

  /// The positions of the entries that more than one layer names, in their order.
  var touched: [Int] { changed.keys.sorted() }

  subscript(position: Int) -> EntryTable.Entry {
    if !changed.isEmpty, let entry = changed[position] { return entry }
    let row = rows[position]
    return EntryTable.Entry(
      key: row.key, state: row.state, keyNode: row.keyNode, layer: row.layer,
      value: LayeredValue(row.node, row.layer), form: row.form)
  }

  func key(at position: Int) -> String { rows[position].key }

  func state(at position: Int) -> EntryTable.State {
    changed[position]?.state ?? rows[position].state
  }

  /// The key that a scalar names, where there is one.
  func key(_ node: YAMLNode) -> String? {
    let rows = rows
    return node.withText { text in
      index.position(of: TextHash.hash(text)) { TextHash.areEqual(rows[$0].key, text) }
    }.map { rows[$0].key }
  }

  func position(of key: String) -> Int? { position(of: key, TextHash.hash(key)) }

  func position(of key: String, _ hash: UInt32) -> Int? {
    // A key has no two spellings, so that texts are equal where their bytes are.
    index.position(of: hash) { rows[$0].key == key }
  }

  /// Makes room for the first section, which is the largest where it is the only one.
  mutating func reserve(_ count: Int) {
    guard rows.isEmpty else { return }
    rows.reserveCapacity(count)
    index = TextIndex(capacity: count)
  }

  /// Adds what the first layer says that names a key.
  mutating func insert(_ row: Row, _ hash: UInt32) {
    index.insert(rows.count, hash: hash)
    rows.append(row)
  }

  mutating func change(_ position: Int, to entry: EntryTable.Entry) { changed[position] = entry }

  mutating func change(_ position: Int, _ edit: (inout EntryTable.Entry) -> Void) {
    var entry = self[position]
    edit(&entry)
    changed[position] = entry
  }
}
