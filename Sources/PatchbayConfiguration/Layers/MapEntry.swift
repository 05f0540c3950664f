import PatchbayDiagnostics
import PatchbayYAML

/// An entry of a map, as one layer wrote it or merged from several.
struct MapEntry: Sendable {
  /// The key in the highest layer that has it.
  let keyNode: YAMLNode
  /// What the key is of a dotted name: `mail` of `mail.from`; nil if it is the whole text.
  private let part: String?
  /// The layer that wrote the key.
  let layer: Int
  var value: LayeredValue

  @inline(__always)
  init(_ key: YAMLNode, part: String? = nil, _ value: LayeredValue, layer: Int) {
    (keyNode, self.part, self.value, self.layer) = (key, part, value, layer)
  }

  @inline(__always)
  init(_ key: YAMLNode, _ value: YAMLNode, layer: Int) {
    self.init(key, LayeredValue(value, layer), layer: layer)
  }

  @inline(__always)
  var key: String { part ?? keyNode.text }

  /// Whether the key is the name of a credential.
  @inline(__always)
  var isCredential: Bool { part.map { SecretNames.isSecret($0) } ?? keyNode.isCredentialName }

  @inline(__always)
  var keyPlace: SourcePlace { keyNode.place }

  /// Returns the field that the key names, without creating a string.
  func field<Field: FieldName>(_: Field.Type) -> Field? { .named(keyNode) }

  func hasKey(_ other: String) -> Bool {
    guard let part else { return keyNode.withText { TextHash.areEqual(other, $0) } }
    return part.utf8.elementsEqual(other.utf8)
  }

  /// Returns an entry with this key and another value.
  func with(_ value: LayeredValue) -> MapEntry {
    MapEntry(keyNode, part: part, value, layer: layer)
  }
}

extension LayeredValue {
  /// Whether it is a map that was merged from several layers, or that its node is short for.
  var isMergedMap: Bool { if case .entries = merged?.content { true } else { false } }

  /// The entries of a map, in order; none for any other value.
  var entries: Entries { Entries(self) }

  /// Calls a closure with the key, the value and the layer of each entry of a map, in order.
  ///
  /// They are lent and not retained, as those of ``entries`` are: for the fields and the arguments of all
  /// services, that is 4 % of a load.
  func forEachEntry(_ body: (_ key: YAMLNode, _ value: LayeredValue, _ layer: Int) -> Void) {
    if case .entries(let entries) = merged?.content {
      for entry in entries { body(entry.keyNode, entry.value, entry.layer) }
    } else {
      node.forEachEntry { body($0, LayeredValue($1, layer), layer) }
    }
  }

  /// The number of entries of a map.
  var entryCount: Int {
    if case .entries(let entries) = merged?.content { entries.count } else { node.count }
  }

  /// Whether a map has at most so many entries: no more are counted.
  func hasEntries(upTo limit: Int) -> Bool {
    if case .entries(let entries) = merged?.content { return entries.count <= limit }
    return node.count(upTo: limit + 1) <= limit
  }

  /// Whether a map has a key.
  func hasEntry(_ key: String) -> Bool { entries.contains { $0.hasKey(key) } }

  /// The entries of a map: of one layer, they are read from its node one by one.
  struct Entries: Sequence, IteratorProtocol {
    private let layer: Int
    private var written: YAMLNode.Entries
    private let merged: [MapEntry]?
    private var index = 0

    init(_ map: LayeredValue) {
      (layer, written) = (map.layer, map.node.entries)
      if case .entries(let entries) = map.merged?.content { merged = entries } else { merged = nil }
    }

    @inline(__always)
    mutating func next() -> MapEntry? {
      guard let merged else {
        return written.next().map { MapEntry($0.key, $0.value, layer: layer) }
      }
      guard index < merged.count else { return nil }
      index += 1
      return merged[index - 1]
    }
  }
}
