import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// What may stand in a value.
enum ValueKind {
  /// Only data: parameters, tag attributes, fields.
  case data
  /// Services too: arguments and properties.
  case argument
}

extension Evaluator {
  /// Reads a value that is limited as a whole; nil where it is removed.
  mutating func wholeValue(_ layered: Layered, _ kind: ValueKind) -> ConfigurationValue? {
    (valueBytes, isOverlong) = (0, false)
    let result = value(layered, kind)
    return isOverlong ? faulty(layered) : result
  }

  /// Reads a value that one layer wrote without a mark: there always is one.
  mutating func wholeWritten(_ layered: Layered, _ kind: ValueKind) -> ConfigurationValue {
    (valueBytes, isOverlong) = (0, false)
    let result = written(layered.node, layered.layer, kind)
    return isOverlong ? faulty(layered) : result
  }

  /// Reads a merged value; nil where it is removed.
  mutating func value(_ layered: Layered, _ kind: ValueKind) -> ConfigurationValue? {
    guard let merged = layered.merged else {
      return value(layered.node, layered.layer, kind)
    }
    if let mistake = unmetMark(merged) {
      report(mistake)
      return faulty(layered)
    }
    var result: ConfigurationValue
    switch merged.content {
    case .nothing: return nil
    case .faulty: return faulty(layered)
    case .written: result = written(layered.node, layered.layer, kind)
    case .entries:
      nesting += 1
      defer { nesting -= 1 }
      guard hasRoom(for: layered.node) else { return faulty(layered) }
      result =
        layered.node.knownTag == .inline ? inline(layered, kind) : map(layered, kind)
    }
    if !merged.edits.isEmpty { result = edited(result, merged.edits, kind) }
    // An overridden parameter comes before the argument that it was overridden through.
    result.provenance.overridden += merged.overridden
    if merged.isSecret {
      result = result.concealed
      warnOfUnmarkedSecret(layered, merged)
    }
    return result
  }

  func faulty(_ layered: Layered) -> ConfigurationValue {
    ConfigurationValue(.faulty, layered.provenance)
  }

  /// Reads a value as one layer wrote it; nil where a shape check finds a mark that gives none.
  private mutating func value(
    _ node: YAMLNode, _ layer: Int, _ kind: ValueKind
  ) -> ConfigurationValue? {
    if node.hasTag, let tag = node.knownTag, tag.isMark {
      if let mistake = unmetMark(Layered(node, layer).detail) {
        report(mistake)
        return faulty(Layered(node, layer))
      }
      if tag == .remove { return nil }
      if tag != .replace {
        for element in node.elements { _ = value(element, layer, kind) }
        return nil
      }
    }
    return written(node, layer, kind)
  }

  /// Reads what a node says, its mark aside.
  private mutating func written(
    _ node: YAMLNode, _ layer: Int, _ kind: ValueKind
  ) -> ConfigurationValue {
    if node.kind == .scalar, !node.hasTag { return untagged(node, layer) }
    if node.kind != .scalar {
      nesting += 1
      guard hasRoom(for: node) else {
        nesting -= 1
        return faulty(Layered(node, layer))
      }
    }
    defer { if node.kind != .scalar { nesting -= 1 } }
    switch node.tagKind {
    case .none, .plain, .known(.replace): break
    case .known(.secret):
      guard node.kind == .scalar else { return wrongSecret(node, layer) }
      return scalar(node, layer, .secret)
    case .known(.required): return misplacedRequired(node, layer)
    case .known(let tag):
      // Marks were handled before, so the tag stands for a service.
      return service(tag, node, layer, kind)
    case .unknown(let tag):
      report(.unknownTag(tag, of: node))
      return faulty(Layered(node, layer))
    }
    switch node.kind {
    case .scalar: return untagged(node, layer)
    case .sequence: return list(node, layer, kind)
    case .mapping: return map(Layered(node, layer), kind)
    }
  }

  /// Reads a scalar that no tag makes more than text.
  private mutating func untagged(_ node: YAMLNode, _ layer: Int) -> ConfigurationValue {
    if node.isNothing { return ConfigurationValue(.null, Provenance(origin(node, layer))) }
    return scalar(node, layer, .open)
  }

  /// Whether the stack has room for what the node holds; reports where it has not.
  private mutating func hasRoom(for node: YAMLNode) -> Bool {
    if StackRoom.isThere(at: nesting) { return true }
    report(.tooDeepForStack(node, subject.words))
    return false
  }

  func origin(_ node: YAMLNode, _ layer: Int) -> Origin {
    Origin(place: .span(node.contentSpan), layer: layer)
  }

  private mutating func list(
    _ node: YAMLNode, _ layer: Int, _ kind: ValueKind
  ) -> ConfigurationValue {
    var result = ConfigurationValue(.null, Provenance(origin(node, layer)))
    var elements: [ConfigurationValue] = []
    elements.reserveCapacity(node.count)
    for element in node.elements {
      let value = self.element(element, layer, kind)
      result.disclosure = max(result.disclosure, value.disclosure)
      elements.append(value)
    }
    result.content = .list(elements)
    return result
  }

  private mutating func element(
    _ node: YAMLNode, _ layer: Int, _ kind: ValueKind
  ) -> ConfigurationValue {
    if let tag = node.knownTag, tag.isMark {
      report(markInList(tag, node))
      return faulty(Layered(node, layer))
    }
    return written(node, layer, kind)
  }

  /// A mark on an element: a list is one value, and no lower layer gives a part of it.
  private func markInList(_ tag: YAMLTag, _ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind,
      "`\(tag.rawValue)` stands in a list, in \(subject.words)",
      labels: [.init(.span(node.span), "an element has nothing below it to change")],
      fixIts: [.init("mark the list as a whole with `!append`, `!prepend` or nothing")]
    )
  }

  private mutating func map(_ layered: Layered, _ kind: ValueKind) -> ConfigurationValue {
    var result = ConfigurationValue(.null, Provenance(layered.origin))
    var entries: [ConfigurationValue.Entry] = []
    let members = layered.members
    entries.reserveCapacity(members.count)
    for entry in members {
      let key = entry.key
      subject.path.append(key)
      let isCredential = lintSecret(key, entry.value)
      if var value = value(entry.value, kind) {
        if isCredential { keepSecret(&value, key, entry.value) }
        result.disclosure = max(result.disclosure, value.disclosure)
        entries.append(.init(key: key, keyPlace: .span(entry.keySpan), value: value))
      }
      subject.path.removeLast()
    }
    result.content = .map(entries)
    return result
  }

  /// Applies the additions that waited for a list.
  private mutating func edited(
    _ base: ConfigurationValue, _ edits: [Layered.ListEdit], _ kind: ValueKind
  ) -> ConfigurationValue {
    var result = base
    for edit in edits {
      let faultsBefore = faults
      let added = elements(of: edit, kind)
      switch result.content {
      case .list(let elements):
        result.content = .list(edit.isFront ? added + elements : elements + added)
        result.disclosure = added.map(\.disclosure).reduce(result.disclosure, max)
      case .faulty: continue
      default:
        if faults == faultsBefore {
          report(
            .appendWithoutList(edit.node, subject.words, below: base.place, "this is no list"))
        }
        result.content = .faulty
      }
    }
    return result
  }

  private mutating func elements(
    of edit: Layered.ListEdit, _ kind: ValueKind
  ) -> [ConfigurationValue] {
    let node = edit.node
    switch node.kind {
    case .sequence: return node.elements.map { element($0, edit.layer, kind) }
    case .scalar where InterpolationTemplate.isWhole(node.text):
      let value = scalar(node, edit.layer, .open)
      switch value.content {
      case .list(let elements): return elements
      case .faulty: return []
      default: break
      }
    default: break
    }
    report(
      Diagnostic(
        .wrongNodeKind,
        "`\(node.knownTag?.rawValue ?? "")` adds a list, found \(node.contentWords)",
        labels: [.init(.span(node.span), "expected a list")]
      ))
    return []
  }

  private mutating func wrongSecret(_ node: YAMLNode, _ layer: Int) -> ConfigurationValue {
    report(
      .wrongKind(
        node, "what `!secret` marks", mustBe: "a single text",
        found: node.contentWords))
    return faulty(Layered(node, layer))
  }

  private mutating func misplacedRequired(_ node: YAMLNode, _ layer: Int) -> ConfigurationValue {
    report(
      Diagnostic(
        .wrongNodeKind,
        "`!required` stands in \(subject.words)",
        labels: [.init(.span(node.span), "only a parameter can be required")],
        fixIts: [.init("declare a parameter with `!required`, and write `$(name)` here")]
      ))
    return faulty(Layered(node, layer))
  }
}

// Marks that had no effect.
extension Evaluator {
  /// A mark that had to apply to a lower layer's value and found none; nil for one layer's shape, of
  /// which that is not known.
  func unmetMark(_ detail: Layered.Detail) -> Diagnostic? {
    guard policy.isFinal else { return nil }
    if let floor = detail.floor, !floor.hasHit {
      return floor.kind == .remove
        ? .removeWithoutBase(floor.node, subject.words)
        : .replaceWithoutBase(floor.node, subject.words)
    }
    let isNothing = if case .nothing = detail.content { true } else { false }
    if let edit = isNothing ? detail.edits.first : detail.unmetAddition {
      return .appendWithoutList(
        edit.node, subject.words, below: nil, "no lower layer gives a list")
    }
    return nil
  }

  /// Reports the marks on a map that have no effect.
  mutating func checkMarks(ofMap layered: Layered) {
    guard policy.isFinal, let merged = layered.merged else { return }
    if let mistake = unmetMark(merged) { report(mistake) }
    if let edit = merged.edits.first {
      report(
        .appendWithoutList(
          edit.node, subject.words, below: layered.origin.place, "this is no list"))
    }
  }

  /// Reports the marks of a template that have no effect: they cannot change any service either.
  mutating func checkMarks(ofTemplate key: String, _ template: Layered) {
    subject = Subject(owner: .template(key))
    for field in template.members where field.key != EntryField.extends.name {
      checkMarks(field.value, [field.key])
    }
  }

  private mutating func checkMarks(_ value: Layered, _ path: [String]) {
    subject.path = path
    if let mistake = unmetMark(value.detail) { return report(mistake) }
    // What nests deeper than the stack has room for is reported where it is read.
    guard value.node.kind == .mapping, StackRoom.isThere(at: path.count) else { return }
    for entry in value.members { checkMarks(entry.value, path + [entry.key]) }
  }
}

/// Protects small stacks from values that nest deep, though within the limit of the depth.
enum StackRoom {
  /// Whether values may nest one level deeper. From 16 levels on, every fourth asks the system.
  static func isThere(at level: Int) -> Bool { level < 16 || level % 4 != 0 || hasStackSpace() }
}

extension Diagnostic {
  static func tooDeepForStack(_ node: YAMLNode, _ subject: String) -> Diagnostic {
    Diagnostic(
      .limitExceeded,
      "\(subject) nests too deep for the stack of the thread that loads it",
      labels: [.init(.span(node.span), "no room for what this holds")],
      fixIts: [.init("nest it less deep, or load it on a thread with a larger stack")]
    )
  }
}
