import PatchbayDiagnostics

extension PlanDraft {
  /// Binds a parameter to the services with a tag: `!tagged handler`, or `!tagged { tag: handler, key: path }`.
  mutating func bindTagged(
    _ tag: Located, _ key: Located?, _ place: SourcePlace, _ use: ParameterUse
  ) -> BoundArgument? {
    if let key, use.parameter.kind != .serviceDictionary {
      report(keyForList(tag, key, place, use))
      return nil
    }
    guard let members = self.members[tag.text] else {
      // No service has the tag: `!tagged` then means an empty collection, but a tag similar to an
      // existing one is an error.
      let near = namesNear(unusedTag: tag.text)
      if near.isEmpty { return .services([]) }
      let user = nodes[use.node].key
      report(
        Diagnostic(
          .unknownTag, "`\(user)` takes the services tagged `\(tag.text)`, and no service is",
          at: tag.place, "no service carries this tag"
        )
        .didYouMean(tag.text, among: near, at: tag.place))
      return nil
    }
    let isWithin = canExpand(by: members.count, at: place) { _ in
      "the services tagged `\(tag.text)`"
    }
    guard isWithin else { return nil }
    var found: [(member: TagMember, service: BoundService)] = []
    var isHealthy = true
    // A service that collects a tag may have it, too, and so may the service that a decorator wraps: it is
    // not in its own list, as it would depend on itself.
    let user = original(of: owner(of: use.node))
    for member in members where member.index != user {
      let outermost = self.outermost(of: member.index)
      switch addEdge(outermost, nodes[member.index].key, .tagged(tag.text), place, use) {
      case .found(let bound)?: found.append((member, bound))
      case .absent?: break
      case nil: isHealthy = false
      }
    }
    guard isHealthy else { return nil }
    guard let key else {
      return .services(found.map { (nodes[$0.member.index].key, $0.service) })
    }
    let attribute = TagAttribute(tag: tag, key: key, place: place, user: nodes[use.node].key)
    guard let texts = texts(of: attribute, in: found.map(\.member)) else { return nil }
    return .services(zip(texts, found).map { ($0, $1.service) })
  }

  /// Returns the tags that services have and that are similar to one that none has; each such name is compared
  /// once, and the first hundred of them.
  private mutating func namesNear(unusedTag tag: String) -> [String] {
    let text = ExactText(tag)
    if let known = namesNearTags[text] { return known }
    guard namesNearTags.count < Self.mostCompared else { return [] }
    let near = nearMisses(of: tag, in: members.keys)
    namesNearTags[text] = near
    return near
  }

  private func keyForList(
    _ tag: Located, _ key: Located, _ place: SourcePlace, _ use: ParameterUse
  ) -> Diagnostic {
    argumentKind(
      use, "takes a list, found the key of a dictionary", key.place, "a list has no keys"
    )
    .fix(
      "write `\(place.spelling(yaml: "!tagged \(tag.text)", swift: ".tagged(\"\(tag.text)\")"))`",
      replacing: place, with: "!tagged \(ScalarText.written(tag.text))")
  }
}

/// An attribute of a tag whose texts are the keys of a dictionary: `!tagged { tag: handler, key: path }`.
private struct TagAttribute {
  let tag: Located
  let key: Located
  /// The place of the whole `!tagged`.
  let place: SourcePlace
  /// The key of the service that takes the dictionary.
  let user: String

  /// The label of the `!tagged` in the error of a member.
  var label: Diagnostic.Label {
    .init(place, "`\(user)` takes the services by their `\(key.text)`")
  }

  /// Returns the attribute of a member; nil if it has none.
  func entry(of member: TagMember) -> ConfigurationValue.Entry? {
    member.attributes.first { $0.key == key.text }
  }
}

// The texts of an attribute, as the keys of a dictionary.
extension PlanDraft {
  /// Returns the key of each member; nil if one has none or that of another, which is reported.
  private mutating func texts(of attribute: TagAttribute, in members: [TagMember]) -> [String]? {
    if let error = misspelt(attribute, in: members) {
      report(error)
      return nil
    }
    var texts: [String] = []
    var first: [String: (service: String, place: SourcePlace)] = [:]
    for member in members {
      let service = nodes[member.index].key
      guard let entry = attribute.entry(of: member) else {
        // A part of its entry that could not be read may contain it.
        if !nodes[member.index].isFaulty { report(missing(attribute, at: member)) }
        continue
      }
      let place = entry.value.provenance.via.isEmpty ? entry.value.place : entry.keyPlace
      switch entry.value.content {
      case .faulty: break
      case .scalar(let scalar) where entry.value.disclosure != .secret:
        if let other = first[scalar.text] {
          report(sameKeyTwice(attribute, by: service, at: place, and: other))
          continue
        }
        first[scalar.text] = (service, place)
        texts.append(scalar.text)
      // Only in a check, of which no plan is made.
      case .unknown where entry.value.disclosure != .secret: texts.append(service)
      default:
        let found =
          entry.value.disclosure == .secret
          ? "a secret, which keys would show" : entry.value.found
        report(
          Diagnostic(
            .wrongNodeKind,
            "the attribute `\(attribute.key.text)` of `\(service)` must be a text, found \(found)",
            at: place, "expected a text, a number or a Boolean"
          )
          .labels([attribute.label]))
      }
    }
    return texts.count == members.count ? texts : nil
  }

  /// Returns the error of an attribute that no member has, if they have a similar one.
  private func misspelt(_ attribute: TagAttribute, in members: [TagMember]) -> Diagnostic? {
    guard !members.contains(where: { attribute.entry(of: $0) != nil }) else { return nil }
    let names = Set(members.flatMap { $0.attributes.map(\.key) })
    let near = nearMisses(of: attribute.key.text, in: names)
    guard !near.isEmpty else { return nil }
    let (tag, key) = (attribute.tag.text, attribute.key)
    return Diagnostic(
      .missingField, "no service has the attribute `\(key.text)` in its tag `\(tag)`",
      at: key.place, "no attribute of this name"
    )
    .didYouMean(key.text, among: near, at: key.place)
  }

  private func missing(_ attribute: TagAttribute, at member: TagMember) -> Diagnostic {
    Diagnostic(
      .missingField,
      "the tag `\(attribute.tag.text)` of `\(nodes[member.index].key)` has no attribute "
        + "`\(attribute.key.text)`",
      at: member.place, "needs a `\(attribute.key.text)`"
    )
    .labels([attribute.label])
  }

  private func sameKeyTwice(
    _ attribute: TagAttribute, by service: String, at place: SourcePlace,
    and other: (service: String, place: SourcePlace)
  ) -> Diagnostic {
    Diagnostic(
      .duplicateKey,
      "`\(other.service)` and `\(service)` have the same `\(attribute.key.text)` in the tag `\(attribute.tag.text)`",
      at: place, "the same key again"
    )
    .label(other.place, "first given here")
    .labels([attribute.label])
  }
}
