import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Diagnostic {
  /// Returns the error of a node of another kind than the format expects.
  static func wrongKind(
    _ node: YAMLNode, _ subject: String, mustBe expected: String, found: String? = nil
  ) -> Diagnostic {
    if case .unknown(let tag) = node.tagKind { return unknownTag(tag, of: node) }
    func error(at place: SourcePlace, _ label: String) -> Diagnostic {
      Diagnostic(
        .wrongNodeKind,
        "\(subject) must be \(expected), found \(found ?? node.description)", at: place, label)
    }
    let takesList = expected.hasPrefix("a list")
    if takesList || expected.hasPrefix("a map"), let misread = MisreadText(node, asList: takesList)
    {
      return error(at: .span(misread.place), misread.label).fix(misread.fixIt)
        .concealing(credentialIn: node)
    }
    return error(at: node.wholePlace, "expected \(expected)").fix(form(of: node, mustBe: expected))
      .concealing(credentialIn: node)
  }

  /// Returns the fix of a node that has the form of another kind; nil if it may be anything.
  private static func form(of node: YAMLNode, mustBe expected: String) -> FixIt? {
    switch expected {
    case "a map of entries" where node.kind == .sequence:
      FixIt("write each entry as `key: …`, without a dash")
    case "a map of values by their names" where node.kind == .sequence:
      FixIt("arguments have names, and no order: write each as `name: value`, without a dash")
    case "a map of environments": mapOfEnvironments(node)
    case _ where expected.hasPrefix("a map with `attempts`"): retryOfAttempts(node)
    case "a map with `start` and `stop`": timeoutsOfOne(node)
    case _ where expected.hasPrefix("a list of names"): listOfOne(node) ?? listOfSeveral(node)
    case "a list of files" where node.kind == .mapping:
      FixIt("write each file as an element of the list: `- audit.yaml`")
    case "a list of files": listOfOne(node, separator: "/")
    default: removeInQuotes(node)
    }
  }

  /// Returns the fix of `"!remove"`; nil for any other node.
  private static func removeInQuotes(_ node: YAMLNode) -> FixIt? {
    guard node.isQuoted, !node.isFromProgram, node.hasText("!remove") else {
      return nil
    }
    // A tag needs a space before a bracket.
    let next = node.span.file.bytes.dropFirst(node.span.range.upperBound).first ?? 0x0A
    return FixIt(
      "in quotes `!remove` is a part of the text: remove them", replacing: .span(node.span),
      with: ",]}".utf8.contains(next) ? "!remove " : "!remove")
  }

  /// Returns the fix that makes a map of a list of environments; nil for any other node.
  private static func mapOfEnvironments(_ node: YAMLNode) -> FixIt? {
    guard node.kind == .sequence else { return nil }
    let names = node.elements.map(\.text)
    let span = node.span
    guard names.count <= 16, names.allSatisfy({ Name.isEnvironment($0) }),
      span.file.bytes[span.range].first == UInt8(ascii: "[")
    else { return FixIt("write each environment as a key of its own: `test: {}`") }
    return FixIt(
      "write each environment as a key of its own", replacing: .span(span),
      with: "{ \(names.map { "\($0): {}" }.joined(separator: ", ")) }")
  }

  /// Returns the fix of `retry: 5`; nil for any other text.
  private static func retryOfAttempts(_ node: YAMLNode) -> FixIt? {
    guard node.kind == .scalar, !node.hasTag, let attempts = Scalars.integer(node.text) as Int?,
      attempts > 0
    else { return nil }
    return FixIt(
      "give it the number of attempts", replacing: .span(node.span),
      with: "{ attempts: \(attempts) }")
  }

  /// Returns the fix of `timeouts: 5s`; nil for any other text.
  private static func timeoutsOfOne(_ node: YAMLNode) -> FixIt? {
    guard node.kind == .scalar, !node.hasTag, Duration(configurationText: node.text) != nil
    else { return nil }
    return FixIt(
      "give it to each hook", replacing: .span(node.span),
      with: "{ start: \(node.text), stop: \(node.text) }")
  }

  /// Returns the fix that makes a list of a name; nil for any other node.
  private static func listOfOne(_ node: YAMLNode, separator: Character? = nil) -> FixIt? {
    guard node.kind == .scalar, !node.hasTag, !node.isNothing,
      Name.isKey(node.text.filter { $0 != separator }),
      !node.text.hasPrefix("-")
    else { return nil }
    return FixIt(
      "make it a list of one", replacing: .span(node.span), with: "[\(node.text)]",
      isCertain: true)
  }

  /// Returns the fix of names with commas between them; nil for any other node.
  private static func listOfSeveral(_ node: YAMLNode) -> FixIt? {
    guard node.kind == .scalar, !node.hasTag, node.textCount <= 1_024 else { return nil }
    let names = node.text.split(separator: ",").map(\.trimmed)
    guard names.count > 1, names.allSatisfy({ Name.isKey($0) }) else { return nil }
    return FixIt(
      "put the names in brackets", replacing: .span(node.span),
      with: "[\(names.joined(separator: ", "))]")
  }

  /// Returns the error of a YAML tag that the format does not have.
  static func unknownTag(_ tag: String, of node: YAMLNode) -> Diagnostic {
    let shown = tag.hasPrefix("tag:yaml.org,2002:") ? "!!\(tag.dropFirst(18))" : tag
    let names = YAMLTag.allCases.map(\.rawValue)
    return Diagnostic(
      .unknownYAMLTag, "no YAML tag is named `\(shown)`", at: node.tagPlace, "unknown YAML tag"
    )
    .note("the YAML tags are: \(names.joined(separator: ", "))")
    .fix(
      node.insteadOfTag(shown)
        ?? .didYouMean(
          anyOf: nearMisses(of: shown, in: names),
          // Of `!refa` without a key, more than the tag is missing.
          insteadOf: node.isNothing ? nil : shown, replacing: node.tagSpan)
    )
    .fix(
      shown.hasPrefix("!!")
        ? FixIt("leave it out: the factory's signature decides the type of a value") : nil)
  }
}

extension Diagnostic {
  /// Returns the diagnostic without the text of a node that holds the name of a credential and its value.
  func concealing(credentialIn node: YAMLNode) -> Diagnostic {
    guard node.kind == .scalar, !node.isFromProgram,
      SecretNames.withoutValue(node.text) != node.text
    else { return self }
    node.contentSpan.hide()
    return self
  }
}

extension Diagnostic.FixIt {
  /// Returns the fix of a field of a service in place of a section or of a service's key.
  static func fieldOfService(_ key: String) -> Self? {
    EntryField.named(key).map {
      .init("`\($0.name)` is a field of a service: indent it deeper than the service's key")
    }
  }
}

extension YAMLNode {
  /// How messages name the node: never with the text of a secret, nor with a long text.
  var description: String {
    guard let tag = knownTag, tag != .replace else {
      return kind == .scalar && isNull ? "nothing" : describedContent(empty: "an empty text")
    }
    return tag == .secret ? "a secret" : "`\(tag.rawValue)`"
  }

  /// How messages name the content of a node with a tag.
  var contentDescription: String {
    kind == .scalar && isNothing ? "nothing" : describedContent(empty: "nothing")
  }

  private func describedContent(empty: String) -> String {
    switch kind {
    case .mapping: return "a map"
    case .sequence: return "a list"
    case .scalar:
      let text = text
      if text.isEmpty { return empty }
      // The parser has hidden it: it is under the name of a credential.
      if !isFromProgram, contentSpan.isRedacted { return "a secret text, which is not shown" }
      return text.utf8.count > 64 ? "a long text" : "the text `\(SecretNames.withoutValue(text))`"
    }
  }
}
