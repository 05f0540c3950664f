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
    let edits: [TextEdit]? = section.map { indenting(under: $0) } ?? indentingUnderNewSection
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
      let outer = section.key.indentation, let inner = first.key.indentation, inner > outer,
      follow(section.key)
    else { return nil }
    return services.indented(by: inner - outer)
  }

  /// The edits that insert a key `services` before them; nil if they do not follow each other.
  private var indentingUnderNewSection: [TextEdit]? {
    let key = services[0].key
    guard follow(nil), let outer = key.indentation, var edits = services.indented(by: 2) else {
      return nil
    }
    edits[0].replacement =
      String(repeating: " ", count: outer) + "services:\(key.lineBreak)" + edits[0].replacement
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
  func diagnostic(inEntry owner: String, _ key: YAMLNode?) -> Diagnostic? {
    guard !services.isEmpty else { return nil }
    func depth(_ key: YAMLNode?) -> String? {
      key?.indentation.map { "indented by \($0.counted("space"))" }
    }
    // Without another field, the entry would be empty.
    let isBlock = depth(key) != nil && !map.isInBraces && map.count > services.count
    return Diagnostic(
      .unknownField,
      "\(subject) written as \(services.count == 1 ? "a field" : "fields") of \(owner)",
      labels: services.prefix(5).map { .init($0.key.place, depth($0.key) ?? "a service") }
    )
    .label(key?.place, depth(key) ?? "")
    .fix(
      isBlock
        ? "indent \(pronoun) like \(owner)"
        : "put \(pronoun) directly under `services`"
          + (map.count > services.count
            ? "" : ", or write the whole key: \(wholeKeys(below: key).quoted(joinedBy: "or"))"))
  }
}

extension MisplacedServices {
  /// The keys with that of the entry in front, as other formats nest them: `web.links:`.
  private func wholeKeys(below key: YAMLNode?) -> [String] {
    services.prefix(3).map { "\(key?.text ?? "…").\($0.key.text):" }
  }
}

extension YAMLNode {
  /// Whether it is a map in braces, as in `{ a: 1 }`: commas and the closing brace share lines with
  /// its entries, so that no entry can be moved by its lines.
  var isInBraces: Bool {
    let range = contentSpan.range
    return kind == .mapping && !range.isEmpty
      && span.file.bytes[range.lowerBound] == UInt8(ascii: "{")
  }

  /// The spaces before a key; nil if other text is before it in its line.
  var indentation: Int? {
    let start = span.file.lineRange(span.start.line).lowerBound
    let before = span.file.bytes[start..<span.range.lowerBound]
    return before.allSatisfy { $0 == 0x20 } ? before.count : nil
  }

  /// The line break after its first line.
  var lineBreak: String {
    let end = span.file.lineRange(span.start.line).upperBound
    return span.file.bytes[end...].starts(with: [0x0D, 0x0A]) ? "\r\n" : "\n"
  }
}

extension [Member] {
  /// Returns the edits that add spaces to each line of entries; nil if one of them does not begin its
  /// line, or if they have more lines than one fix changes.
  func indented(by spaces: Int) -> [TextEdit]? {
    let mostLines = 500
    var edits: [TextEdit] = []
    for member in self {
      let (key, value) = (member.key.span, member.value.span)
      guard value.file == key.file, member.key.indentation != nil else { return nil }
      let end = Swift.max(key.range.lowerBound, value.range.upperBound - 1)
      var last = key.file.lineColumn(at: end).line
      // Where only its own lines were moved to the left, those of the services that follow are right.
      let nested = MisplacedServices(otherThan: EntryField.self, in: member.value).services
      if let first = nested.first {
        guard first.key.indentation == member.key.indentation.map({ $0 + spaces }),
          member.value.entries.suffix(nested.count).map(\.key.span) == nested.map(\.key.span)
        else { return nil }
        last = first.key.span.start.line - 1
      }
      let lines = key.start.line...Swift.max(key.start.line, last)
      guard lines.count + edits.count <= mostLines else { return nil }
      for number in lines {
        let line = key.file.bytes[key.file.lineRange(number)]
        if line.allSatisfy({ $0 == 0x20 }) { continue }
        let start = line.startIndex
        edits.append(
          .init(SourceSpan(key.file, start..<start), String(repeating: " ", count: spaces)))
      }
    }
    return edits
  }
}
