import PatchbayDiagnostics
import PatchbayYAML

/// An entry of a map, as one layer wrote it or as several layers merged it.
struct MapEntry {
  private enum Key {
    case written(YAMLNode)
    case merged(String, SourceSpan)
  }

  private let written: Key
  /// The layer that wrote the key.
  let layer: Int
  let value: LayeredValue

  init(_ key: YAMLNode, _ value: YAMLNode, _ layer: Int) {
    (written, self.layer, self.value) = (.written(key), layer, LayeredValue(value, layer))
  }

  init(_ entry: LayeredEntry) {
    (written, layer, value) = (.merged(entry.key, entry.keySpan), entry.keyLayer, entry.value)
  }

  @inline(__always)
  var key: String {
    switch written {
    case .written(let node): node.text
    case .merged(let text, _): text
    }
  }

  @inline(__always)
  var keySpan: SourceSpan {
    switch written {
    case .written(let node): node.contentSpan
    case .merged(_, let span): span
    }
  }

  /// The field that the key names; a key that one layer wrote is compared without making a text of it.
  func field<Field: FieldName>(_: Field.Type) -> Field? {
    switch written {
    case .written(let node): .named(node)
    case .merged(let text, _): .named(text)
    }
  }
}

/// The entries of a map, in order.
struct MapEntries: Sequence, IteratorProtocol {
  private let layer: Int
  private var written: YAMLNode.Entries
  private var merged: IndexingIterator<[LayeredEntry]>?

  init(_ map: LayeredValue) {
    layer = map.layer
    written = map.node.entries
    if case .entries(let entries) = map.merged?.content { merged = entries.makeIterator() }
  }

  @inline(__always)
  mutating func next() -> MapEntry? {
    if merged != nil { return merged?.next().map { MapEntry($0) } }
    guard let (key, value) = written.next() else { return nil }
    return MapEntry(key, value, layer)
  }
}

extension LayeredValue {
  /// Whether it is a map that several layers merged, or one that its node is only short for.
  var isMergedMap: Bool { if case .entries = merged?.content { true } else { false } }

  /// The entries of a map; none for anything else.
  var members: MapEntries { MapEntries(self) }

  /// The number of entries of a map.
  var memberCount: Int {
    if case .entries(let entries) = merged?.content { entries.count } else { node.count }
  }
}
