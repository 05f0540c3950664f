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

extension DocumentDecoder {
  /// Reads a merged value; nil where it is removed.
  mutating func value(_ layered: Layered, _ kind: ValueKind) -> ConfigurationValue? {
    guard let merged = layered.merged else {
      return value(layered.node, layered.layer, kind)
    }
    if let mistake = markMistake(merged) {
      if mode == .shape { return nil }
      report(mistake)
      return faulty(layered)
    }
    var result: ConfigurationValue
    switch merged.content {
    case .nothing: return nil
    case .faulty: return faulty(layered)
    case .written: result = written(layered.node, layered.layer, kind)
    case .entries(let entries):
      if layered.node.knownTag == .inline {
        let fields = entries.map { InlineEntry($0.key, $0.keySpan, $0.value) }
        result = inline(fields, layered.node, layered.layer, kind)
      } else {
        result = map(entries, layered, kind)
      }
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

  private mutating func map(
    _ entries: [LayeredEntry], _ layered: Layered, _ kind: ValueKind
  ) -> ConfigurationValue {
    nesting += 1
    defer { nesting -= 1 }
    guard hasRoom(for: layered.node) else { return faulty(layered) }
    var result = ConfigurationValue(.map([]), Provenance(layered.origin))
    var members: [ConfigurationValue.Entry] = []
    members.reserveCapacity(entries.count)
    for entry in entries {
      subject.path.append(entry.key)
      let isCredential = lintSecret(entry.key, entry.value)
      if var value = value(entry.value, kind) {
        if isCredential { keepSecret(&value, entry.key, entry.value) }
        result.disclosure = max(result.disclosure, value.disclosure)
        members.append(.init(key: entry.key, keyPlace: .span(entry.keySpan), value: value))
      }
      subject.path.removeLast()
    }
    result.content = .map(members)
    return result
  }

  /// Reads a value as one layer wrote it; nil where it says `!remove` and only its shape counts.
  mutating func value(
    _ node: YAMLNode, _ layer: Int, _ kind: ValueKind
  ) -> ConfigurationValue? {
    if node.hasTag, let tag = node.knownTag, tag.isMark {
      let detail = Layered(node, layer).detail
      if mode == .shape {
        if tag != .replace { return edit(node, layer, kind) }
      } else if let mistake = markMistake(detail) {
        report(mistake)
        return faulty(Layered(node, layer))
      }
    }
    return written(node, layer, kind)
  }

  /// In a place where nothing can lie below: looks only at the shape of a mark's content.
  private mutating func edit(
    _ node: YAMLNode, _ layer: Int, _ kind: ValueKind
  ) -> ConfigurationValue? {
    guard node.knownTag != .remove else { return nil }
    for element in node.elements { _ = value(element, layer, kind) }
    return nil
  }

  /// Reads what a node says, its mark aside.
  mutating func written(
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
      // Marks were looked at before, so the tag stands for a service.
      return service(tag, node, layer, kind)
    case .unknown(let tag):
      report(.unknownTag(tag, of: node))
      return faulty(Layered(node, layer))
    }
    switch node.kind {
    case .scalar: return untagged(node, layer)
    case .sequence: return list(node, layer, kind)
    case .mapping: return map(node, layer, kind)
    }
  }

  /// Reads a scalar that no tag makes more than text.
  private mutating func untagged(_ node: YAMLNode, _ layer: Int) -> ConfigurationValue {
    if node.isNothing { return ConfigurationValue(.null, Provenance(origin(node, layer))) }
    return scalar(node, layer, .open)
  }

  /// Whether the stack has room for what the node holds; tells where it has not.
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

  private mutating func map(
    _ node: YAMLNode, _ layer: Int, _ kind: ValueKind
  ) -> ConfigurationValue {
    var result = ConfigurationValue(.null, Provenance(origin(node, layer)))
    var entries: [ConfigurationValue.Entry] = []
    entries.reserveCapacity(node.count)
    for (key, child) in node.entries {
      let name = key.text
      subject.path.append(name)
      let isCredential = lintSecret(name, Layered(child, layer))
      if var value = value(child, layer, kind) {
        if isCredential { keepSecret(&value, name, Layered(child, layer)) }
        result.disclosure = max(result.disclosure, value.disclosure)
        entries.append(.init(key: name, keyPlace: .span(key.contentSpan), value: value))
      }
      subject.path.removeLast()
    }
    result.content = .map(entries)
    return result
  }

  /// Adds to a list what waited for it.
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
}

extension DocumentDecoder {
  /// A mark that had to hit something and did not.
  func markMistake(_ detail: Layered.Detail) -> Diagnostic? {
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

  /// Reports the marks of a template that hit nothing: no service below it can be changed by them.
  mutating func checkMarks(ofTemplate key: String, _ template: Layered) {
    subject = Subject(owner: .template(key))
    for field in template.entries where field.key != EntryField.extends.name {
      checkMarks(field.value, [field.key])
    }
  }

  private mutating func checkMarks(_ value: Layered, _ path: [String]) {
    subject.path = path
    if let mistake = markMistake(value.detail) { return report(mistake) }
    // What nests deeper than the stack has room for is reported where it is read.
    guard value.node.kind == .mapping, StackRoom.isThere(at: path.count) else { return }
    for entry in value.entries { checkMarks(entry.value, path + [entry.key]) }
  }

  /// A mark on an element: a list is one value, and nothing lies below a part of it.
  func markInList(_ tag: YAMLTag, _ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind,
      "`\(tag.rawValue)` stands in a list, in \(subject.words)",
      labels: [.init(.span(node.span), "an element has nothing below it to change")],
      fixIts: [.init("mark the list as a whole with `!append`, `!prepend` or nothing")]
    )
  }

  mutating func wrongSecret(_ node: YAMLNode, _ layer: Int) -> ConfigurationValue {
    report(
      .wrongKind(
        node, "what `!secret` marks", mustBe: "a single text",
        found: node.contentWords))
    return faulty(Layered(node, layer))
  }

  mutating func misplacedRequired(_ node: YAMLNode, _ layer: Int) -> ConfigurationValue {
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

/// Keeps what is nested within the limit of the depth from being too much for a small stack.
enum StackRoom {
  /// Whether values may go on a level deeper. Where many are open, every fourth asks the system.
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
