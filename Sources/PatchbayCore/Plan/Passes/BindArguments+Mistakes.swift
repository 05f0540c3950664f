import PatchbayDiagnostics

// What was probably meant by a value in place of a service.
extension PlanDraft {
  /// Returns the fix of a key without `!ref`, as it is or as other containers write a reference,
  /// and of the name of a type in its place; nil if the value names nothing that is known.
  func writeReference(
    _ value: ConfigurationValue, _ use: ParameterUse, isForList: Bool = false
  ) -> Diagnostic.FixIt? {
    func written(_ reference: String) -> String { isForList ? "[\(reference)]" : reference }
    if case .null = value.content { return writeReference(insteadOfAnchorBefore: value) }
    guard case .scalar(let scalar) = value.content, value.disclosure == .open,
      value.provenance.via.isEmpty, let key = ForeignSpelling.key(in: scalar.text)
    else { return nil }
    if let inner = writeInner(insteadOf: key, value, use) { return inner }
    if case .service = meanings[key], !isOwn(key, of: use.node) {
      let reference = value.place.spelling(
        yaml: "a `!ref` reference", swift: "`.reference(\"\(key)\")`")
      return .init(
        "to refer to the service `\(key)`, write \(reference)", replacing: value.place,
        with: written("!ref \(key)"), isCertain: certainlyFits(key, use))
    }
    let type = catalog.entries[key] == nil ? ForeignSpelling.typeName(in: scalar.text) : key
    if let type, let entry = catalog.entries[type] {
      return writeService(of: entry, value, use, written)
    }
    let fitting = offers[use.parameter.contract].lazy.filter { !isOwn($0, of: use.node) }
      .map { nodes[$0].key }
    guard let near = nearMisses(of: key, in: fitting, limit: 1, within: hints).first else {
      return nil
    }
    return .init(
      "did you mean the service `\(near)`?", replacing: value.place,
      with: written("!ref \(near)"))
  }

  /// Handles `@.inner` and `@log.inner`, the names that other containers have for what a decorator wraps.
  private func writeInner(
    insteadOf key: String, _ value: ConfigurationValue, _ use: ParameterUse
  ) -> Diagnostic.FixIt? {
    guard nodes[use.node].isDecorator, key.split(separator: ".").last == "inner",
      meanings[key] == nil
    else { return nil }
    let inner = value.place.spelling(yaml: "!inner", swift: ".inner")
    return .init(
      "for the service that `\(nodes[use.node].key)` decorates, write `\(inner)`",
      replacing: value.place, with: "!inner")
  }

  /// Handles `&pool`, which is the anchor of a blank value to YAML.
  private func writeReference(
    insteadOfAnchorBefore value: ConfigurationValue
  ) -> Diagnostic.FixIt? {
    guard value.provenance.via.isEmpty, let span = value.place.span, span.range.isEmpty else {
      return nil
    }
    let bytes = span.file.bytes[..<span.range.lowerBound]
    guard let last = bytes.lastIndex(where: { $0 != 0x20 }),
      let sign = bytes[...last].lastIndex(where: { $0 <= 0x20 || $0 == UInt8(ascii: "&") }),
      bytes[sign] == UInt8(ascii: "&")
    else { return nil }
    let key = String(decoding: bytes[(sign + 1)...last], as: UTF8.self)
    guard case .service = meanings[key] else { return nil }
    return .init(
      "`&\(key)` is an anchor of YAML: to refer to the service `\(key)`, write a `!ref` reference",
      replacing: .span(SourceSpan(span.file, sign..<last + 1)), with: "!ref \(key)")
  }

  /// Handles the name of a type in place of a service.
  private func writeService(
    of entry: CatalogEntry, _ value: ConfigurationValue, _ use: ParameterUse,
    _ written: (String) -> String
  ) -> Diagnostic.FixIt? {
    guard hints.spend(nodes.count) else { return nil }
    let own = nodes[owner(of: use.node)].key
    let keys = keys(ofServicesWithType: entry.name).filter { $0 != own }
    switch keys.count {
    case 0:
      let inline = "!inline { type: \(entry.name) }"
      return .init(
        "`\(entry.name)` is a type: define a service with it and refer to its key, or write "
          + "`\(inline)`",
        replacing: value.place, with: written(inline))
    case 1:
      return .init(
        "`\(entry.name)` is a type: refer to the service with this type, `\(keys[0])`",
        replacing: value.place, with: written("!ref \(keys[0])"))
    default:
      return .init(
        "`\(entry.name)` is a type: refer to a service with this type, \(keys.quoted(first: 5))")
    }
  }

  /// Handles the name of a tag without `!tagged`.
  func writeTagged(_ value: ConfigurationValue) -> Diagnostic.FixIt? {
    guard case .scalar(let scalar) = value.content, value.disclosure == .open,
      value.provenance.via.isEmpty, let tag = ForeignSpelling.key(in: scalar.text),
      members[tag] != nil, meanings[tag] == nil
    else { return nil }
    return .init(
      "for all services with the tag `\(tag)`, write `!tagged \(tag)`", replacing: value.place,
      with: "!tagged \(tag)")
  }

  /// Handles a map in place of a YAML tag: `{ ref: pool }`, and a service's fields without `!inline`.
  func writeTag(_ value: ConfigurationValue, _ use: ParameterUse) -> Diagnostic.FixIt? {
    guard case .map(let entries) = value.content, value.provenance.via.isEmpty else { return nil }
    if entries.contains(where: { $0.key == "type" }),
      entries.allSatisfy({ $0.key == "type" || $0.key == "arguments" })
    {
      return .init(
        "to define a service here, mark the map with `!inline`",
        edits: value.place.span.flatMap { TextEdit(taggingMapAt: $0, "!inline") }.map { [$0] } ?? []
      )
    }
    guard entries.count == 1, let tag = ForeignSpelling.tag(for: entries[0].key),
      case .scalar(let scalar) = entries[0].value.content, entries[0].value.disclosure == .open,
      ForeignSpelling.key(in: scalar.text) == scalar.text
    else { return nil }
    let written = "\(tag) \(scalar.text)"
    return .init(
      "a reference is a YAML tag and no map: write `\(written)`", replacing: value.place,
      with: written)
  }
}

extension TextEdit {
  /// Creates the edit that puts a YAML tag before a map; nil where its place is not certain.
  fileprivate init?(taggingMapAt span: SourceSpan, _ tag: String) {
    let bytes = span.file.bytes
    let start = span.range.lowerBound
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "{") {
      self.init(SourceSpan(span.file, start..<start), "\(tag) ")
      return
    }
    // The tag of a map on lines of its own follows the colon of its key.
    let before = bytes[..<start].lastIndex { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D }
    guard let before, bytes[before] == UInt8(ascii: ":"), bytes[before..<start].contains(0x0A),
      // A comment may end with a colon, too.
      !bytes[..<before].reversed().prefix(while: { $0 != 0x0A }).contains(UInt8(ascii: "#"))
    else { return nil }
    self.init(SourceSpan(span.file, before + 1..<before + 1), " \(tag)")
  }
}
