import PatchbayDiagnostics

extension TreeBuilder {
  /// The node of an anchor.
  struct Anchor {
    var record: Int
    /// The number of the node's events, with aliases expanded.
    var events: Int
    /// The number of the node's levels; 0 for a scalar.
    var height: Int
    /// Whether the node is incomplete, so that an alias to it would contain itself.
    var isOpen: Bool
  }

  /// An alias whose anchor is not defined before it.
  struct UnknownAlias {
    var name: UInt32
    var range: Range<Int>
  }

  mutating func addAlias(_ event: YAMLEvent) throws(DiagnosticsError) {
    aliasCount += 1
    if aliasCount > limits.aliases {
      throw exceeded("aliases", limits.aliases, at: event.range) {
        "the file uses more than \($0) aliases"
      }
    }
    let isKey = beginsKey()
    var record = NodeRecord(.scalar, from: event.lower, to: event.upper)
    var height = 0
    if let anchor = anchors[event.anchor], !anchor.isOpen {
      height = anchor.height
      // The alias itself is counted already.
      eventCount += anchor.events - 1
      if eventCount > limits.events {
        throw exceeded(
          "events", limits.events, at: event.range,
          "what this alias refers to goes beyond the limit"
        ) { "with its aliases expanded, the file has more than \($0) parser events" }
      }
      if frames.count + height > limits.depth {
        throw tooDeep(event.range, "what this alias refers to is too deep here")
      }
      record.kind = .alias
      record.first = UInt32(truncatingIfNeeded: anchor.record)
      repeated.append(records[anchor.record].range)
      if isKey {
        addAliasKey(&record)
      } else if frames.last?.isCredential == true, records[anchor.record].kind == .scalar {
        addCredential(records[anchor.record])
      }
    } else {
      isSound = false
      if anchors[event.anchor] != nil {
        diagnostics.append(
          Diagnostic(
            .undefinedAnchor, "an alias is inside the very node that it repeats",
            at: file.place(event.range), "this would contain itself endlessly"))
      } else {
        unknownAliases.append(UnknownAlias(name: event.anchor, range: event.range))
      }
      if isKey { drop(&record) }
    }
    records.append(record)
    finishChild(end: record.upperBound, height: height)
  }

  /// Returns the errors of aliases whose anchors do not exist, or only further down; of those in secrets
  /// without their names.
  func undefinedAnchors() -> [Diagnostic] {
    let names = reader.anchors
    // Edit distances cost the product of the lengths: names that are too long to type get no
    // suggestion.
    let longest = 64
    let known = anchors.keys.inStableOrder(by: <).compactMap { names.name($0) }
      .filter { $0.utf8.count <= longest }
    // All that is read of it is there, whatever else is wrong.
    let root = unknownAliases.isEmpty ? nil : tree.root
    var suggestions = 20
    return unknownAliases.map { alias in
      let place = SourceSpan(file, alias.range)
      guard !place.isRedacted, let name = names.name(alias.name) else {
        return Diagnostic(
          .undefinedAnchor, "an alias has no anchor above it in this file", at: place,
          "no node has this anchor")
      }
      let isLater = anchors[alias.name] != nil
      let diagnostic = Diagnostic(
        .undefinedAnchor,
        isLater
          ? "the alias `*\(name)` precedes its anchor `&\(name)`"
          : "no anchor `&\(name)` is defined in this file",
        at: place,
        isLater ? "an alias can only repeat what is above it" : "no node has this anchor"
      )
      guard !isLater, name.utf8.count <= longest, suggestions > 0 else { return diagnostic }
      suggestions -= 1
      let near = nearMisses(of: name, in: known)
      let isService = root?.definesService(name) ?? false
      return diagnostic.fixes(
        near.map {
          .init("did you mean `*\($0)`?", replacing: .span(place), with: "*\($0)")
        }
      )
      .fix(isService ? .reference(name, at: .span(place)) : nil)
      .fix(
        near.isEmpty && !isService
          ? .init(
            "an anchor is known only in its own file: define it above, or write its value here")
          : nil)
    }
  }
}

extension YAMLNode {
  /// Whether the file defines a service with a key, in the base or in an environment.
  fileprivate func definesService(_ key: String) -> Bool {
    ([self] + (self["environments"]?.entries.map(\.value) ?? []))
      .contains { $0["services"]?[key] != nil }
  }
}
