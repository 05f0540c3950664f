import PatchbayDiagnostics

extension TreeBuilder {
  /// Finds the keys that a map has more than once; the first stays, the others are dropped.
  ///
  /// The cost is linear whatever the keys are: small maps compare each with each, larger ones use a
  /// table over a seeded hash.
  mutating func findDuplicates(in frame: Frame, from reader: borrowing EventReader) {
    let map = frame.firstKey..<keys.count
    if map.count <= 8 {
      for second in map {
        for first in map.lowerBound..<second where areEqual(first, second, reader) {
          addDuplicate(first, second, in: frame, from: reader)
          break
        }
      }
    } else {
      findDuplicatesByHash(map, in: frame, from: reader)
    }
  }

  private mutating func findDuplicatesByHash(
    _ map: Range<Int>,
    in frame: Frame,
    from reader: borrowing EventReader
  ) {
    // Open addressing at most half full; a slot holds the key's place + 1.
    var capacity = 32
    while capacity < map.count * 2 { capacity *= 2 }
    var slots = [UInt32](repeating: 0, count: capacity)
    for second in map {
      var slot = hash(of: second, reader) & (capacity - 1)
      var isDuplicate = false
      while slots[slot] != 0 {
        let first = map.lowerBound + Int(slots[slot]) - 1
        if areEqual(first, second, reader) {
          addDuplicate(first, second, in: frame, from: reader)
          isDuplicate = true
          break
        }
        slot = (slot + 1) & (capacity - 1)
      }
      if !isDuplicate { slots[slot] = UInt32(second - map.lowerBound + 1) }
    }
  }

  private func text(of key: Int) -> NodeRecord { records[resolved(Int(keys[key].record))] }

  private func hash(of key: Int, _ reader: borrowing EventReader) -> Int {
    reader.withText(of: text(of: key)) { text in
      var hasher = Hasher()
      hasher.combine(bytes: text)
      return hasher.finalize()
    }
  }

  private func areEqual(_ first: Int, _ second: Int, _ reader: borrowing EventReader) -> Bool {
    guard keys[first].fingerprint == keys[second].fingerprint else { return false }
    return reader.withText(of: text(of: first)) { left in
      reader.withText(of: text(of: second)) { left.elementsEqual($0) }
    }
  }

  private mutating func addDuplicate(
    _ first: Int,
    _ second: Int,
    in frame: Frame,
    from reader: borrowing EventReader
  ) {
    let key = Int(keys[second].record)
    records[key].flags.insert(.isDropped)
    records[frame.record].flags.insert(.hasDroppedKey)
    var name = reader.withText(of: text(of: second)) { "`\(String(decoding: $0, as: UTF8.self))`" }
    if frames.contains(where: \.isSecret) { name = "a key" }
    let isDefinition = isSection(frame, from: reader)
    var finding = Finding(
      .duplicateKey,
      isDefinition
        ? "\(name) is defined twice in the same file" : "\(name) stands twice in the same map",
      at: records[key].range, "second definition",
      notes: ["YAML would silently keep only one of them"],
      fixIts: [.init(message: isDefinition ? overlayAdvice : "remove one")]
    )
    finding.labels.append(
      .init(range: records[Int(keys[first].record)].range, message: "first definition"))
    findings.append(finding)
  }

  /// Whether the map, the innermost that is open, holds services, templates or parameters.
  private func isSection(_ frame: Frame, from reader: borrowing EventReader) -> Bool {
    // `services: {…}` or `environments: {name: {services: {…}}}`; the map itself is a frame too.
    guard frames.count == 2 || frames.count == 4 else { return false }
    let path = frames.dropLast().map { pathElement(of: $0, from: reader) }
    guard path.count == 1 || path[0] == "environments" else { return false }
    return ["services", "templates", "parameters"].contains(path[path.count - 1])
  }

  /// The key whose value is being read.
  private func pathElement(of frame: Frame, from reader: borrowing EventReader) -> String? {
    guard frame.isMapping, let key = frame.currentKey else { return nil }
    let record = records[resolved(key)]
    guard record.kind == .scalar else { return nil }
    return reader.withText(of: record) { String(decoding: $0, as: UTF8.self) }
  }

  private var overlayAdvice: String {
    for suffix in [".yaml", ".yml"] where fileName.hasSuffix(suffix) {
      let stem = fileName.dropLast(suffix.count)
      if !stem.hasSuffix(".test") {
        return "remove one, or move the second to an overlay such as \(stem).test\(suffix)"
      }
    }
    return "remove one, or move the second to an overlay"
  }
}
