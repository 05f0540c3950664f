import PatchbayDiagnostics

// What was probably meant by a value in place of a service.
extension PlanDraft {
  /// Returns the fix of a value that names a service, a type or a tag without its YAML tag: `pool`,
  /// `@pool`, `{ ref: pool }`; nil if it names nothing that is known.
  func referenceInstead(
    of value: ConfigurationValue, _ use: ParameterUse, isForList: Bool = false
  ) -> Diagnostic.FixIt? {
    guard value.disclosure == .open, value.provenance.via.isEmpty else { return nil }
    switch value.content {
    case .null: return reference(insteadOfAnchorBefore: value)
    case .map(let entries): return reference(insteadOf: entries, value)
    case .scalar(let scalar):
      guard let name = ForeignSpelling.name(in: scalar.text) else { return nil }
      let isFree = meanings[name] == nil
      if isForList, isFree, members[name] != nil {
        return .init(
          "for all services with the tag `\(name)`, write `!tagged \(name)`",
          replacing: value.place, with: "!tagged \(name)")
      }
      if isFree, nodes[use.node].isDecorator, name.split(separator: ".").last == "inner" {
        let inner = value.place.spelling(yaml: "!inner", swift: ".inner")
        return .init(
          "for the service that `\(nodes[use.node].key)` decorates, write `\(inner)`",
          replacing: value.place, with: "!inner")
      }
      return reference(to: name, insteadOf: value, use) { isForList ? "[\($0)]" : $0 }
    default: return nil
    }
  }

  /// Handles the key of a service, as it is or misspelled, and the name of a type.
  private func reference(
    to name: String, insteadOf value: ConfigurationValue, _ use: ParameterUse,
    _ written: (String) -> String
  ) -> Diagnostic.FixIt? {
    if case .service = meanings[name], !isOwn(name, of: use.node) {
      let reference = value.place.spelling(
        yaml: "a `!ref` reference", swift: "`.reference(\"\(name)\")`")
      return .init(
        "to refer to the service `\(name)`, write \(reference)", replacing: value.place,
        with: written("!ref \(name)"), isCertain: certainlyFits(name, use))
    }
    if catalog.entries[name] != nil {
      let own = nodes[owner(of: use.node)].key
      return service(insteadOfType: name, at: value.place, besides: [own]) { key in
        written(key.map { "!ref \($0)" } ?? "!inline { type: \(name) }")
      }
    }
    let fitting = offers[use.parameter.contract].lazy.filter { !isOwn($0, of: use.node) }
      .map { nodes[$0].key }
    return nearMisses(of: name, in: fitting, limit: 1).first.map {
      .init(
        "did you mean the service `\($0)`?", replacing: value.place, with: written("!ref \($0)"))
    }
  }

  /// Returns the fix of a type's name in place of a service: the services that have the type. `written`
  /// returns the text that refers to the only one; to a new one, if its key is nil.
  func service(
    insteadOfType type: String, at place: SourcePlace, besides own: [String],
    _ written: (String?) -> String?
  ) -> Diagnostic.FixIt? {
    let keys: [String] = nodes.lazy.filter {
      $0.owner == nil && !$0.isDecorator && $0.typeName?.text == type
    }.map(\.key).filter { !own.contains($0) }
    let advice =
      switch keys.count {
      case 0:
        "define a service with it and refer to its key, or write `!inline { type: \(type) }`"
      case 1: "refer to the service with this type, `\(keys[0])`"
      default: "refer to a service with this type, \(keys.quoted(first: 5))"
      }
    let text = keys.count > 1 ? nil : written(keys.first)
    return .init(
      "`\(type)` is a type: \(advice)", replacing: text == nil ? nil : place, with: text ?? "")
  }

  /// Handles `&pool`, which is the anchor of a blank value to YAML.
  private func reference(insteadOfAnchorBefore value: ConfigurationValue) -> Diagnostic.FixIt? {
    guard let span = value.place.span, span.range.isEmpty else { return nil }
    let bytes = span.file.bytes[..<span.range.lowerBound]
    guard let sign = bytes.lastIndex(of: UInt8(ascii: "&")) else { return nil }
    let key = String(decoding: bytes[(sign + 1)...].prefix { $0.isKeyCharacter }, as: UTF8.self)
    let end = sign + 1 + key.utf8.count
    guard bytes[end...].allSatisfy({ $0 == 0x20 }), case .service = meanings[key] else {
      return nil
    }
    return .init(
      "`&\(key)` is an anchor of YAML: to refer to the service `\(key)`, write a `!ref` reference",
      replacing: .span(SourceSpan(span.file, sign..<end)), with: "!ref \(key)")
  }

  /// Handles a map in place of a YAML tag: `{ ref: pool }`, and a service's fields without `!inline`.
  private func reference(
    insteadOf entries: [ConfigurationValue.Entry], _ value: ConfigurationValue
  ) -> Diagnostic.FixIt? {
    if entries.contains(where: { $0.key == "type" }),
      entries.allSatisfy({ $0.key == "type" || $0.key == "arguments" })
    {
      return .init(
        "to define a service here, mark the map with `!inline`",
        edits: value.place.span.flatMap { TextEdit(taggingMapAt: $0, "!inline") }.map { [$0] } ?? []
      )
    }
    guard entries.count == 1, let tag = ForeignSpelling.tags[entries[0].key],
      case .scalar(let scalar) = entries[0].value.content, entries[0].value.disclosure == .open,
      ForeignSpelling.name(in: scalar.text) == scalar.text
    else { return nil }
    let written = "\(tag) \(scalar.text)"
    return .init(
      "a reference is a YAML tag and no map: write `\(written)`", replacing: value.place,
      with: written)
  }
}

/// How people who know another container write a reference or a scope.
enum ForeignSpelling {
  /// The YAML tags for which a key of a map is written: `{ ref: pool }`.
  static let tags = ["ref": "!ref", "$ref": "!ref", "tagged": "!tagged"]

  /// The built-in scopes by the names that other containers have for them.
  static let scopes = ["prototype": "transient", "unique": "transient", "shared": "singleton"]

  /// Returns the only name in a text, without the signs around it: `@pool`, `%pool%`, `{{ pool }}`,
  /// `ref(pool)`; nil if there are several.
  static func name(in text: String) -> String? {
    // A longer text is no name with signs around it.
    guard text.utf8.count <= 128 else { return nil }
    var words = text.utf8.split { !$0.isKeyCharacter }.map { String(Substring($0)) }
    if words.count == 2, words[0] == "ref" { words.removeFirst() }
    return words.count == 1 ? words[0] : nil
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
