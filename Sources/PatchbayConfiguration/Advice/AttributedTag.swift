import PatchbayDiagnostics
import PatchbayYAML

/// A tag in a list, as other formats write it: a name, `{ name: listener, event: login }`, or
/// `{ listener: { event: login } }`.
struct AttributedTag {
  private let name: String
  /// The entry of the map that is right; nil if a part of it cannot be copied.
  private let entry: String?

  private init?(_ node: YAMLNode) {
    if node.kind == .scalar, !node.hasTag, Name.isKey(node.text) {
      (name, entry) = (node.text, "\(node.text): {}")
      return
    }
    guard node.kind == .mapping, !node.hasTag else { return nil }
    if let tag = node["name"], tag.kind == .scalar, Name.isKey(tag.text) {
      name = tag.text
      let attributes = node.entries.filter { $0.key.text != "name" }
        .map { key, value -> String? in
          guard let key = Self.written(key), let value = Self.written(value) else { return nil }
          return "\(key): \(value)"
        }
      let inner = attributes.compactMap(\.self).joined(separator: ", ")
      let isWhole = attributes.allSatisfy { $0 != nil }
      entry = isWhole ? "\(name): \(inner.isEmpty ? "{}" : "{ \(inner) }")" : nil
      return
    }
    guard node.count == 1, let (key, value) = node.entries.first(where: { _ in true }),
      Name.isKey(key.text), value.kind == .mapping
    else { return nil }
    (name, entry) = (key.text, Self.written(value).map { "\(key.text): \($0)" })
  }

  /// Returns a value as it is written; nil if it means something else between braces, or may be a secret.
  private static func written(_ value: YAMLNode) -> String? {
    guard !value.hasTag, !value.span.isRedacted else { return nil }
    let text = String(decoding: value.span.file.bytes[value.span.range], as: UTF8.self)
    let isFlow = value.kind == .scalar ? value.isQuoted : value.isInBraces
    let isPlain = value.kind == .scalar && !text.contains { ",[]{}#&*!|>".contains($0) }
    guard SecretNames.signOfCredential(in: Array(text.utf8), from: 0) == nil else { return nil }
    return (isFlow || isPlain) && !text.utf8.contains(UInt8(ascii: "\n")) ? text : nil
  }

  /// Returns the error of `[{ name: listener, event: login }]`, as Symfony writes tags; nil for a list without
  /// a map.
  static func error(in list: YAMLNode) -> Diagnostic? {
    guard let first = list.elements.first(where: { $0.kind == .mapping && !$0.hasTag }) else {
      return nil
    }
    hideDefaults(in: list)
    let tags = list.elements.map(AttributedTag.init)
    let names = tags.compactMap { $0?.name }
    let error = Diagnostic.wrongKind(first, "a tag", mustBe: "a name")
    guard names.count == tags.count, let name = names.first else {
      return error.fix(
        "a tag with attributes is an entry of a map: `tags: { <name>: { <key>: … } }`")
    }
    guard Set(names).count == names.count else {
      return error.fix(
        "a service has each tag once: write a map, and what differs as a list, such as "
          + "`tags: { \(name): { <key>: [<one>, <other>] } }`")
    }
    let entries = tags.compactMap { $0?.entry }
    let isKnown = entries.count == tags.count && !list.hasTag
    return error.fix(
      "a tag with attributes is an entry of a map",
      replacing: isKnown ? .span(SourceSpan(list.span.file, range(of: list))) : nil,
      with: "{ \(entries.joined(separator: ", ")) }")
  }

  /// Hides what is behind the name of a credential in a text, as in `$(env:DB_PASSWORD:-default)`: nothing evaluates
  /// these values.
  private static func hideDefaults(in node: YAMLNode) {
    for element in node.elements { hideDefaults(in: element) }
    for (_, value) in node.entries { hideDefaults(in: value) }
    let range = node.contentSpan.range
    guard node.kind == .scalar,
      let sign = SecretNames.signOfCredential(in: Array(node.span.file.bytes[range]), from: 0)
    else { return }
    node.span.file.hide([range.lowerBound + sign + 1..<range.upperBound])
  }

  /// The place of a list: libyaml ends one with dashes where the next text begins.
  private static func range(of list: YAMLNode) -> Range<Int> {
    let whole = list.span.range
    if list.span.file.bytes[whole.lowerBound] == UInt8(ascii: "[") { return whole }
    return whole.lowerBound..<(list.elements.map(\.span.range.upperBound).max() ?? whole.upperBound)
  }
}
