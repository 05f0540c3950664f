import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryTable {
  private var noun: String { kind == .services ? "service" : "template" }

  func wrongEntry(_ node: YAMLNode, _ key: String) -> Diagnostic {
    if case .unknown(let tag) = node.tagKind { return .unknownTag(tag, of: node) }
    if node.knownTag == .remove { return .wrongRemoval(node) }
    return .wrongKind(node, "the \(noun) `\(key)`", mustBe: "a map of fields")
  }

  func wrongKey(_ text: String, _ key: YAMLNode, _ limit: Int) -> Diagnostic {
    guard text.utf8.count <= limit else {
      return Diagnostic(
        .limitExceeded,
        "a \(noun)'s key is longer than \(LimitWords.grouped(limit)) bytes",
        labels: [.init(key.place, "\(LimitWords.grouped(text.utf8.count)) bytes")],
        notes: [LimitWords.note("serviceKeyBytes", limit)],
        fixIts: [.init(LimitWords.advice("serviceKeyBytes"))]
      )
    }
    return Diagnostic(
      .wrongNodeKind,
      "`\(text)` cannot be the key of a \(noun)",
      labels: [.init(key.place, "expected letters, digits, `_`, `.` and `-`")],
      fixIts: missingSpace(text, key)
    )
  }

  /// A colon is part of a plain text where no space follows: `pool:{ type` is a key.
  private func missingSpace(_ text: String, _ key: YAMLNode) -> [Diagnostic.FixIt] {
    let bytes = Array(text.utf8)
    guard !key.isQuoted, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      colon + 1 < bytes.count, "{[!&*\"'".utf8.contains(bytes[colon + 1])
    else { return [] }
    let span = key.contentSpan
    let end = span.range.lowerBound + colon + 1
    return [
      .init(
        "put a space behind the `:` that ends the key",
        edits: [.init(SourceSpan(span.file, end..<end), " ")])
    ]
  }

  /// A patch of something that is not there, or no longer.
  func patchWithoutBase(
    _ key: String, _ say: Say, _ stack: LayerStack, within hints: HintBudget
  ) -> Diagnostic {
    let subject = stack.layers[say.layer].isOverlay ? "this overlay" : "this entry"
    let span = say.keyNode.contentSpan
    var diagnostic = Diagnostic(
      .patchWithoutBase,
      "\(subject) changes `\(key)`, but no lower layer defines it",
      labels: [.init(.span(span), "an entry without `type` changes an existing \(noun)")]
    )
    if let removed = self[key], removed.state == .removed {
      diagnostic.message = "\(subject) changes `\(key)`, but a lower layer removed it"
      diagnostic.labels.append(.init(removed.origin.place, "removed here"))
    } else if case let elsewhere = self.elsewhere(key, stack, hints), let first = elsewhere.first {
      diagnostic.labels += elsewhere.labels("defined")
      diagnostic.fixIts.append(
        .init(
          elsewhere.count == 1
            ? "to change it there, say this for the environment `\(first.environment)`"
            : "to change it there, say this for those environments"))
    } else if let near = nearMisses(of: key, in: definedKeys, within: hints).first,
      let entry = self[near]
    {
      diagnostic.labels.append(.init(entry.origin.place, "a similar key is defined here"))
      diagnostic.fixIts.append(.didYouMean(near, replacing: span))
    }
    diagnostic.fixIts.append(.init("to add a new \(noun) instead, give it a `type`"))
    return diagnostic
  }

  /// Where other environments define a service; templates of other environments are no help.
  private func elsewhere(
    _ key: String, _ stack: LayerStack, _ hints: HintBudget
  ) -> [Elsewhere] {
    kind == .services ? stack.others.definitions(ofService: key, within: hints) : []
  }

  func removeWithoutBase(
    _ key: String, _ say: Say, _ stack: LayerStack, within hints: HintBudget
  ) -> Diagnostic {
    let span = say.keyNode.contentSpan
    var diagnostic = Diagnostic(
      .removeWithoutBase,
      "`\(key)` is removed here, but no lower layer defines it",
      labels: [.init(.span(span), "there is nothing to remove")]
    )
    if let removed = self[key], removed.state == .removed {
      diagnostic.message = "`\(key)` is removed here, but a lower layer removed it already"
      diagnostic.labels.append(.init(removed.origin.place, "removed here"))
    } else if case let elsewhere = self.elsewhere(key, stack, hints), !elsewhere.isEmpty {
      diagnostic.labels += elsewhere.labels("defined")
      diagnostic.fixIts.append(.init("leave it out: what is not defined need not be removed"))
    } else if let near = nearMisses(of: key, in: definedKeys, within: hints).first,
      let entry = self[near]
    {
      diagnostic.labels.append(.init(entry.origin.place, "a similar key is defined here"))
      diagnostic.fixIts.append(.didYouMean(near, replacing: span))
    }
    return diagnostic
  }

  func patchWithoutEffect(_ key: String, _ say: Say) -> Diagnostic {
    Diagnostic(
      .patchWithoutEffect,
      severity: .warning,
      "this patch of `\(key)` changes nothing",
      labels: [.init(say.keyNode.place, "all that it says holds already")]
    )
  }
}

extension Diagnostic {
  /// A `!replace` above nothing.
  static func replaceWithoutBase(_ node: YAMLNode, _ subject: String) -> Diagnostic {
    Diagnostic(
      .replaceWithoutBase,
      "\(subject) is marked `!replace`, but no lower layer gives it",
      labels: [Label(node.tagPlace, "there is nothing to replace")],
      fixIts: [FixIt("leave the mark out")]
    )
  }

  /// A `!remove` above nothing.
  static func removeWithoutBase(_ node: YAMLNode, _ subject: String) -> Diagnostic {
    Diagnostic(
      .removeWithoutBase,
      "\(subject) is removed here, but no lower layer gives it",
      labels: [Label(node.wholePlace, "there is nothing to remove")]
    )
  }

  /// A `!remove` with something behind it.
  static func wrongRemoval(_ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .wrongNodeKind,
      "`!remove` stands alone, found \(node.contentWords)",
      labels: [Label(node.wholePlace, "expected nothing behind it")]
    )
  }

  /// An `!append` or `!prepend` that no list lies under.
  static func appendWithoutList(
    _ node: YAMLNode, _ subject: String, below: SourcePlace?, _ words: String
  ) -> Diagnostic {
    let tag = node.knownTag?.rawValue ?? "!append"
    var labels = [Label(node.tagPlace, "needs a list to add to")]
    if let below { labels.append(Label(below, words)) }
    return Diagnostic(
      .appendWithoutList,
      "\(subject) is marked `\(tag)`, but \(below == nil ? words : "what lies below is no list")",
      labels: labels,
      fixIts: below == nil ? [FixIt("leave the mark out to give a new list")] : []
    )
  }
}
