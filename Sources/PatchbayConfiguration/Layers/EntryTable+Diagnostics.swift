import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// The diagnostics of keys and entries.
extension EntryTable {
  private var noun: String { kind == .services ? "service" : "template" }

  mutating func wrongEntry(
    _ key: YAMLNode, _ node: YAMLNode, in section: YAMLNode
  ) -> Diagnostic {
    if case .unknown(let tag) = node.tagKind { return .unknownTag(tag, of: node) }
    guard node.knownTag == .remove else {
      return .wrongKind(node, "the \(noun) `\(key.text)`", mustBe: "a map of fields")
        .fix(
          Self.misplacedField(key.text) ?? entry(of: node, key.text, in: section))
    }
    return Diagnostic(
      .wrongNodeKind, "`!remove` stands alone, found \(node.contentDescription)",
      at: node.wholePlace, "expected nothing behind it")
  }

  /// Returns the fix of a service that is a name: that of a type, or of another service.
  private mutating func entry(
    of node: YAMLNode, _ key: String, in section: YAMLNode
  ) -> Diagnostic.FixIt? {
    let isReference = node.knownTag == .ref
    guard node.kind == .scalar, !node.hasTag || isReference, !node.isNothing else { return nil }
    let text = node.text
    if let field = Self.fieldInText(node) { return field }
    let name = text.hasPrefix("@") ? String(text.dropFirst()) : text
    guard Name.isKey(name) else { return nil }
    let isKey =
      isReference || name != text || self[name] != nil
      || isAdvised() && section[name] != nil
    if kind == .services, isKey {
      return .init(
        "to give the service `\(name)` another key, write an alias",
        replacing: .span(node.span), with: "{ alias: \(name) }")
    }
    return removal(of: key, node)
      ?? .init(
        "write the name of the type in a map", replacing: .span(node.span),
        with: "{ type: \(name) }")
  }

  private static let adviceToRemove = "to remove it in this layer, write `!remove`"
  private static let adviceToLeaveOut = "leave it out: what is not defined need not be removed"

  /// Returns the fix of `mailer: false` and `mailer: remove`, which are meant as `!remove`; nil for
  /// any other.
  private func removal(of key: String, _ node: YAMLNode) -> Diagnostic.FixIt? {
    guard
      ["false", "off", "no", "disabled", "none", "remove", "removed"]
        .contains(node.text.lowercased())
    else { return nil }
    // An entry with an error is there, too.
    guard let state = self[key]?.state, state != .removed else {
      return .init(Self.adviceToLeaveOut)
    }
    return .init(Self.adviceToRemove, replacing: .span(node.span), with: "!remove")
  }

  /// Returns the fix of `type:Green` and `type = Green`, which are texts to YAML; nil for any other.
  private static func fieldInText(_ node: YAMLNode) -> Diagnostic.FixIt? {
    let text = node.text
    guard !node.isQuoted, let sign = text.firstIndex(where: { ":=".contains($0) }) else {
      return nil
    }
    let name = text[..<sign].trimmed
    let value = text[text.index(after: sign)...].trimmed
    guard let field = EntryField.named(name), !value.isEmpty,
      value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      !value.contains(where: { ":{}[],#\"'".contains($0) })
    else { return nil }
    // Behind a key, a field needs braces.
    let before = node.span.file.bytes[..<node.span.range.lowerBound].reversed()
      .prefix { $0 != 0x0A && $0 != 0x0D }
    let isOnOwnLine = before.allSatisfy { $0 == 0x20 }
    let entry = "\(field.name): \(value)"
    let written = isOnOwnLine ? entry : "{ \(entry) }"
    return .init(
      "a field is its name, a colon and a space: write `\(written)`",
      replacing: .span(node.span), with: written)
  }

  /// Returns the fix of an entry whose key is that of a field or of a section.
  static func misplacedField(_ key: String) -> Diagnostic.FixIt? {
    let section = key.hasPrefix("_") ? String(key.dropFirst()) : key
    return .fieldOfService(key)
      ?? FileField.named(section).map {
        .init("`\($0.name)` is a section of the file: write it at the left edge")
      }
  }

  func wrongKey(_ text: String, _ key: YAMLNode, _ limit: Int) -> Diagnostic {
    guard text.utf8.count <= limit else {
      return Diagnostic(
        .limitExceeded, "a \(noun)'s key is longer than \(limit.grouped) bytes",
        at: key.place, "\(text.utf8.count.grouped) bytes"
      )
      .limit("serviceKeyBytes", limit)
    }
    return Diagnostic(
      .wrongNodeKind, "`\(text)` cannot be the key of a \(noun)",
      at: key.place, "expected letters, digits, `_`, `.` and `-`"
    )
    .fix(missingSpace(text, key))
  }

  /// Returns the fix for a key such as `pool:{ type`: without a space after it, a colon is part of
  /// a plain text.
  private func missingSpace(_ text: String, _ key: YAMLNode) -> Diagnostic.FixIt? {
    let bytes = Array(text.utf8)
    guard !key.isQuoted, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      colon + 1 < bytes.count, "{[!&*\"'".utf8.contains(bytes[colon + 1])
    else { return nil }
    let span = key.contentSpan
    let end = span.range.lowerBound + colon + 1
    return .init(
      "put a space behind the `:` that ends the key",
      replacing: .span(SourceSpan(span.file, end..<end)), with: " ")
  }

  mutating func patchWithoutBase(
    _ key: String, _ patch: Statement, _ stack: LayerStack
  ) -> Diagnostic {
    let isSwift = patch.node.isFromProgram
    let subject = stack.layers[patch.layer].isOverlay ? "this overlay" : "this entry"
    let fact = isSwift ? "`\(key)` is changed here" : "\(subject) changes `\(key)`"
    let isRemoved = self[key]?.state == .removed
    let diagnostic = Diagnostic(
      .patchWithoutBase,
      "\(fact), but \(isRemoved ? "a lower layer removed it" : "no lower layer defines it")",
      at: patch.origin.place,
      isSwift
        ? "`Change` changes an existing service"
        : "an entry without `type` changes an existing \(noun)"
    )
    // A service may have the name of a field, and be defined elsewhere.
    if !isSwift, !isRemoved, let fixIt = Self.misplacedField(key),
      stack.others.definitions(ofService: key).isEmpty
    {
      return diagnostic.fix(fixIt)
    }
    return explained(diagnostic, key, stack) {
      let which = $0.count == 1 ? "the environment `\($0[0].environment)`" : "those environments"
      return "to change it there, say this for \(which)"
    }
    .fix(
      isSwift
        ? "to add a new service instead, write `Define` or `Provide`"
        : "to add a new \(noun) instead, give it a `type`")
  }

  func changeOfAlias(_ alias: Entry, _ change: Statement) -> Diagnostic {
    let target = alias.definition["alias"]?.text ?? ""
    return Diagnostic(
      .patchWithoutBase, "`\(alias.key)` is changed here, but it is an alias of `\(target)`",
      at: change.origin.place, "`Change` changes an existing service"
    )
    .label(alias.origin.place, "defined as an alias here")
    .fix("change `\(target)`, or write a new `Alias`")
  }

  mutating func removeWithoutBase(
    _ key: String, _ removal: Statement, _ stack: LayerStack
  ) -> Diagnostic {
    let isRemoved = self[key]?.state == .removed
    let diagnostic = Diagnostic(
      .removeWithoutBase,
      "`\(key)` is removed here, but "
        + (isRemoved ? "a lower layer removed it already" : "no lower layer defines it"),
      at: removal.origin.place, "there is nothing to remove")
    return explained(diagnostic, key, stack) { _ in
      Self.adviceToLeaveOut
    }
  }

  /// Returns a diagnostic with the place where the key was removed, or the environments that define
  /// it, or a similar key.
  private mutating func explained(
    _ diagnostic: Diagnostic, _ key: String, _ stack: LayerStack,
    _ advice: ([Elsewhere]) -> String
  ) -> Diagnostic {
    if let known = self[key], known.state == .removed {
      return diagnostic.label(known.origin.place, "removed here")
    }
    // Templates of other environments cannot be used.
    guard isAdvised() else { return diagnostic }
    let elsewhere = kind == .services ? stack.others.definitions(ofService: key) : []
    guard elsewhere.isEmpty else {
      return diagnostic.labels(elsewhere.labels("defined")).fix(advice(elsewhere))
    }
    let near = nearMisses(of: key, in: definedKeys).first
    guard let similar = near.flatMap({ self[$0] }) else { return diagnostic }
    return diagnostic.label(similar.origin.place, "a similar key is defined here")
      .fix(.didYouMean(anyOf: [similar.key], replacing: diagnostic.labels.first?.place.span))
  }

  func patchWithoutEffect(_ key: String, _ patch: Statement) -> Diagnostic {
    let isSwift = patch.node.isFromProgram
    return Diagnostic(
      .patchWithoutEffect,
      isSwift ? "this changes nothing of `\(key)`" : "this patch of `\(key)` changes nothing",
      at: patch.origin.place, isSwift ? "says nothing" : "all that it says holds already"
    )
    .asWarning
    .fix(
      !isSwift && patch.node.isNothing
        ? .init(Self.adviceToRemove) : nil)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let head = drop { $0 == " " }
    return String(head.reversed().drop { $0 == " " }.reversed())
  }
}
