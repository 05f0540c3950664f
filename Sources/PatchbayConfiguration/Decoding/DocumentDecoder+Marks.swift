import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

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
