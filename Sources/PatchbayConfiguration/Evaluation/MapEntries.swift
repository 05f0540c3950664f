import PatchbayDiagnostics
import PatchbayYAML

/// An entry of a map, from one layer or merged from several.
struct MapEntry {
  let value: LayeredValue
  /// The key, unless the map is merged.
  private let keyNode: YAMLNode
  /// The entries of the merged map that contains this one; nil for a map of one layer.
  private let merged: [LayeredEntry]?
  private let index: Int

  @inline(__always)
  init(_ key: YAMLNode, _ value: YAMLNode, _ layer: Int) {
    self.value = LayeredValue(value, layer)
    (keyNode, merged, index) = (key, nil, 0)
  }

  init(_ entries: [LayeredEntry], at index: Int) {
    value = entries[index].value
    (keyNode, merged, self.index) = (value.node, entries, index)
  }

  /// The layer that wrote the key.
  var layer: Int { merged.map { $0[index].keyLayer } ?? value.layer }

  @inline(__always)
  var key: String { if let merged { merged[index].key } else { keyNode.text } }

  /// Whether the key is the name of a credential.
  @inline(__always)
  var isCredential: Bool {
    if let merged { SecretNames.isSecret(merged[index].key) } else { keyNode.isCredentialName }
  }

  @inline(__always)
  var keyPlace: SourcePlace {
    if let merged { merged[index].keyPlace } else { keyNode.place }
  }

  /// Returns the field that the key names; for a map of one layer, without creating a string.
  func field<Field: FieldName>(_: Field.Type) -> Field? {
    if let merged { .named(merged[index].key) } else { .named(keyNode) }
  }
}

/// The entries of a map, in order.
struct MapEntries: Sequence, IteratorProtocol {
  private let layer: Int
  private var written: YAMLNode.Entries
  private let isMerged: Bool
  private let merged: [LayeredEntry]
  private var index = 0

  init(_ map: LayeredValue) {
    layer = map.layer
    written = map.node.entries
    isMerged = map.isMergedMap
    merged = isMerged ? map.entries : []
  }

  @inline(__always)
  mutating func next() -> MapEntry? {
    if !isMerged {
      guard let (key, value) = written.next() else { return nil }
      return MapEntry(key, value, layer)
    }
    guard index < merged.count else { return nil }
    index += 1
    return MapEntry(merged, at: index - 1)
  }
}

extension LayeredValue {
  /// Whether it is a map that was merged from several layers, or that its node is short for.
  var isMergedMap: Bool { if case .entries = merged?.content { true } else { false } }

  /// The entries of a map; none for any other value.
  var members: MapEntries { MapEntries(self) }

  /// The number of entries of a map.
  var memberCount: Int {
    if case .entries(let entries) = merged?.content { entries.count } else { node.count }
  }

  /// Whether a map has at most so many entries: no more are counted.
  func hasMembers(upTo limit: Int) -> Bool {
    if case .entries(let entries) = merged?.content { return entries.count <= limit }
    return node.count(upTo: limit + 1) <= limit
  }
}
