import PatchbayDiagnostics
import PatchbayYAML

/// An entry of a map, from one layer or merged from several.
struct MapEntry {
  let value: LayeredValue
  /// The layer that wrote the key.
  let layer: Int
  /// The key, unless the map is merged.
  private let keyNode: YAMLNode
  /// The entries of the merged map that contains this one; empty for a map of one layer.
  private let merged: [LayeredEntry]
  private let index: Int

  @inline(__always)
  init(_ key: YAMLNode, _ value: YAMLNode, _ layer: Int) {
    self.value = LayeredValue(value, layer)
    self.layer = layer
    (keyNode, merged, index) = (key, [], 0)
  }

  init(_ entries: [LayeredEntry], at index: Int) {
    value = entries[index].value
    layer = entries[index].keyLayer
    (keyNode, merged, self.index) = (value.node, entries, index)
  }

  @inline(__always)
  var key: String { merged.isEmpty ? keyNode.text : merged[index].key }

  @inline(__always)
  var keyPlace: SourcePlace {
    merged.isEmpty ? keyNode.place : merged[index].keyPlace
  }

  /// Returns the field that the key names; for a map of one layer, without creating a string.
  func field<Field: FieldName>(_: Field.Type) -> Field? {
    merged.isEmpty ? .named(keyNode) : .named(merged[index].key)
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
}
