/// Resolves the merge keys of a map, and those of the merged maps.
///
/// A map's own keys come first and take precedence over merged ones; of several merged maps the
/// earlier one does. The builder has checked that only maps are merged, and has limited the
/// expansion of aliases.
enum MergedEntries {
  static func resolve(_ map: YAMLNode) -> [(key: YAMLNode, value: YAMLNode)] {
    var resolved: [(key: YAMLNode, value: YAMLNode)] = []
    var known: Set<[UInt8]> = []
    // An explicit stack instead of recursion, because merged maps may merge further maps.
    var open = [map]
    while let map = open.popLast() {
      var sources: [YAMLNode] = []
      for entry in YAMLNode.RawEntries(map) {
        if entry.isMerge {
          sources += entry.value.kind == .mapping ? [entry.value] : Array(entry.value.elements)
        } else if known.insert(bytes(of: entry.key)).inserted {
          resolved.append((entry.key, entry.value))
        }
      }
      open += sources.reversed()
    }
    return resolved
  }

  private static func bytes(of key: YAMLNode) -> [UInt8] {
    key.tree.withText(of: key.record) { Array($0) }
  }
}
