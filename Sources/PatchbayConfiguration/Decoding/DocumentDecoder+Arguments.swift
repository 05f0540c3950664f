import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension DocumentDecoder {
  /// Reads `arguments:` or `properties:`.
  mutating func arguments(_ layered: Layered, _ field: String) -> [Argument] {
    subject.field = field
    defer { (subject.field, subject.name) = ("", "") }
    var arguments: [Argument] = []
    if case .entries(let entries) = layered.merged?.content {
      refuseMarks(layered)
      arguments.reserveCapacity(entries.count)
      for entry in entries { read(entry.key, entry.keySpan, entry.value, into: &arguments) }
      return arguments
    }
    guard let node = mapNode(layered, "a map of values by their names") else { return [] }
    arguments.reserveCapacity(node.count)
    var cut: SourceSpan?
    for (key, value) in node.entries {
      // The rest of a reference that a comma cut in two is no argument of its own.
      if let cut, cut.file == key.contentSpan.file,
        cut.range.contains(key.contentSpan.range.lowerBound)
      {
        continue
      }
      read(key.text, key.contentSpan, Layered(value, layered.layer), into: &arguments)
      // By its index: to ask for the last one copies it.
      if !arguments.isEmpty, case .faulty = arguments[arguments.count - 1].value.content {
        cut = CutReference(value)?.span
      }
    }
    return arguments
  }

  private mutating func read(
    _ name: String, _ span: SourceSpan, _ value: Layered, into arguments: inout [Argument]
  ) {
    subject.name = name
    inlineCount = 0
    let isCredential = lintSecret(name, value)
    // A faulty value is there all the same: what else is missing is still told.
    let faultsBefore = faults
    defer { faults = faultsBefore }
    if mode == .full, context.coverage.setsFields,
      context.coverage.sets(name, in: subject.field, of: subject.owner.key)
    {
      guard let value = covered(value) else { return }
      arguments.append(Argument(name: name, namePlace: .span(span), value: value))
    } else if !value.isMarked {
      // By far the most. There is always a value, so that none is copied out of an optional.
      arguments.append(
        Argument(name: name, namePlace: .span(span), value: wholeWritten(value, .argument)))
    } else if let value = wholeValue(value, .argument) {
      arguments.append(Argument(name: name, namePlace: .span(span), value: value))
    } else {
      return
    }
    if isCredential { keepSecret(&arguments[arguments.count - 1].value, name, value) }
  }

  /// Tells about marks on a map that hit nothing.
  mutating func refuseMarks(_ layered: Layered) {
    guard mode != .shape, let merged = layered.merged else { return }
    if let mistake = markMistake(merged) { report(mistake) }
    if let edit = merged.edits.first {
      report(
        .appendWithoutList(
          edit.node, subject.words, below: layered.origin.place, "this is no list"))
    }
  }

  /// The node of a section that must be a map; nil where it says nothing or is none.
  mutating func mapNode(_ layered: Layered, _ expected: String) -> YAMLNode? {
    let node = layered.node
    if layered.isPlain, node.kind == .mapping { return node }
    if let merged = layered.merged {
      refuseMarks(layered)
      guard case .written = merged.content else { return nil }
    } else if mode != .shape, let mistake = markMistake(layered.detail) {
      report(mistake)
      if node.knownTag != .replace { return nil }
    }
    switch node.tagKind {
    case .none, .plain, .known(.replace):
      if node.isNothing { return nil }
      if node.kind == .mapping { return node }
    case .known(.remove) where mode == .shape: return nil
    case .unknown(let tag):
      report(.unknownTag(tag, of: node))
      return nil
    case .known: break
    }
    report(.wrongKind(node, subject.words, mustBe: expected))
    return nil
  }
}
