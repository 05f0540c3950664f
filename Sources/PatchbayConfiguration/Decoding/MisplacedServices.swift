import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The services in a map that belong to another level: services written as fields of another
/// service, or next to `services:`.
struct MisplacedServices {
  let map: YAMLNode
  let services: [Member]
  /// The offsets of their keys.
  private let places: Set<Int>

  /// Finds the services among the entries of a map that are not fields.
  init<Field: FieldName>(otherThan _: Field.Type, in map: YAMLNode) {
    self.map = map
    services = map.entries.filter { Self.isService($0.key, $0.value, otherThan: Field.self) }
      .map { Member(key: $0.key, value: $0.value) }
    places = Set(services.map(\.key.contentSpan.range.lowerBound))
  }

  /// Returns whether an entry is a service instead of a field.
  ///
  /// A map with a `type` may also be the misspelled `arguments` of a factory with such a parameter.
  static func isService<Field: FieldName>(
    _ key: YAMLNode, _ value: YAMLNode, otherThan _: Field.Type
  ) -> Bool {
    // At the top level, keys that begin with `x-` are ignored.
    guard Field.named(key) == nil, FileField.named(key) == nil, value.kind == .mapping,
      !value.hasTag,
      !key.text.hasPrefix("x-"), Name.isKey(key.text)
    else { return false }
    // In a service, such a map may be a value; next to sections, it has nothing but fields.
    let isEntry =
      Statement.form(of: value) != nil
      || Field.self != EntryField.self && EntryField.named(key) == nil && !value.isEmpty
        && value.entries.allSatisfy { EntryField.named($0.key) != nil }
    return isEntry && nearMisses(of: key.text, in: Field.namesOfValues).isEmpty
  }

  var keys: [String] { services.map(\.key.text) }

  /// Returns whether a key is that of a misplaced service.
  func contains(_ key: SourceSpan) -> Bool {
    places.contains(key.range.lowerBound) && key.file == map.span.file
  }

  /// Returns whether a key is that of the first misplaced service.
  func begins(with key: SourceSpan) -> Bool { services.first?.key.contentSpan == key }

  private var subject: String {
    services.count == 1
      ? "the service `\(keys[0])` is" : "the services \(keys.someQuoted()) are"
  }

  private var pronoun: String { services.count == 1 ? "it" : "them" }
}

// Next to `services:`.
extension MisplacedServices {
  /// Returns the error of services that are written at a place next to `services:`; nil if there
  /// are none.
  func diagnostic(_ place: String) -> Diagnostic? {
    guard !services.isEmpty else { return nil }
    let section = map.entries.first(where: { $0.key.text == "services" })
    let edits = (section.map { indenting(under: $0) } ?? indentingUnderNewSection).ifFew
    return Diagnostic(
      .unknownField, "\(subject) written \(place)",
      labels: services.prefix(5).map { .init($0.key.place, "not under `services`") }
    )
    .label(section?.key.place, "services belong under this key")
    .fix(
      "put \(pronoun) under `services`", edits: edits ?? [],
      // Without a `type`, an entry may be a part of another one.
      isCertain: edits != nil && services.allSatisfy { Statement.form(of: $0.value) != nil })
  }

  /// Returns the edits that indent them into the section before them; nil if they do not follow it.
  private func indenting(
    under section: (key: YAMLNode, value: YAMLNode)
  ) -> [TextEdit]? {
    let own = Set(keys)
    guard section.value.kind == .mapping, !section.value.isInBraces,
      let first = section.value.entries.first(where: { _ in true }),
      section.value.entries.allSatisfy({ !own.contains($0.key.text) }),
      let block = EntryLines(of: section.key), let inner = EntryLines(of: first.key),
      inner.indentation > block.indentation, follow(section.key)
    else { return nil }
    return EntryLines.all(of: services)?.flatMap {
      $0.indented(by: inner.indentation - block.indentation)
    }
  }

  /// The edits that insert a key `services` before them; nil if they do not follow each other.
  private var indentingUnderNewSection: [TextEdit]? {
    guard follow(nil), let blocks = EntryLines.all(of: services), let first = blocks.first else {
      return nil
    }
    var edits = blocks.flatMap { $0.indented(by: 2) }
    edits[0].replacement =
      String(repeating: " ", count: first.indentation) + "services:\(first.lineBreak)"
      + edits[0].replacement
    return edits
  }

  /// Returns whether there are no other entries between them, nor between a key and the first of
  /// them.
  private func follow(_ key: YAMLNode?) -> Bool {
    let spans = map.entries.map(\.key.span)
    guard let first = spans.firstIndex(of: services[0].key.span) else { return false }
    guard Array(spans[first...].prefix(services.count)) == services.map(\.key.span) else {
      return false
    }
    return key.map { first > 0 && spans[first - 1] == $0.span } ?? true
  }
}

// As fields of another service.
extension MisplacedServices {
  /// Returns the error of services that are fields of another entry; nil if there are none.
  /// `isFree` says whether a service with a key can be added next to the entry.
  func diagnostic(inEntry owner: String, _ key: YAMLNode?, isFree: Bool) -> Diagnostic? {
    guard !services.isEmpty else { return nil }
    let outer = key.flatMap { EntryLines(of: $0) }
    func indentation(_ lines: EntryLines) -> String {
      "indented by \(lines.indentation.counted("space"))"
    }
    let edits = outer.flatMap { outdenting(to: $0) }.ifFew
    return Diagnostic(
      .unknownField,
      "\(subject) written as \(services.count == 1 ? "a field" : "fields") of \(owner)",
      labels: services.prefix(5).map { service in
        .init(service.key.place, EntryLines(service).map(indentation) ?? "a service")
      }
    )
    .label(key?.place, outer.map(indentation) ?? "")
    .fix(
      edits == nil
        ? "put \(pronoun) directly under `services`" : "indent \(pronoun) like \(owner)",
      edits: edits ?? [], isCertain: edits != nil && isFree)
  }

  /// Returns the edits that give them the indentation of the entry that contains them; nil if other
  /// fields follow them, or if the entry would be empty.
  private func outdenting(to outer: EntryLines) -> [TextEdit]? {
    guard !map.isInBraces, let blocks = EntryLines.all(of: services), map.count > services.count,
      Array(map.entries.map(\.key.span).suffix(services.count)) == services.map(\.key.span)
    else { return nil }
    var edits: [TextEdit] = []
    for block in blocks {
      guard let own = block.outdented(by: block.indentation - outer.indentation) else { return nil }
      edits += own
    }
    return edits
  }
}

extension [TextEdit]? {
  /// The edits; nil if there are too many for one fix.
  var ifFew: Self { flatMap { $0.count <= EntryLines.most ? $0 : nil } }
}
