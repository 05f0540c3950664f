import PatchbayDiagnostics

extension TreeBuilder {
  /// Finds duplicate keys of a map; the first is kept, the others are dropped.
  ///
  /// The cost is linear for any keys: small maps compare all pairs, larger ones use a table.
  mutating func findDuplicates(in frame: Frame) {
    let map = frame.firstKey..<keys.count
    if map.count <= 8 {
      for second in map {
        let sample = keys[second].sample
        for first in map.lowerBound..<second where keys[first].sample == sample {
          guard areEqual(first, second) else { continue }
          addDuplicate(first, second, in: frame)
          break
        }
      }
    } else {
      findDuplicatesByHash(map, in: frame)
    }
  }

  private mutating func findDuplicatesByHash(
    _ map: Range<Int>, in frame: Frame
  ) {
    var index = TextIndex(capacity: map.count)
    for second in map {
      let hash = reader.withText(of: text(of: second)) { TextHash.hash($0) }
      if let first = index.position(of: hash, where: { areEqual($0, second) }) {
        addDuplicate(first, second, in: frame)
      } else {
        index.insert(second, hash: hash)
      }
    }
  }

  private func text(of key: Int) -> NodeRecord { records[resolved(Int(keys[key].record))] }

  private func areEqual(_ first: Int, _ second: Int) -> Bool {
    reader.withText(of: text(of: first)) { left in
      reader.withText(of: text(of: second)) { TextHash.areEqual(left, $0) }
    }
  }

  private mutating func addDuplicate(
    _ first: Int, _ second: Int, in frame: Frame
  ) {
    let key = Int(keys[second].record)
    records[key].flags.insert(.isDropped)
    var name = reader.withText(of: text(of: second)) { "`\(String(decoding: $0, as: UTF8.self))`" }
    if frames.contains(where: \.isSecret) { name = "a key" }
    if records[key].flags.contains(.isMergeKey) {
      return diagnostics.append(secondMergeKey(Int(keys[first].record), key))
    }
    let isDefinition = isSection(frame)
    diagnostics.append(
      Diagnostic(
        .duplicateKey,
        isDefinition
          ? "\(name) is defined twice in the same file" : "\(name) is given twice in the same map",
        at: place(ofRecord: key), "second definition"
      )
      .label(place(ofRecord: Int(keys[first].record)), "first definition")
      .note("YAML would silently keep only one of them")
      .fix(isDefinition ? overlayAdvice : "remove one"))
  }

  /// Returns the error of a second `<<` in a map: other parsers merge both, and YAML has a list for it.
  private func secondMergeKey(_ first: Int, _ second: Int) -> Diagnostic {
    let (value, other) = (records.end(of: first), records.end(of: second))
    var both: SourcePlace?
    var list = ""
    if records[value].kind == .alias, records[other].kind == .alias,
      records.end(of: value) == second, !frames.contains(where: \.isSecret)
    {
      let (one, two) = (records[value].range, records[other].range)
      let texts = [one, two].map { String(decoding: bytes[$0], as: UTF8.self) }
      let between = bytes[one.upperBound..<records[second].range.lowerBound]
      // A comment between the two would be lost.
      if between.allSatisfy({ [0x20, 0x2C, 0x0A, 0x0D].contains($0) }) {
        both = file.place(one.lowerBound..<two.upperBound)
        list = "[\(texts.joined(separator: ", "))]"
      }
    }
    return Diagnostic(
      .duplicateKey, "`<<` is given twice in the same map", at: place(ofRecord: second),
      "second merge key"
    )
    .label(place(ofRecord: first), "first merge key")
    .fix(
      "merge a list of maps, of which the first takes precedence: `<<: [*a, *b]`",
      replacing: both, with: list)
  }

  private func place(ofRecord index: Int) -> SourcePlace { file.place(records[index].range) }

  /// Whether the map, the innermost open one, contains services, templates or parameters.
  private func isSection(_ frame: Frame) -> Bool {
    // `services: {…}` or `environments: {name: {services: {…}}}`; the map itself is a frame too.
    guard frames.count == 2 || frames.count == 4 else { return false }
    let path = frames.dropLast().map { pathElement(of: $0) }
    guard path.count == 1 || path[0] == "environments" else { return false }
    return ["services", "templates", "parameters"].contains(path[path.count - 1])
  }

  /// Returns the key whose value is being read.
  private func pathElement(of frame: Frame) -> String? {
    guard frame.isMapping, let key = frame.currentKey else { return nil }
    let record = records[resolved(key)]
    guard record.kind == .scalar else { return nil }
    return reader.withText(of: record) { String(decoding: $0, as: UTF8.self) }
  }

  private var overlayAdvice: String {
    for suffix in [".yaml", ".yml"] where file.name.hasSuffix(suffix) {
      let stem = file.name.dropLast(suffix.count)
      if !stem.hasSuffix(".test") {
        return
          "remove one, give it another key, or move the second to an overlay such as \(stem).test\(suffix)"
      }
    }
    return "remove one, give it another key, or move the second to an overlay"
  }
}
