import PatchbayDiagnostics

/// How a declared type reads a text: what it accepts, without running code of the program on a text
/// that no one wrote.
package struct TextReader: Sendable {
  /// The declared type.
  let type: TypeName
  /// A description of valid texts, as the end of "must be …".
  let expectation: String
  /// The texts of an enum's cases or of a Bool; empty for any other type.
  let cases: [String]
  /// Whether no text but the cases is valid: the number of a case has several spellings.
  let isClosed: Bool
  /// The characters that parts of a valid text consist of, and those that it can begin and end with;
  /// nil if any are possible.
  let letters: Letters?
  /// Whether the type has rules of its own, which are only asked about texts that somebody wrote.
  let isOpaque: Bool
  /// Returns whether a text is valid.
  let accepts: @Sendable (String) -> Bool

  /// The characters of a type's texts.
  struct Letters: Sendable {
    let all: String
    let first: String
    let last: String
  }

  /// Returns the reader of a type; nil if it does not read one text, or does so with code that a
  /// check cannot know.
  package init?(_ type: any Decodable.Type) {
    if let optional = type as? any OptionalDecodable.Type {
      guard let reader = TextReader(optional.wrapped) else { return nil }
      self = reader
      return
    }
    switch type {
    case is String.Type:
      self.init(type, "a text", accepts: { _ in true })
    case is Bool.Type:
      self.init(type, "`true` or `false`", cases: ["true", "false"], isClosed: true)
    case is Double.Type, is Float.Type:
      self.init(
        type, "a number",
        letters: Letters(all: "0123456789+-.eE_infa", first: "0123456789+-.", last: "0123456789.fn")
      )
    case let integer as any (FixedWidthInteger & Decodable).Type:
      self.init(
        type, integer.expectation,
        letters: Letters(
          all: "0123456789+-_xobabcdefABCDEF", first: "0123456789+-", last: "0123456789abcdefABCDEF"
        ))
    case is Duration.Type:
      self.init(
        type, Duration.configurationExpectation,
        letters: Letters(all: "0123456789.smhdnu", first: "0123456789", last: "smhd"))
    case let readable as any ConfigurationDecodable.Type:
      self.init(type, readable.configurationExpectation, isOpaque: true)
    case let enumeration as any (RawRepresentable & Decodable).Type:
      guard Self.hasScalarRawValue(enumeration) else { return nil }
      let hasTexts = Self.isEnumOfTexts(enumeration)
      let cases = legalRawTexts(of: type)
      self.init(
        type,
        cases.isEmpty
          ? "one of the values of `\(TypeName(type))`"
          : cases.count == 1 ? "`\(cases[0])`" : "one of \(cases.quoted(joinedBy: "or"))",
        cases: cases, isClosed: hasTexts && !cases.isEmpty,
        isOpaque: cases.isEmpty || !hasTexts && !Self.isEnum(enumeration))
    default: return nil
    }
  }

  private init(
    _ type: any Decodable.Type, _ expectation: String, cases: [String] = [],
    isClosed: Bool = false, letters: Letters? = nil, isOpaque: Bool = false,
    accepts: (@Sendable (String) -> Bool)? = nil
  ) {
    self.type = TypeName(type)
    self.expectation = expectation
    self.cases = cases
    self.isClosed = isClosed
    self.letters = letters
    self.isOpaque = isOpaque
    let name = TypeName(type)
    self.accepts =
      accepts ?? { text in
        (name.type as? any Decodable.Type).map { isReadable(text, as: $0) } ?? true
      }
  }

  private static func hasScalarRawValue<Value: RawRepresentable & Decodable>(
    _ type: Value.Type
  ) -> Bool {
    guard let raw = Value.RawValue.self as? any Decodable.Type else { return false }
    return raw == String.self || raw is any FixedWidthInteger.Type
  }

  private static func isEnumOfTexts<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
    Value.RawValue.self == String.self && isEnum(type)
  }

  /// Whether a type is an enum that lists its cases: other types may accept more than they list.
  private static func isEnum(_ type: Any.Type) -> Bool {
    func first<Value: CaseIterable>(_ type: Value.Type) -> Any? { type.allCases.first }
    guard let type = type as? any CaseIterable.Type, let value = first(type) else { return false }
    return Mirror(reflecting: value).displayStyle == .enum
  }

  /// Whether some text could be valid that has given parts around unknown ones.
  func canRead(_ pieces: [UnknownText.Piece]) -> Bool {
    var known: [String] = []
    for case .text(let text) in pieces { known.append(text) }
    guard !known.isEmpty else { return true }
    let begins = if case .text = pieces[0] { true } else { false }
    let ends = if case .text = pieces[pieces.count - 1] { true } else { false }
    if isClosed {
      return cases.contains { Self.matches($0, known, begins: begins, ends: ends) }
    }
    guard let letters else { return true }
    return known.allSatisfy { $0.allSatisfy(letters.all.contains) }
      && (!begins || known[0].first.map(letters.first.contains) ?? true)
      && (!ends || known[known.count - 1].last.map(letters.last.contains) ?? true)
  }

  /// Returns whether a text contains parts in order, at its begin and end where nothing unknown is.
  private static func matches(
    _ text: String, _ parts: [String], begins: Bool, ends: Bool
  ) -> Bool {
    var rest = Array(text.utf8)[...]
    var middle = parts[...]
    if begins, let first = middle.popFirst() {
      guard rest.starts(with: first.utf8) else { return false }
      rest = rest.dropFirst(first.utf8.count)
    }
    if ends, let last = middle.popLast() {
      guard rest.reversed().starts(with: last.utf8.reversed()) else { return false }
      rest = rest.dropLast(last.utf8.count)
    }
    for part in middle {
      let bytes = Array(part.utf8)
      guard let start = rest.indices.first(where: { rest[$0...].starts(with: bytes) }) else {
        return false
      }
      rest = rest[(start + bytes.count)...]
    }
    return true
  }
}

/// An optional, which reads what it wraps.
protocol OptionalDecodable {
  static var wrapped: any Decodable.Type { get }
}

extension Optional: OptionalDecodable where Wrapped: Decodable {
  static var wrapped: any Decodable.Type { Wrapped.self }
}

/// Returns whether a type reads a text as one from outside the configuration.
private func isReadable(_ text: String, as type: any Decodable.Type) -> Bool {
  let origin = Origin(place: .file(""), layer: 0)
  let value = ConfigurationValue(.scalar(.init(text, isQuoted: true)), Provenance(origin))
  return mismatch(of: value, as: type) == nil
}

/// Returns why a value cannot be read as a type; nil if it can.
func mismatch(of value: ConfigurationValue, as type: any Decodable.Type) -> ValueMismatch? {
  func decode<Value: Decodable>(_ type: Value.Type) -> ValueMismatch? {
    do throws(ValueMismatch) {
      _ = try decodeValue(type, from: value)
      return nil
    } catch {
      return error
    }
  }
  return decode(type)
}
