/// Resolves the merge keys of a map, those of the merged maps too.
///
/// A map's own keys come first and win over merged ones, and of several merged maps the earlier
/// wins. The builder has checked that only maps are merged, and has bounded what aliases expand to.
enum MergedEntries {
  static func resolve(_ map: YAMLNode) -> [(key: YAMLNode, value: YAMLNode)] {
    var resolved: [(key: YAMLNode, value: YAMLNode)] = []
    var known: Set<[UInt8]> = []
    // A stack and no recursion, as maps may merge maps that merge maps.
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
