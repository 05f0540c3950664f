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
    if case .nothing = detail.content, let edit = detail.edits.first {
      return .appendWithoutList(
        edit.node, subject.words, below: nil, "no lower layer gives a list")
    }
    return nil
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

  /// Warns of a secret that stands in the file for all to read.
  mutating func lintSecret(_ name: String, _ value: Layered) {
    guard let span = Self.literalSecret(name, value) else { return }
    guard mode != .shape else {
      likelySecrets.append(span)
      return
    }
    let start = SourceSpan(span.file, span.range.lowerBound..<span.range.lowerBound)
    report(
      Diagnostic(
        .literalSecret,
        severity: .warning,
        "\(subject.words) looks like a secret and stands in the file for all to read",
        labels: [.init(.span(span), "not marked `!secret`")],
        fixIts: [
          .init("mark it, and it is never printed", edits: [.init(start, "!secret ")]),
          .init("better, take it from outside: `!secret $(env:NAME)` or `!secret $(file:path)`"),
        ]
      ))
  }
}

extension DocumentDecoder {
  /// Keeps what looks like a secret out of the messages, where it stands for nothing that the format
  /// knows.
  mutating func hideSecret(_ name: String, _ value: Layered) {
    if let span = Self.literalSecret(name, value) { likelySecrets.append(span) }
  }

  /// The place of a text under the name of a secret; nil where it is marked or comes from elsewhere.
  private static func literalSecret(_ name: String, _ value: Layered) -> SourceSpan? {
    SecretNames.isSecret(name) ? literal(value) : nil
  }

  private static func literal(_ value: Layered) -> SourceSpan? {
    let node = value.node
    guard node.kind == .scalar, node.tagKind == .none || node.knownTag == .replace,
      value.merged?.isSecret != true, !node.isNothing, !node.text.isEmpty,
      !InterpolationTemplate.mayHoldReferences(node.text)
    else { return nil }
    if case .entries = value.merged?.content { return nil }
    return node.contentSpan
  }

  /// Warns of a literal that overrides a secret: it is one too, but its own line says nothing of it.
  mutating func warnOfUnmarkedSecret(_ layered: Layered, _ merged: Layered.Detail) {
    let node = layered.node
    guard mode != .shape, node.kind == .scalar, node.knownTag != .secret, !node.isNothing,
      case .written = merged.content, let below = merged.overridden.first,
      !InterpolationTemplate.mayHoldReferences(node.text)
    else { return }
    let span = node.contentSpan
    let start = SourceSpan(span.file, span.range.lowerBound..<span.range.lowerBound)
    let mark = node.tagSpan ?? start
    report(
      Diagnostic(
        .literalSecret,
        severity: .warning,
        "\(subject.words) overrides a secret and is not marked as one",
        labels: [.init(.span(span), "not marked `!secret`"), .init(below.place, "a secret below")],
        fixIts: [
          .init(
            "mark it, and it is never printed",
            edits: [.init(mark, node.tagSpan == nil ? "!secret " : "!secret")])
        ]
      ))
  }
}
