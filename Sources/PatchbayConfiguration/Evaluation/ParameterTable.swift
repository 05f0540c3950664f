import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The merged parameters, one row for each name that `$(…)` can use.
struct ParameterTable {
  struct Row {
    /// The whole dotted name.
    let name: String
    /// The last part of it, or the key of data that has no name.
    let key: String
    let keyPlace: SourcePlace
    let value: LayeredValue
    /// The rows of a map's entries; nil for anything but a map.
    var children: [Int]?
    var state = State.open
    /// The rows with `!required` that the value is or holds.
    var required: [Int] = []
    /// Whether a value that is used needed it.
    var isUsed = false
    /// Whether it became too long, and with it all that holds it.
    var isOverlong = false

    /// Data whose keys could be no part of a name cannot be named.
    var hasName: Bool { Name.isEnvironment(key) }
  }

  enum State {
    case open
    /// Evaluated, or known to be faulty; nil where it is removed.
    case done(ConfigurationValue?)
  }

  /// A `$(name)` somewhere.
  struct Use {
    let name: String
    let span: SourceSpan
  }

  var rows: [Row] = []
  private var index = TextIndex()

  subscript(name: String) -> Int? {
    var name = name
    return name.withUTF8 { row(UnsafeRawBufferPointer($0)) }
  }

  /// The row of a name, by its bytes.
  func row(_ name: UnsafeRawBufferPointer) -> Int? {
    index.position(of: TextHash.hash(name)) { TextHash.areEqual(rows[$0].name, name) }
  }

  var names: some Sequence<String> { rows.lazy.filter(\.hasName).map(\.name) }

  init() {}

  init(_ root: LayeredValue?) {
    guard let root else { return }
    rows.reserveCapacity(root.entries.count)
    for entry in root.entries { _ = add(entry, below: "") }
  }

  /// Adds a row and those of its entries; recursion as deep as the maps, which the parser bounds.
  private mutating func add(_ entry: LayeredEntry, below parent: String) -> Int {
    let name = parent.isEmpty ? entry.key : "\(parent).\(entry.key)"
    let position = rows.count
    rows.append(
      Row(name: name, key: entry.key, keyPlace: entry.keyPlace, value: entry.value))
    if rows[position].hasName { index.insert(position, hash: TextHash.hash(name)) }
    if entry.value.shape == .map, entry.value.node.isPlainMap || entry.value.merged != nil {
      rows[position].children = entry.value.entries.map { add($0, below: name) }
    }
    return position
  }
}

extension YAMLNode {
  /// Whether a map has no tag, or one that does not change its content.
  fileprivate var isPlainMap: Bool {
    switch tagKind {
    case .none, .plain, .known(.replace): true
    default: false
    }
  }
}

/// Names that are used and not set, with their places, so that each is reported once.
struct Uses {
  private(set) var names: [String] = []
  private(set) var places: [String: [SourcePlace]] = [:]

  mutating func add(_ name: String, _ place: SourcePlace) {
    guard let known = places[name] else {
      names.append(name)
      places[name] = [place]
      return
    }
    // More than a few places make a message no clearer.
    if known.count < 4, !known.contains(place) { places[name]?.append(place) }
  }
}
