import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The services of a map that are written on a wrong level: as fields of another service, or next to
/// `services:`.
struct MisplacedServices {
  let map: YAMLNode
  let services: [Member]
  /// Where their keys begin.
  private let places: Set<Int>

  /// Looks among the entries of a map that are no fields of it.
  init<Field: FieldName>(otherThan _: Field.Type, in map: YAMLNode) {
    self.map = map
    services = map.entries.filter { Self.isService($0.key, $0.value, otherThan: Field.self) }
      .map { Member(key: $0.key, value: $0.value) }
    places = Set(services.map(\.key.contentSpan.range.lowerBound))
  }

  /// Whether an entry is no field, but a service.
  ///
  /// What names its `type` may also be the misspelt `arguments` of a factory with such a parameter.
  static func isService<Field: FieldName>(
    _ key: YAMLNode, _ value: YAMLNode, otherThan _: Field.Type
  ) -> Bool {
    // At the top level, keys that begin with `x-` are the reader's own.
    Field.named(key) == nil && value.kind == .mapping && !value.hasTag
      && !key.text.hasPrefix("x-") && Statement.form(of: value) != nil && Name.isKey(key.text)
      && nearMisses(of: key.text, in: Field.namesOfValues).isEmpty
  }

  var keys: [String] { services.map(\.key.text) }

  /// Whether a key is one of theirs.
  func contains(_ key: SourceSpan) -> Bool {
    places.contains(key.range.lowerBound) && key.file == map.span.file
  }

  /// Whether a key is that of the first.
  func begins(with key: SourceSpan) -> Bool { services.first?.key.contentSpan == key }

  private var subject: String {
    services.count == 1
      ? "the service `\(keys[0])` is" : "the services \(quotedSome(keys)) are"
  }

  private var pronoun: String { services.count == 1 ? "it" : "them" }
}

// Next to `services:`.
extension MisplacedServices {
  /// The diagnostic of services next to `services:`, or nil if there are none; `place` says in the
  /// message where they are written.
  func diagnostic(_ place: String) -> Diagnostic? {
    guard !services.isEmpty else { return nil }
    let section = map.entries.first(where: { $0.key.text == "services" })
    var labels = services.prefix(5).map {
      Diagnostic.Label($0.key.place, "not under `services`")
    }
    if let section {
      labels.append(.init(section.key.place, "services belong under this key"))
    }
    let edits = (section.map { indenting(under: $0) } ?? indentingUnderNewSection).ifFew
    return Diagnostic(
      .unknownField,
      "\(subject) written \(place)",
      labels: labels,
      fixIts: [
        .init("put \(pronoun) under `services`", edits: edits ?? [], isCertain: edits != nil)
      ]
    )
  }

  /// The edits that make them a part of the section before them; nil where they do not follow it.
  private func indenting(
    under section: (key: YAMLNode, value: YAMLNode)
  ) -> [TextEdit]? {
    let own = Set(keys)
    guard section.value.kind == .mapping,
      let first = section.value.entries.first(where: { _ in true }),
      section.value.entries.allSatisfy({ !own.contains($0.key.text) }),
      let block = EntryLines(of: section.key), let inner = EntryLines(of: first.key),
      inner.indentation > block.indentation, follow(section.key)
    else { return nil }
    let blocks = services.compactMap { EntryLines($0) }
    guard blocks.count == services.count else { return nil }
    return blocks.flatMap { $0.indented(by: inner.indentation - block.indentation) }
  }

  /// The edits that put a key `services` before them; nil where they do not follow each other.
  private var indentingUnderNewSection: [TextEdit]? {
    let blocks = services.compactMap { EntryLines($0) }
    guard follow(nil), blocks.count == services.count, let first = blocks.first else { return nil }
    var edits = blocks.flatMap { $0.indented(by: 2) }
    edits[0].replacement =
      String(repeating: " ", count: first.indentation) + "services:\(first.lineBreak)"
      + edits[0].replacement
    return edits
  }

  /// Whether nothing is between them, nor between an entry and the first of them.
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
  /// The diagnostic of services that are fields of another entry, or nil if there are none.
  ///
  /// - Parameters:
  ///   - owner: The entry that has them as fields, for the message.
  ///   - key: The key of the entry; nil if it is not known.
  ///   - isFree: Whether a service of each key can be added where the entry is.
  /// - Returns: The diagnostic; nil if no service is misplaced.
  func diagnostic(inEntry owner: String, _ key: YAMLNode?, isFree: Bool) -> Diagnostic? {
    guard !services.isEmpty else { return nil }
    let outer = key.flatMap { EntryLines(of: $0) }
    var labels = services.prefix(5).map { service in
      Diagnostic.Label(
        service.key.place,
        EntryLines(service).map { "indented by \(spaces($0.indentation))" } ?? "a service")
    }
    if let key {
      labels.append(
        .init(
          key.place, outer.map { "indented by \(spaces($0.indentation))" } ?? ""))
    }
    let edits = outer.flatMap { outdenting(to: $0) }.ifFew
    return Diagnostic(
      .unknownField,
      "\(subject) written as \(services.count == 1 ? "a field" : "fields") of \(owner)",
      labels: labels,
      fixIts: [
        .init(
          edits == nil
            ? "put \(pronoun) directly under `services`" : "indent \(pronoun) like \(owner)",
          edits: edits ?? [], isCertain: edits != nil && isFree)
      ]
    )
  }

  /// The edits that give them the indentation of the entry that they are in; nil where what follows
  /// them belongs to it, or where nothing would be left of it.
  private func outdenting(to outer: EntryLines) -> [TextEdit]? {
    let blocks = services.compactMap { EntryLines($0) }
    guard blocks.count == services.count, map.count > services.count,
      Array(map.entries.map(\.key.span).suffix(services.count)) == services.map(\.key.span)
    else { return nil }
    var edits: [TextEdit] = []
    for block in blocks {
      guard let own = block.outdented(by: block.indentation - outer.indentation) else { return nil }
      edits += own
    }
    return edits
  }

  private func spaces(_ count: Int) -> String { "\(count) \(count == 1 ? "space" : "spaces")" }
}

extension [TextEdit]? {
  /// Nil where they are too many for one fix-it.
  fileprivate var ifFew: Self { flatMap { $0.count <= EntryLines.most ? $0 : nil } }
}

/// The lines of an entry that begins a line.
struct EntryLines {
  let file: SourceFile
  /// The spaces before the entry.
  let indentation: Int
  private let lines: ClosedRange<Int>

  /// The most lines that a fix-it changes; more are for a person.
  static let most = 500

  /// The line of a key; nil where it does not begin it.
  init?(of key: YAMLNode) { self.init(key, through: key) }

  /// An entry with its value.
  init?(_ member: Member) { self.init(member.key, through: member.value) }

  private init?(_ key: YAMLNode, through value: YAMLNode) {
    let span = key.span
    let end = max(span.range.lowerBound, value.span.range.upperBound - 1)
    let first = span.start.line
    let start = span.file.lineRange(first).lowerBound
    guard value.span.file == span.file, end >= span.range.lowerBound,
      span.file.bytes[start..<span.range.lowerBound].allSatisfy({ $0 == 0x20 })
    else { return nil }
    let last = span.file.lineColumn(at: end).line
    guard last - first < Self.most else { return nil }
    file = span.file
    indentation = span.range.lowerBound - start
    lines = first...last
  }

  /// The starts of the lines that hold something, with their spaces.
  private var starts: [(offset: Int, spaces: Int)] {
    lines.compactMap { number in
      let line = file.bytes[file.lineRange(number)]
      let spaces = line.prefix { $0 == 0x20 }.count
      return spaces == line.count ? nil : (line.startIndex, spaces)
    }
  }

  func indented(by spaces: Int) -> [TextEdit] {
    starts.map { start in
      .init(
        SourceSpan(file, start.offset..<start.offset), String(repeating: " ", count: spaces))
    }
  }

  /// Nil where a line has fewer spaces than have to go.
  func outdented(by spaces: Int) -> [TextEdit]? {
    guard spaces > 0, starts.allSatisfy({ $0.spaces >= spaces }) else { return nil }
    return starts.map { .init(SourceSpan(file, $0.offset..<$0.offset + spaces), "") }
  }

  /// How the first line ends.
  var lineBreak: String {
    let end = file.lineRange(lines.lowerBound).upperBound
    return file.bytes[end...].starts(with: [0x0D, 0x0A]) ? "\r\n" : "\n"
  }
}
