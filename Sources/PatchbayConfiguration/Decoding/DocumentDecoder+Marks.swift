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
    guard SecretNames.isSecret(name), mode != .shape else { return }
    let node = value.node
    guard node.kind == .scalar, node.tagKind == .none || node.knownTag == .replace,
      value.merged?.isSecret != true, !node.isNothing, !node.text.isEmpty,
      !InterpolationTemplate.mayHoldReferences(node.text)
    else { return }
    if case .entries = value.merged?.content { return }
    let span = node.contentSpan
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

/// Which names stand for things that nobody should read.
enum SecretNames {
  /// Whether the last word of a name is one of a secret.
  static func isSecret(_ name: String) -> Bool {
    // Asked of every argument: the last letter rules out most.
    guard let last = name.utf8.last else { return false }
    let endings: [StaticString]
    switch lowercased(last) {
    case UInt8(ascii: "d"): endings = ["password", "passwd", "pwd"]
    case UInt8(ascii: "e"): endings = ["passphrase"]
    case UInt8(ascii: "t"): endings = ["secret"]
    case UInt8(ascii: "n"): endings = ["token"]
    case UInt8(ascii: "l"): endings = ["credential"]
    case UInt8(ascii: "s"): endings = ["credentials"]
    case UInt8(ascii: "y"):
      endings = ["apikey", "api-key", "api_key", "privatekey", "private-key", "private_key"]
    default: return false
    }
    var name = name
    return name.withUTF8 { bytes in endings.contains { isLastWord($0, of: bytes) } }
  }

  private static func isLastWord(
    _ ending: StaticString, of name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let start = name.count - ending.utf8CodeUnitCount
    guard start >= 0 else { return false }
    // The buffers live as long as the closures that are given them.
    let isSame = ending.withUTF8Buffer { ending in
      zip(name[start...], ending).allSatisfy { lowercased($0) == $1 }
    }
    guard isSame else { return false }
    // The word begins at the start, behind a separator, or with a capital.
    return start == 0 || !isLetter(name[start - 1]) || name[start] < UInt8(ascii: "a")
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte + 32 : byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    lowercased(byte) >= UInt8(ascii: "a") && lowercased(byte) <= UInt8(ascii: "z")
  }
}
