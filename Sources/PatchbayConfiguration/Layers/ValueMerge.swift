import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// Merges one value over another by the merge rules, and reports where they do not fit.
struct ValueMerge {
  /// Whose values are merged, for messages.
  enum Owner {
    case parameters
    case service(String)
    case template(String)
    /// The section `defaults:` of a file, or another one that has no owner of its own.
    case section(String)
  }

  let stack: LayerStack
  let owner: Owner
  /// The diagnostics, in their order.
  var reported: [Diagnostic] = []
  /// How many leaves came out different from what lay below.
  private(set) var changes = 0
  /// How many entries, and places that were overridden, the results hold.
  private(set) var made = 0
  private(set) var currentPath: [String] = []

  init(_ stack: LayerStack, _ owner: Owner) {
    self.stack = stack
    self.owner = owner
  }

  /// Lays a value over another.
  mutating func merge(_ upper: LayeredValue, over lower: LayeredValue) -> LayeredValue {
    guard StackRoom.isThere(at: currentPath.count) else {
      reported.append(.tooDeepForStack(upper.node, owner.words(for: currentPath)))
      return LayeredValue(upper.node, upper.layer, LayeredValue.Detail(content: .faulty))
    }
    let above = upper.detail
    let below = lower.detail
    if let floor = above.floor { return replace(upper, above, floor, lower, below) }
    guard upper.shape != .nothing else {
      // Only additions to a list: they wait on what lies below.
      changes += 1
      var result = below
      result.edits += above.edits
      made += result.edits.count
      return LayeredValue(lower.node, lower.layer, result)
    }
    if case .nothing = below.content {
      // What was removed below stays removed; a list's additions go with the list they meant.
      changes += 1
      var result = above
      result.floor = below.floor
      result.overridden = below.overridden
      return LayeredValue(upper.node, upper.layer, result)
    }
    let (upperShape, lowerShape) = (upper.shape, lower.shape)
    if upperShape == .map, lowerShape == .map {
      return mergeMaps(upper, over: lower, below, keeping: upper)
    }
    if upperShape == .inline, lowerShape == .inline, !upper.hasEntry("type") {
      return mergeMaps(upper, over: lower, below, keeping: lower)
    }
    if Self.clash(upperShape, over: lowerShape) {
      reported.append(mergeShape(upper, over: lower))
      changes += 1
      return LayeredValue(upper.node, upper.layer, LayeredValue.Detail(content: .faulty))
    }
    return overwrite(upper, above, lower, below)
  }

  private mutating func mergeMaps(
    _ upper: LayeredValue, over lower: LayeredValue, _ below: LayeredValue.Detail,
    keeping kept: LayeredValue
  ) -> LayeredValue {
    var result = below
    result.content = .entries(merge(entries: upper.entries, over: lower.entries))
    result.edits += upper.detail.edits
    return LayeredValue(kept.node, kept.layer, result)
  }

  /// Lays the entries of a map over those of another, key by key.
  mutating func merge(
    entries upper: [LayeredEntry], over lower: [LayeredEntry]
  ) -> [LayeredEntry] {
    var result = lower
    defer { made += result.count }
    let index = KeyIndex(lower, lookups: upper.count)
    for entry in upper {
      if let position = index.position(of: entry.key, in: lower) {
        currentPath.append(entry.key)
        result[position].value = merge(entry.value, over: lower[position].value)
        result[position].keyPlace = entry.keyPlace
        result[position].keyLayer = entry.keyLayer
        currentPath.removeLast()
      } else {
        changes += 1
        result.append(entry)
      }
    }
    return result
  }

  /// A `!remove` or `!replace` over something.
  private mutating func replace(
    _ upper: LayeredValue, _ above: LayeredValue.Detail, _ floor: LayeredValue.Floor,
    _ lower: LayeredValue, _ below: LayeredValue.Detail
  ) -> LayeredValue {
    changes += 1
    var result = above
    var floor = floor
    let isSomething: Bool
    if case .nothing = below.content {
      isSomething = !below.edits.isEmpty
    } else {
      isSomething = true
    }
    if isSomething { floor.hasHit = true }
    result.floor = floor
    result.isSecret = above.isSecret || below.isSecret
    result.overridden = above.overridden + (isSomething ? [lower.origin] : []) + below.overridden
    result.rivals = rivals(of: upper, lower, below)
    made += result.overridden.count
    return LayeredValue(upper.node, upper.layer, result)
  }

  mutating func overwrite(
    _ upper: LayeredValue, _ above: LayeredValue.Detail, _ lower: LayeredValue,
    _ below: LayeredValue.Detail
  ) -> LayeredValue {
    var result = above
    let isSomething = if case .nothing = below.content { false } else { true }
    result.overridden = above.overridden + (isSomething ? [lower.origin] : []) + below.overridden
    result.floor = below.floor
    result.isSecret = above.isSecret || below.isSecret
    made += result.overridden.count
    result.rivals = rivals(of: upper, lower, below)
    let isSame =
      upper.merged == nil && lower.shape == upper.shape && below.edits.isEmpty
      && upper.node.saysTheSame(as: lower.node)
    if !isSame { changes += 1 }
    return LayeredValue(upper.node, upper.layer, result)
  }

  /// What layers of the same rank as the upper one have set to something else.
  private func rivals(
    of upper: LayeredValue, _ lower: LayeredValue, _ below: LayeredValue.Detail
  ) -> [LayeredValue] {
    var candidates = below.rivals
    if case .nothing = below.content {} else { candidates.append(lower) }
    return candidates.filter { candidate in
      stack.areRivals(upper.layer, candidate.layer)
        && !upper.node.saysTheSame(as: candidate.node)
    }
  }

  private static func clash(_ upper: LayeredValue.Shape, over lower: LayeredValue.Shape) -> Bool {
    switch (upper, lower) {
    case (.list, .map), (.scalar, .map), (.null, .map): true
    case (.map, .list), (.map, .scalar), (.map, .inline): true
    default: false
    }
  }
}

extension LayeredValue {
  func hasEntry(_ key: String) -> Bool { entries.contains { $0.hasKey(key) } }
}

/// Finds keys in a map: by looking through it where it is small or seldom asked.
private struct KeyIndex {
  private var positions: [[UInt8]: Int]?

  init(_ entries: [LayeredEntry], lookups: Int) {
    guard entries.count > 8, lookups > 2 else { return }
    // Bytes and not strings: two spellings of `é` are two keys.
    positions = Dictionary(
      entries.enumerated().map { (Array($1.key.utf8), $0) }, uniquingKeysWith: { first, _ in first }
    )
  }

  func position(of key: String, in entries: [LayeredEntry]) -> Int? {
    if let positions { return positions[Array(key.utf8)] }
    return entries.firstIndex { $0.hasKey(key) }
  }
}
