import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// Merges values by the merge rules, and reports values that cannot be merged.
struct ValueMerge {
  /// The owner of the merged values, for messages.
  enum Owner: Hashable {
    case parameters
    case service(String)
    case template(String)
    /// A section that is not read by key, such as `defaults`.
    case section(String)

    var isTemplate: Bool { if case .template = self { true } else { false } }
  }

  let stack: LayerStack
  let owner: Owner
  /// The diagnostics, in their order.
  var diagnostics: [Diagnostic] = []
  /// The number of leaves that differ from the lower layers.
  private(set) var changes = 0
  /// The number of entries and overridden places in the results.
  private(set) var mergedEntries = 0

  /// Counts entries of a result.
  mutating func count(_ entries: Int) {
    WorkMeter.count(entries)
    mergedEntries += entries
  }
  private(set) var currentPath: [String] = []

  init(_ stack: LayerStack, _ owner: Owner) {
    self.stack = stack
    self.owner = owner
  }

  /// Merges a value over one of a lower layer.
  mutating func merge(_ upper: LayeredValue, over lower: LayeredValue) -> LayeredValue {
    guard StackSpace.isAvailable(at: currentPath.count) else {
      diagnostics.append(.tooDeepForStack(upper.node, owner.description(of: currentPath)))
      return LayeredValue(upper.node, upper.layer, LayeredValue.Detail(content: .faulty))
    }
    let (above, below) = (upper.detail, lower.detail)
    let isMask = above.mask != nil
    if !isMask, upper.shape == .nothing {
      // Only additions to a list: they are added to those of the lower value.
      changes += 1
      var result = below
      result.additions += above.additions
      count(result.additions.count)
      return LayeredValue(lower.node, lower.layer, result)
    }
    if !isMask, !below.isNothing {
      let (upperShape, lowerShape) = (upper.shape, lower.shape)
      if upperShape == .map, lowerShape == .map {
        return mergeMaps(upper, over: lower, below, keeping: upper)
      }
      if upperShape == .inline, lowerShape == .inline, !upper.hasEntry("type") {
        return mergeMaps(upper, over: lower, below, keeping: lower)
      }
      if Self.clash(upperShape, over: lowerShape) {
        // What is no map there is reported of its layer, and the other one is used.
        if takesMap {
          changes += 1
          return upperShape == .map ? upper : lower
        }
        diagnostics.append(mergeShape(upper, over: lower))
        changes += 1
        return LayeredValue(upper.node, upper.layer, LayeredValue.Detail(content: .faulty))
      }
    }
    return overwrite(upper, above, lower, below)
  }

  private mutating func mergeMaps(
    _ upper: LayeredValue, over lower: LayeredValue, _ below: LayeredValue.Detail,
    keeping kept: LayeredValue
  ) -> LayeredValue {
    var result = below
    result.content = .entries(merge(entries: Array(upper.entries), over: Array(lower.entries)))
    result.additions += upper.detail.additions
    return LayeredValue(kept.node, kept.layer, result)
  }

  /// Merges the entries of a map over those of another, key by key.
  mutating func merge(
    entries upper: [MapEntry], over lower: [MapEntry]
  ) -> [MapEntry] {
    var result = lower
    defer { count(result.count) }
    let index = KeyIndex(lower, lookups: upper.count)
    for entry in upper {
      let key = entry.key
      if let position = index.position(of: key, in: lower) {
        currentPath.append(key)
        result[position] = entry.with(merge(entry.value, over: lower[position].value))
        currentPath.removeLast()
      } else {
        changes += 1
        result.append(entry)
      }
    }
    return result
  }

  /// Returns the first addition that has no list below it, of a value over another: a layer above that
  /// gives a value does not hide it.
  private func pendingAddition(
    _ above: LayeredValue.Detail, over below: LayeredValue.Detail
  ) -> LayeredValue? {
    guard below.isNothing else { return below.pendingAddition }
    return below.pendingAddition ?? below.additions.first ?? above.pendingAddition
  }

  /// Puts a value, or a `!remove` or `!replace`, in place of the lower value as a whole.
  private mutating func overwrite(
    _ upper: LayeredValue, _ above: LayeredValue.Detail, _ lower: LayeredValue,
    _ below: LayeredValue.Detail
  ) -> LayeredValue {
    var result = above
    let isMask = above.mask != nil
    // A mark hides the additions to a list that no layer gives, too; a value takes their place.
    let hidesLower = !below.isNothing || isMask && !below.additions.isEmpty
    // The mark of a removal that a value follows is kept.
    if !isMask { result.mask = below.mask } else if hidesLower { result.mask?.hasEffect = true }
    result.overridden = above.overridden + (hidesLower ? [lower.origin] : []) + below.overridden
    count(result.overridden.count)
    // What was secret below a removal still is.
    result.isSecret = above.isSecret || below.isSecret
    result.rivals = rivals(of: upper, lower, below)
    result.pendingAddition = pendingAddition(above, over: below)
    let isSame =
      !isMask && upper.merged == nil && lower.shape == upper.shape && below.additions.isEmpty
      && upper.node.hasSameContent(as: lower.node)
    if !isSame { changes += 1 }
    return LayeredValue(upper.node, upper.layer, result)
  }

  /// Returns the different values of layers of the same rank as the upper one.
  private func rivals(
    of upper: LayeredValue, _ lower: LayeredValue, _ below: LayeredValue.Detail
  ) -> [LayeredValue] {
    var candidates = below.rivals
    if !below.isNothing { candidates.append(lower) }
    return candidates.filter { candidate in
      stack.areRivals(upper.layer, candidate.layer)
        && !upper.node.hasSameContent(as: candidate.node)
    }
  }

  private static func clash(_ upper: LayeredValue.Shape, over lower: LayeredValue.Shape) -> Bool {
    switch (upper, lower) {
    case (.list, .map), (.scalar, .map), (.null, .map): true
    case (.map, .list), (.map, .scalar), (.map, .inline): true
    default: false
    }
  }

  /// Whether the current value is a field of an entry that takes a map and nothing else.
  private var takesMap: Bool {
    switch owner {
    case .service, .template:
      guard currentPath.count == 1, let field = EntryField.named(currentPath[0]) else {
        return false
      }
      return field.isMap && field != .tags
    default: return false
    }
  }

  private func mergeShape(_ upper: LayeredValue, over lower: LayeredValue) -> Diagnostic {
    let (above, below) = (upper.shape.description, lower.shape.description)
    return Diagnostic(
      .mergeShape,
      "\(owner.description(of: currentPath)) is \(below) in a lower layer and \(above) here",
      at: upper.node.place, "\(above) cannot be merged with \(below)"
    )
    .label(lower.origin.place, "\(below) in the layer `\(stack.layers[lower.layer].name)`")
    .fix(part(of: lower, insteadOf: upper))
    .fix(replacing(upper, over: lower, above))
  }

  /// Returns the fix of a value in place of a map, of which a part was meant: `cache: 5s` for `cache.ttl: 5s`.
  private func part(of lower: LayeredValue, insteadOf upper: LayeredValue) -> Diagnostic.FixIt? {
    guard lower.shape == .map, upper.shape == .scalar || upper.shape == .list else { return nil }
    if upper.shape == .list {
      let areEntries = upper.node.elements.allSatisfy { $0.kind == .mapping }
      return areEntries ? .init("write the entries of a map without dashes and brackets") : nil
    }
    let names = lower.hasEntries(upTo: 16) ? lower.entries.map(\.key) : []
    return names.isEmpty
      ? nil : .init("to change a part of the map, name it: \(names.someQuoted(joinedBy: "or"))")
  }

  private func replacing(
    _ upper: LayeredValue, over lower: LayeredValue, _ above: String
  ) -> Diagnostic.FixIt? {
    // A parameter of a program has no marks.
    guard let span = upper.node.place.span else { return nil }
    let start = SourceSpan(span.file, span.range.lowerBound..<span.range.lowerBound)
    if lower.shape == .inline {
      return .init(
        "to change the inline service, mark the map with `!inline`",
        edits: [.init(start, "!inline ")])
    }
    if upper.shape == .null { return .init("to remove it, write `!remove`") }
    return .init(
      "to put \(above) in its place, mark it with `!replace`", edits: [.init(start, "!replace ")])
  }
}

extension ValueMerge.Owner {
  /// The names that lead to it.
  var path: [String] {
    switch self {
    case .parameters: ["parameters"]
    case .service(let key): ["services", key]
    case .template(let key): ["templates", key]
    case .section(let name): [name]
    }
  }

  /// Returns how messages name the value at a path.
  func description(of path: [String]) -> String {
    switch self {
    case .parameters: return "the parameter `\(path.joined(separator: "."))`"
    case .service(let key): return Self.description(of: path, of: "`\(key)`")
    case .template(let key): return Self.description(of: path, of: "the template `\(key)`")
    case .section(let name): return Self.description(of: path, of: "`\(name)`")
    }
  }

  private static func description(of path: [String], of owner: String) -> String {
    let rest = path.dropFirst().joined(separator: ".")
    switch path.first {
    case nil: return owner
    case let field? where rest.isEmpty: return "`\(field)` of \(owner)"
    case "arguments": return "the argument `\(rest)` of \(owner)"
    case "properties": return "the property `\(rest)` of \(owner)"
    case "tags": return "the tag `\(rest)` of \(owner)"
    case "timeouts": return "the timeout `\(rest)` of \(owner)"
    case let field?: return "`\(field).\(rest)` of \(owner)"
    }
  }
}

extension LayeredValue.Shape {
  /// How messages name the shape.
  var description: String {
    switch self {
    case .map: "a map"
    case .list: "a list"
    case .null: "null"
    case .inline: "an inline service"
    default: "a scalar"
    }
  }
}

/// Finds keys in a map: with a linear search if the map is small or few keys are looked up.
private struct KeyIndex {
  private var index: TextIndex?

  init(_ entries: [MapEntry], lookups: Int) {
    guard entries.count > 8, lookups > 2 else { return }
    var index = TextIndex(capacity: entries.count)
    for (position, entry) in entries.enumerated() {
      index.insert(position, hash: TextHash.hash(entry.key))
    }
    self.index = index
  }

  func position(of key: String, in entries: [MapEntry]) -> Int? {
    guard let index else { return entries.firstIndex { $0.hasKey(key) } }
    return index.position(of: TextHash.hash(key)) { entries[$0].hasKey(key) }
  }
}
