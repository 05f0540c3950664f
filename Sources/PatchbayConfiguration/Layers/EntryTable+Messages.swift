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
    _ key: String, _ patch: Statement, _ stack: LayerStack, within hints: HintBudget
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
    let elsewhere = isRemoved ? [] : elsewhere(key, stack, hints)
    return diagnostic.mentioning(self[key], elsewhere, similar(key, isRemoved, elsewhere, hints)) {
      let which = $0.count == 1 ? "the environment `\($0[0].environment)`" : "those environments"
      return "to change it there, say this for \(which)"
    }
    .fix(
      isSwift
        ? "to add a new service instead, write `Define` or `Provide`"
        : "to add a new \(noun) instead, give it a `type`")
  }

  /// A program's change of an alias.
  func changeOfAlias(_ alias: Entry, _ change: Statement) -> Diagnostic {
    let target = alias.definition["alias"]?.text ?? ""
    return Diagnostic(
      .patchWithoutBase, "`\(alias.key)` is changed here, but it is an alias of `\(target)`",
      at: change.origin.place, "`Change` changes an existing service"
    )
    .label(alias.origin.place, "defined as an alias here")
    .fix("change `\(target)`, or write a new `Alias`")
  }

  func removeWithoutBase(
    _ key: String, _ removal: Statement, _ stack: LayerStack, within hints: HintBudget
  ) -> Diagnostic {
    let isRemoved = self[key]?.state == .removed
    let diagnostic = Diagnostic(
      .removeWithoutBase,
      "`\(key)` is removed here, but "
        + (isRemoved ? "a lower layer removed it already" : "no lower layer defines it"),
      at: removal.origin.place, "there is nothing to remove")
    let elsewhere = isRemoved ? [] : elsewhere(key, stack, hints)
    return diagnostic.mentioning(self[key], elsewhere, similar(key, isRemoved, elsewhere, hints)) {
      _ in "leave it out: what is not defined need not be removed"
    }
  }

  /// Where other environments define a service; templates of other environments are no help.
  private func elsewhere(
    _ key: String, _ stack: LayerStack, _ hints: HintBudget
  ) -> [Elsewhere] {
    kind == .services ? stack.others.definitions(ofService: key, within: hints) : []
  }

  /// The entry of the most similar key; nil where there is a better hint.
  private func similar(
    _ key: String, _ isRemoved: Bool, _ elsewhere: [Elsewhere], _ hints: HintBudget
  ) -> Entry? {
    guard !isRemoved, elsewhere.isEmpty else { return nil }
    return nearMisses(of: key, in: definedKeys, within: hints).first.flatMap { self[$0] }
  }

  func patchWithoutEffect(_ key: String, _ patch: Statement) -> Diagnostic {
    let isSwift = patch.node.isFromProgram
    return Diagnostic(
      .patchWithoutEffect,
      isSwift ? "this changes nothing of `\(key)`" : "this patch of `\(key)` changes nothing",
      at: patch.origin.place, isSwift ? "says nothing" : "all that it says holds already"
    ).asWarning
  }
}

extension Diagnostic {
  /// Says where a key was removed, else which environments have it, else what was probably meant.
  fileprivate func mentioning(
    _ known: EntryTable.Entry?, _ elsewhere: [Elsewhere], _ similar: EntryTable.Entry?,
    _ advice: ([Elsewhere]) -> String
  ) -> Diagnostic {
    if let known, known.state == .removed { return label(known.origin.place, "removed here") }
    if !elsewhere.isEmpty { return labels(elsewhere.labels("defined")).fix(advice(elsewhere)) }
    guard let similar else { return self }
    return label(similar.origin.place, "a similar key is defined here")
      .fix(.didYouMean(similar.key, replacing: labels.first?.place.span))
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
