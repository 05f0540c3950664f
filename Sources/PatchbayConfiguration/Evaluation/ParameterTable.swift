import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The merged parameters, one row for each name that `$(…)` can use.
struct ParameterTable {
  struct Row {
    /// The whole dotted name.
    let name: String
    /// The name as numbers, if it is short enough.
    let packedName: PackedName?
    /// The last part of the name, or a key that cannot be part of one.
    let key: String
    let keyPlace: SourcePlace
    let value: LayeredValue
    /// The rows of a map's entries; nil for any other value.
    var children: [Int]?
    var state = State.open
    /// The rows with `!required` that the value is or contains.
    var required: [Int] = []
    /// Whether a value that is used needed it.
    var isUsed = false
    /// Whether some text names it, used or not.
    var isNamed = false
    /// Whether it is a part of a map that overrides a secret.
    var isSecret = false
    /// Whether it is too long, so that values that contain it are too long as well.
    var isOverlong = false

    /// What it was evaluated to; nil if it was not yet.
    var evaluated: Evaluated? { if case .done(let result) = state { result } else { nil } }

    /// Whether `$(…)` can name it: its key can be part of a name.
    var hasName: Bool { Name.isEnvironment(key) }
  }

  enum State {
    case open
    case done(Evaluated)
  }

  /// A value that was evaluated. A class, so that its text can be read without copying all of it.
  final class Evaluated: Sendable {
    /// The value, which may be faulty; nil if it is removed.
    let value: ConfigurationValue?

    init(_ value: ConfigurationValue?) { self.value = value }

    /// The text of a value that is one.
    var text: String? {
      if case .scalar(let scalar) = value?.content { scalar.text } else { nil }
    }
  }

  /// A `$(name)` and its place.
  struct Use {
    let name: String
    let span: SourceSpan
    /// Whether the name may be a part of a password.
    let isHidden: Bool
  }

  var rows: [Row] = []
  private var index = TextIndex()

  subscript(name: String) -> Int? {
    var name = name
    return name.withUTF8 { row(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the row of a name, compared by bytes.
  func row(_ name: UnsafeRawBufferPointer) -> Int? {
    let packed = PackedName(name)
    return index.position(of: TextHash.hash(name)) {
      rows[$0].packedName == packed && (packed != nil || TextHash.areEqual(rows[$0].name, name))
    }
  }

  var names: some Sequence<String> { rows.lazy.filter(\.hasName).map(\.name) }

  init() {}

  init(_ root: LayeredValue) {
    rows.reserveCapacity(root.entryCount)
    for entry in root.entries { _ = add(entry, below: "", isSecret: false) }
  }

  /// Records that a text names a parameter, and so all entries of a map; the parser bounds the depth.
  mutating func markNamed(_ row: Int) {
    guard !rows[row].isNamed else { return }
    rows[row].isNamed = true
    for child in rows[row].children ?? [] { markNamed(child) }
  }

  /// Adds a row and those of its entries; the parser bounds the depth of the recursion.
  private mutating func add(
    _ entry: MapEntry, below parent: String, isSecret: Bool
  ) -> Int {
    let key = entry.key
    let name = parent.isEmpty ? key : "\(parent).\(key)"
    let position = rows.count
    rows.append(
      Row(
        name: name, packedName: .of(name), key: key, keyPlace: entry.keyPlace,
        value: entry.value))
    let isSecret = isSecret || entry.value.merged?.isSecret == true
    rows[position].isSecret = isSecret
    if rows[position].hasName { index.insert(position, hash: TextHash.hash(name)) }
    if entry.value.shape == .map, entry.value.node.isPlainMap || entry.value.merged != nil {
      rows[position].children = entry.value.entries.map {
        add($0, below: name, isSecret: isSecret)
      }
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

/// Names that are used but not set, with their places, so that each is reported once.
struct Uses {
  private(set) var names: [String] = []
  private(set) var places: [String: [SourcePlace]] = [:]

  mutating func add(_ name: String, _ place: SourcePlace) {
    guard let known = places[name] else {
      names.append(name)
      places[name] = [place]
      return
    }
    // More than a few places would not make the message clearer.
    if known.count < 4, !known.contains(place) { places[name]?.append(place) }
  }
}
