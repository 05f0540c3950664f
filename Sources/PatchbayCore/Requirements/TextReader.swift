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
  /// How its texts are written.
  let shape: ValueShape
  /// Returns whether a text is valid.
  let accepts: @Sendable (String) -> Bool

  /// Returns the reader of a type; nil if it does not read one text, or does so with code that a
  /// check cannot know.
  package init?(_ type: any Decodable.Type) {
    if let wrapped = TypeName(type).optional?.wrapped as? any Decodable.Type {
      guard let reader = TextReader(wrapped) else { return nil }
      self = reader
      return
    }
    switch type {
    case is String.Type: self.init(type, .text, "a text", accepts: { _ in true })
    case is Bool.Type: self.init(type, .flag, "`true` or `false`", cases: ["true", "false"])
    case is Double.Type, is Float.Type: self.init(type, .number, "a number")
    case let integer as any (FixedWidthInteger & Decodable).Type:
      self.init(type, .integer(integer), integer.expectation)
    case is Duration.Type: self.init(type, .duration, Duration.configurationExpectation)
    case let readable as any ConfigurationDecodable.Type:
      let expectation = readable.configurationExpectation
      self.init(type, .readable(expectation), expectation)
    case let enumeration as any (RawRepresentable & Decodable).Type:
      let raw = Self.rawType(of: enumeration)
      let hasTexts = raw == String.self
      guard hasTexts || raw is any (FixedWidthInteger & Decodable).Type else { return nil }
      let cases = legalRawTexts(of: type)
      let expectation =
        cases.isEmpty
        ? "one of the values of `\(TypeName(type))`"
        : cases.count == 1 ? "`\(cases[0])`" : "one of \(cases.quoted(joinedBy: "or"))"
      // Other types than enums may accept more than they list. The number of a case has several spellings.
      let isListed = !cases.isEmpty && Self.isEnum(enumeration)
      self.init(
        type, isListed ? .cases(cases, isClosed: hasTexts) : .readable(expectation), expectation,
        cases: cases)
    default: return nil
    }
  }

  /// Returns the reader of a type that is a list of texts, from one text in which commas separate them;
  /// nil for any other type.
  package init?(listInOneText type: any Decodable.Type) {
    guard let list = type as? any PartwiseDecodable.Type, list.isList, let part = list.part,
      let element = TextReader(part)
    else { return nil }
    let isOfTexts = element.shape == .text
    self.init(
      type, .list(element.shape),
      isOfTexts
        ? "a list of texts, separated by commas"
        : "a list, separated by commas, of which each element is \(element.expectation)",
      accepts: { text in
        ConfigurationValue.Scalar.elements(of: text)?.allSatisfy {
          !$0.isEmpty && element.accepts($0)
        } ?? false
      })
  }

  private init(
    _ type: any Decodable.Type, _ shape: ValueShape, _ expectation: String, cases: [String] = [],
    accepts: (@Sendable (String) -> Bool)? = nil
  ) {
    let name = TypeName(type)
    (self.type, self.shape, self.expectation, self.cases) = (name, shape, expectation, cases)
    self.accepts =
      accepts ?? { text in
        (name.type as? any Decodable.Type).map { isReadable(text, as: $0) } ?? true
      }
  }

  private static func rawType<Value: RawRepresentable>(of type: Value.Type) -> Any.Type {
    Value.RawValue.self
  }

  /// Whether a type is an enum that lists its cases.
  private static func isEnum(_ type: Any.Type) -> Bool {
    func first<Value: CaseIterable>(_ type: Value.Type) -> Any? { type.allCases.first }
    guard let type = type as? any CaseIterable.Type, let value = first(type) else { return false }
    return Mirror(reflecting: value).displayStyle == .enum
  }

  /// Kinds of texts, of which no two have a text in common.
  enum Kind {
    case flag, number, duration

    /// The characters of its texts.
    var letters: String {
      switch self {
      case .flag: "truefals"
      case .number: "0123456789+-_.xoabcdefABCDEFin"
      case .duration: "0123456789.smhdnu"
      }
    }
  }

  /// What its texts are; nil if they may be of any kind.
  var kind: Kind? {
    switch shape {
    case .flag: .flag
    case .number, .integer: .number
    case .duration: .duration
    case .text, .cases, .readable, .list, .map, .unknown: nil
    }
  }

  /// Whether no text but the cases is valid.
  var isClosed: Bool {
    if case .cases(_, let isClosed) = shape { isClosed } else { shape == .flag }
  }

  /// Whether a text that has given parts around unknown ones could be valid, by its characters.
  func canRead(_ pieces: [UnknownText.Piece]) -> Bool {
    pieces.allSatisfy { piece in
      guard case .text(let text) = piece else { return true }
      if isClosed { return cases.contains { $0.firstRange(ofText: text) != nil } }
      return kind.map { text.allSatisfy($0.letters.contains) } ?? true
    }
  }
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
