import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Reads a value to which the limit of bytes applies; returns nil if it is removed.
  mutating func wholeValue(_ layered: LayeredValue) -> ConfigurationValue? {
    (valueBytes, isOverlong) = (0, false)
    let result = value(layered)
    return isOverlong ? faulty(layered) : result
  }

  /// Reads a value of one layer without a mark, to which the limit of bytes applies.
  mutating func wholeWritten(_ layered: LayeredValue) -> ConfigurationValue {
    (valueBytes, isOverlong) = (0, false)
    let result = written(layered)
    return isOverlong ? faulty(layered) : result
  }

  /// Reads a value; returns nil if it is removed.
  mutating func value(_ layered: LayeredValue) -> ConfigurationValue? {
    guard let merged = layered.merged else { return single(layered) }
    if let error = markWithoutEffect(merged) { return fault(error, in: layered) }
    var result: ConfigurationValue
    switch merged.content {
    case .nothing: return nil
    case .faulty: return faulty(layered)
    case .written: result = written(LayeredValue(layered.node, layered.layer))
    case .entries:
      nesting += 1
      defer { nesting -= 1 }
      guard hasRoom(for: layered) else { return faulty(layered) }
      result = layered.node.knownTag == .inline ? inline(layered) : map(layered)
    }
    if !merged.additions.isEmpty { result = adding(result, merged.additions) }
    // The places that a parameter overrode come before those of the argument that refers to it.
    result.provenance.overridden += merged.overridden
    if merged.isSecret {
      result = result.concealed
      for addition in merged.additions {
        likelySecrets.append(addition.node.contentSpan)
      }
      warnOfUnmarkedSecret(layered, merged)
    }
    return result
  }

  /// Reads a value of one layer; returns nil in a shape check of a mark without a value.
  private mutating func single(_ value: LayeredValue) -> ConfigurationValue? {
    if value.node.hasTag, let tag = value.node.knownTag, tag.isMark {
      if let error = markWithoutEffect(value.detail) { return fault(error, in: value) }
      if tag == .remove { return nil }
      if tag != .replace {
        for element in value.node.elements { _ = single(LayeredValue(element, value.layer)) }
        return nil
      }
    }
    return written(value)
  }

  /// Reads a value of one layer, regardless of its mark.
  private mutating func written(_ value: LayeredValue) -> ConfigurationValue {
    let node = value.node
    if node.isUntaggedScalar { return untagged(value) }
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
      if node.kind == .scalar, !node.isNothing { return scalar(value, .secret) }
      return fault(
        .wrongKind(
          node, "what `!secret` marks", mustBe: "a single text",
          found: node.contentDescription
        )
        .fix(node.isNothing ? .init("write an empty text as `\"\"`") : nil),
        in: value)
    case .known(.required): return fault(misplacedRequired(node), in: value)
    case .known(let tag):
      // The callers have handled marks, so the tag is that of a service.
      return service(tag, value)
    case .unknown(let tag): return fault(unknownTag(tag, of: node), in: value)
    }
    switch node.kind {
    case .scalar: return untagged(value)
    case .sequence: return list(value)
    case .mapping: return map(value)
    }
  }

  /// Reads a scalar whose tag, if any, does not change its meaning.
  private mutating func untagged(_ value: LayeredValue) -> ConfigurationValue {
    if value.node.isNothing { return ConfigurationValue(.null, Provenance(value.origin)) }
    return scalar(value, .open)
  }

  func faulty(_ value: LayeredValue) -> ConfigurationValue {
    ConfigurationValue(.faulty, value.provenance)
  }

  /// Reports an error in a value, and returns a faulty value.
  mutating func fault(_ error: Diagnostic, in value: LayeredValue) -> ConfigurationValue {
    report(error)
    return faulty(value)
  }

  /// Returns whether the stack has room for the content of a value, and reports if not.
  private mutating func hasRoom(for value: LayeredValue) -> Bool {
    if StackSpace.isAvailable(at: nesting) { return true }
    report(.tooDeepForStack(value.node, subject.description))
    return false
  }

  private mutating func list(_ value: LayeredValue) -> ConfigurationValue {
    var result = ConfigurationValue(.null, Provenance(value.origin))
    var elements: [ConfigurationValue] = []
    elements.reserveCapacity(value.node.count)
    WorkMeter.count(value.node.count)
    for node in value.node.elements {
      let element = element(LayeredValue(node, value.layer))
      result.disclosure = result.disclosure.joined(with: element.disclosure)
      elements.append(element)
    }
    result.content = .list(elements)
    return result
  }

  private mutating func element(_ value: LayeredValue) -> ConfigurationValue {
    if let tag = value.node.knownTag, tag.isMark {
      return fault(markInList(tag, value.node), in: value)
    }
    return written(value)
  }

  /// Returns the error of a mark on an element: a list is merged as one value.
  private func markInList(_ tag: YAMLTag, _ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind, "`\(tag.rawValue)` is used in a list, in \(subject.description)",
      at: node.wholePlace, "an element has nothing below it to change"
    )
    .fix("mark the list as a whole with `!append`, `!prepend` or nothing")
  }

  private mutating func map(_ layered: LayeredValue) -> ConfigurationValue {
    var result = ConfigurationValue(.null, Provenance(layered.origin))
    var entries: [ConfigurationValue.Entry] = []
    entries.reserveCapacity(layered.entryCount)
    WorkMeter.count(layered.entryCount)
    for entry in layered.entries {
      let key = entry.key
      subject.path.append(key)
      warnOfReference(inKey: key, at: entry.keyPlace)
      let isCredential = lintSecret(entry)
      if var value = value(entry.value) {
        if isCredential { keepSecret(&value, key, entry.value) }
        result.disclosure = result.disclosure.joined(with: value.disclosure)
        entries.append(.init(key: key, keyPlace: entry.keyPlace, value: value))
      }
      subject.path.removeLast()
    }
    result.content = .map(entries)
    return result
  }

  /// Returns a list with the additions of higher layers.
  private mutating func adding(
    _ base: ConfigurationValue, _ additions: [LayeredValue]
  ) -> ConfigurationValue {
    var result = base
    for addition in additions {
      let faultsBefore = faults
      let added = elements(of: addition)
      switch result.content {
      case .list(let elements):
        result.content = .list(
          addition.node.knownTag == .prepend ? added + elements : elements + added)
        result.disclosure = added.reduce(result.disclosure) { $0.joined(with: $1.disclosure) }
      case .faulty: continue
      default:
        if faults == faultsBefore {
          report(
            .appendWithoutList(
              addition.node, subject.description, below: base.place, "this is no list"
            )
            .note(base.isTextOfVariable ? Self.splitLater : nil))
        }
        result.content = .faulty
      }
    }
    return result
  }

  private mutating func elements(
    of addition: LayeredValue
  ) -> [ConfigurationValue] {
    let node = addition.node
    var isOfVariable = false
    switch node.kind {
    case .sequence: return node.elements.map { element(LayeredValue($0, addition.layer)) }
    case .scalar where InterpolationTemplate.isWhole(node.text):
      let value = scalar(LayeredValue(node, addition.layer), .open)
      switch value.content {
      case .list(let elements): return elements
      case .faulty: return []
      default: isOfVariable = value.isTextOfVariable
      }
    default: break
    }
    report(
      Diagnostic(
        .wrongNodeKind,
        "`\(node.knownTag?.rawValue ?? "")` adds a list, found \(node.contentDescription)",
        at: node.wholePlace, "expected a list"
      )
      .note(isOfVariable ? Self.splitLater : nil)
      .fix(node.kind == .mapping ? Self.mapsAreMerged : nil))
    return []
  }

  private static let splitLater =
    "the text of a variable is split after the layers are merged: it can be the whole list only"

  private func misplacedRequired(_ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind, "`!required` is used in \(subject.description)",
      at: node.wholePlace, "only a parameter can be required"
    )
    .fix("declare a parameter with `!required`, and write `$(name)` here")
  }
}

// Marks without effect.
extension Evaluator {
  /// Returns the error of a mark that applies to no value of a lower layer; nil if there is none,
  /// and in a shape check, where the lower layers are not known.
  func markWithoutEffect(_ detail: LayeredValue.Detail) -> Diagnostic? {
    guard policy.isFinal else { return nil }
    if let mask = detail.mask, !mask.hasEffect {
      if case .section("roots") = subject.owner { return .replacedRoots(mask.node) }
      return mask.node.knownTag == .remove
        ? .removeWithoutBase(mask.node, subject.description)
        : .replaceWithoutBase(mask.node, subject.description)
    }
    if let addition = detail.pendingAddition ?? (detail.isNothing ? detail.additions.first : nil) {
      return .appendWithoutList(
        addition.node, subject.description, below: nil, "no lower layer gives a list",
        isTyped: replacesEntry)
    }
    return nil
  }

  /// Whether the entry that is read has a `type`, and so takes the place of those of the lower layers.
  private var replacesEntry: Bool {
    guard case .service(let key) = subject.owner, let last = services[key]?.lastDefinition else {
      return false
    }
    return last > 0
  }

  /// Reports the marks on a map that have no effect.
  mutating func checkMarks(ofMap layered: LayeredValue) {
    guard policy.isFinal, let merged = layered.merged else { return }
    if let error = markWithoutEffect(merged) { report(error) }
    if let addition = merged.additions.first {
      report(
        .appendWithoutList(
          addition.node, subject.description, below: layered.origin.place, "this is no list"
        )
        .fix(Self.mapsAreMerged))
    }
  }

  private static let mapsAreMerged = Diagnostic.FixIt(
    "leave the mark out: the maps of all layers are merged, key by key")

  /// Reports the marks of a template that have no effect: they have none in a service, either.
  /// Those of one that extends others are looked through once more.
  mutating func checkMarks(
    ofTemplate key: String, _ template: LayeredValue, isExtending: Bool
  ) {
    subject = Subject(owner: .template(key))
    for field in template.entries where field.field(EntryField.self) != .extends {
      if isExtending, expansion.isExceeded { return }
      let values = checkMarks(field.value, [field.key])
      if isExtending {
        _ = canExpand(by: values, at: field.keyPlace) { _ in "what the template `\(key)` extends" }
      }
    }
  }

  /// Returns the number of values that it looked at.
  private mutating func checkMarks(_ value: LayeredValue, _ path: [String]) -> Int {
    subject.path = path
    WorkMeter.count(1)
    if let error = markWithoutEffect(value.detail) {
      report(error)
      return 1
    }
    // Values that nest too deep for the stack are reported when they are read.
    guard value.node.kind == .mapping, StackSpace.isAvailable(at: path.count) else { return 1 }
    return value.entries.reduce(1) { $0 + checkMarks($1.value, path + [$1.key]) }
  }
}

/// Protects threads with a small stack from values that nest deep, but within the limit of depth.
enum StackSpace {
  /// Returns whether values may nest one level deeper; from 16 levels on, every fourth call asks
  /// the system.
  static func isAvailable(at level: Int) -> Bool { level < 16 || level % 4 != 0 || hasStackSpace() }
}

extension Diagnostic {
  /// Returns the error of a value that nests too deep for the stack.
  static func tooDeepForStack(_ node: YAMLNode, _ subject: String) -> Diagnostic {
    Diagnostic(
      .limitExceeded, "\(subject) nests too deep for the stack of the thread that loads it",
      at: node.wholePlace, "no room for what this holds"
    )
    .fix("nest it less deep, or load it on a thread with a larger stack")
  }

  /// Returns the error of a mark on the roots, to which each layer adds its own.
  static func replacedRoots(_ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .replaceWithoutBase, "each layer adds its `roots`, and none takes those of another away",
      at: node.tagPlace, "replaces nothing"
    )
    .fix("leave the mark out, and name what only some environments ask for in their `roots`")
  }

  /// Returns the error of a `!replace` without a lower value.
  static func replaceWithoutBase(_ node: YAMLNode, _ subject: String) -> Diagnostic {
    Diagnostic(
      .replaceWithoutBase, "\(subject) is marked `!replace`, but no lower layer gives it",
      at: node.tagPlace, "there is nothing to replace"
    )
    .fix("leave the mark out")
  }

  /// Returns the error of a `!remove` without a lower value.
  static func removeWithoutBase(_ node: YAMLNode, _ subject: String) -> Diagnostic {
    Diagnostic(
      .removeWithoutBase, "\(subject) is removed here, but no lower layer gives it",
      at: node.wholePlace, "there is nothing to remove")
  }

  /// Returns the error of an `!append` or `!prepend` to a value that is not a list; the fact is in
  /// the label of the lower value, or else in the message. The entry of one that `isTyped` hides all lower ones.
  static func appendWithoutList(
    _ node: YAMLNode, _ subject: String, below: SourcePlace?, _ fact: String, isTyped: Bool = false
  ) -> Diagnostic {
    let tag = node.knownTag?.rawValue ?? "!append"
    return Diagnostic(
      .appendWithoutList,
      "\(subject) is marked `\(tag)`, but \(below == nil ? fact : "what lies below is no list")",
      at: node.tagPlace, "needs a list to add to"
    )
    .label(below, fact)
    .fix(
      isTyped
        ? FixIt("leave `type` out: with it, the entry takes the place of that of the lower layers")
        : below == nil ? FixIt("leave the mark out to give a new list") : nil)
  }
}

extension ConfigurationValue {
  /// Whether it is the text of one `$(env:…)` alone, or its default, which may be a list in one text.
  fileprivate var isTextOfVariable: Bool {
    switch content {
    case .scalar(let scalar): scalar.isOfVariable
    case .unknown(let text): text.isOneVariable
    case .null, .list, .map, .service, .faulty: false
    }
  }
}
