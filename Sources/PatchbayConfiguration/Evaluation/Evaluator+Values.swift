import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// What a value may contain.
enum ValueKind {
  /// Only data: parameters, tag attributes, fields.
  case data
  /// Services too: arguments and properties.
  case argument
}

extension Evaluator {
  /// Reads a value that is limited as a whole; nil where it is removed.
  mutating func wholeValue(_ layered: LayeredValue, _ kind: ValueKind) -> ConfigurationValue? {
    (valueBytes, isOverlong) = (0, false)
    let result = value(layered, kind)
    return isOverlong ? faulty(layered) : result
  }

  /// Reads a value that one layer wrote without a mark: there always is one.
  mutating func wholeWritten(_ layered: LayeredValue, _ kind: ValueKind) -> ConfigurationValue {
    (valueBytes, isOverlong) = (0, false)
    let result = written(layered, kind)
    return isOverlong ? faulty(layered) : result
  }

  /// Reads a value; nil where it is removed.
  mutating func value(_ layered: LayeredValue, _ kind: ValueKind) -> ConfigurationValue? {
    guard let merged = layered.merged else { return single(layered, kind) }
    if let mistake = unmetMark(merged) { return fault(mistake, in: layered) }
    var result: ConfigurationValue
    switch merged.content {
    case .nothing: return nil
    case .faulty: return faulty(layered)
    case .written: result = written(LayeredValue(layered.node, layered.layer), kind)
    case .entries:
      nesting += 1
      defer { nesting -= 1 }
      guard hasRoom(for: layered) else { return faulty(layered) }
      result = layered.node.knownTag == .inline ? inline(layered, kind) : map(layered, kind)
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

  /// Reads a value that one layer wrote; nil where a shape check finds a mark that gives none.
  private mutating func single(_ value: LayeredValue, _ kind: ValueKind) -> ConfigurationValue? {
    if value.node.hasTag, let tag = value.node.knownTag, tag.isMark {
      if let mistake = unmetMark(value.detail) { return fault(mistake, in: value) }
      if tag == .remove { return nil }
      if tag != .replace {
        for element in value.node.elements { _ = single(LayeredValue(element, value.layer), kind) }
        return nil
      }
    }
    return written(value, kind)
  }

  /// Reads what one layer wrote, its mark aside.
  private mutating func written(_ value: LayeredValue, _ kind: ValueKind) -> ConfigurationValue {
    let node = value.node
    if node.kind == .scalar, !node.hasTag { return untagged(value) }
    if node.kind != .scalar {
      nesting += 1
      guard hasRoom(for: value) else {
        nesting -= 1
        return faulty(value)
      }
    }
    defer { if node.kind != .scalar { nesting -= 1 } }
    switch node.tagKind {
    case .none, .plain, .known(.replace): break
    case .known(.secret):
      if node.kind == .scalar { return scalar(value, .secret) }
      return fault(
        .wrongKind(
          node, "what `!secret` marks", mustBe: "a single text", found: node.contentWords),
        in: value)
    case .known(.required): return fault(misplacedRequired(node), in: value)
    case .known(let tag):
      // Marks were handled before, so the tag is that of a service.
      return service(tag, value, kind)
    case .unknown(let tag): return fault(.unknownTag(tag, of: node), in: value)
    }
    switch node.kind {
    case .scalar: return untagged(value)
    case .sequence: return list(value, kind)
    case .mapping: return map(value, kind)
    }
  }

  /// Reads a scalar that no tag makes more than text.
  private mutating func untagged(_ value: LayeredValue) -> ConfigurationValue {
    if value.node.isNothing { return ConfigurationValue(.null, Provenance(value.origin)) }
    return scalar(value, .open)
  }

  func faulty(_ value: LayeredValue) -> ConfigurationValue {
    ConfigurationValue(.faulty, value.provenance)
  }

  /// Reports a mistake in a value, which is then faulty.
  mutating func fault(_ mistake: Diagnostic, in value: LayeredValue) -> ConfigurationValue {
    report(mistake)
    return faulty(value)
  }

  /// Whether the stack has room for what a value holds; reports where it has not.
  private mutating func hasRoom(for value: LayeredValue) -> Bool {
    if StackRoom.isThere(at: nesting) { return true }
    report(.tooDeepForStack(value.node, subject.words))
    return false
  }

  private mutating func list(_ value: LayeredValue, _ kind: ValueKind) -> ConfigurationValue {
    var result = ConfigurationValue(.null, Provenance(value.origin))
    var elements: [ConfigurationValue] = []
    elements.reserveCapacity(value.node.count)
    for node in value.node.elements {
      let element = element(LayeredValue(node, value.layer), kind)
      result.disclosure = max(result.disclosure, element.disclosure)
      elements.append(element)
    }
    result.content = .list(elements)
    return result
  }

  private mutating func element(_ value: LayeredValue, _ kind: ValueKind) -> ConfigurationValue {
    if let tag = value.node.knownTag, tag.isMark {
      return fault(markInList(tag, value.node), in: value)
    }
    return written(value, kind)
  }

  /// A mark on an element: a list is one value, and no lower layer gives a part of it.
  private func markInList(_ tag: YAMLTag, _ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind,
      "`\(tag.rawValue)` stands in a list, in \(subject.words)",
      labels: [.init(node.wholePlace, "an element has nothing below it to change")],
      fixIts: [.init("mark the list as a whole with `!append`, `!prepend` or nothing")]
    )
  }

  private mutating func map(_ layered: LayeredValue, _ kind: ValueKind) -> ConfigurationValue {
    var result = ConfigurationValue(.null, Provenance(layered.origin))
    var entries: [ConfigurationValue.Entry] = []
    entries.reserveCapacity(layered.memberCount)
    for entry in layered.members {
      let key = entry.key
      subject.path.append(key)
      let isCredential = lintSecret(key, entry.value)
      if var value = value(entry.value, kind) {
        if isCredential { keepSecret(&value, key, entry.value) }
        result.disclosure = max(result.disclosure, value.disclosure)
        entries.append(.init(key: key, keyPlace: entry.keyPlace, value: value))
      }
      subject.path.removeLast()
    }
    result.content = .map(entries)
    return result
  }

  /// Applies the additions that waited for a list.
  private mutating func edited(
    _ base: ConfigurationValue, _ edits: [LayeredValue.ListEdit], _ kind: ValueKind
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
    of edit: LayeredValue.ListEdit, _ kind: ValueKind
  ) -> [ConfigurationValue] {
    let node = edit.node
    switch node.kind {
    case .sequence: return node.elements.map { element(LayeredValue($0, edit.layer), kind) }
    case .scalar where InterpolationTemplate.isWhole(node.text):
      switch scalar(LayeredValue(node, edit.layer), .open).content {
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
        labels: [.init(node.wholePlace, "expected a list")]
      ))
    return []
  }

  private func misplacedRequired(_ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind,
      "`!required` stands in \(subject.words)",
      labels: [.init(node.wholePlace, "only a parameter can be required")],
      fixIts: [.init("declare a parameter with `!required`, and write `$(name)` here")]
    )
  }
}

// Marks that had no effect.
extension Evaluator {
  /// A mark that had to apply to a lower layer's value and found none; nil for one layer's shape, of
  /// which that is not known.
  func unmetMark(_ detail: LayeredValue.Detail) -> Diagnostic? {
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
  mutating func checkMarks(ofMap layered: LayeredValue) {
    guard policy.isFinal, let merged = layered.merged else { return }
    if let mistake = unmetMark(merged) { report(mistake) }
    if let edit = merged.edits.first {
      report(
        .appendWithoutList(
          edit.node, subject.words, below: layered.origin.place, "this is no list"))
    }
  }

  /// Reports the marks of a template that have no effect: they cannot change any service either.
  mutating func checkMarks(ofTemplate key: String, _ template: LayeredValue) {
    subject = Subject(owner: .template(key))
    for field in template.members where field.key != EntryField.extends.name {
      checkMarks(field.value, [field.key])
    }
  }

  private mutating func checkMarks(_ value: LayeredValue, _ path: [String]) {
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
      labels: [.init(node.wholePlace, "no room for what this holds")],
      fixIts: [.init("nest it less deep, or load it on a thread with a larger stack")]
    )
  }
}
