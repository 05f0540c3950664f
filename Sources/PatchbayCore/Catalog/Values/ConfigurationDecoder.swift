import PatchbayDiagnostics

/// Lets any `Decodable` type read itself from a configured value.
struct ConfigurationDecoder: Decoder {
  let value: ConfigurationValue
  let path: [any CodingKey]
  let uses: KeyUses

  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map(let entries) = value.content else { throw mismatch("a map") }
    return KeyedDecodingContainer(
      KeyedValues(decoder: self, entries: entries, use: uses.use(of: value))
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let elements) = value.content else { throw mismatch("a list") }
    return ListedValues(decoder: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValue(decoder: self)
  }

  func mismatch(_ expected: String, type: Any.Type = Never.self) -> ValueMismatch {
    ValueMismatch(expected, type: type, value: value)
  }

  /// Reads a part of the value by the rules for its type.
  func decode<Value: Decodable>(
    _ type: Value.Type,
    from part: ConfigurationValue,
    at key: (any CodingKey)?
  ) throws -> Value {
    if let direct = try decodeScalarType(type, from: part) { return direct }
    let inner = ConfigurationDecoder(
      value: part,
      path: key.map { path + [$0] } ?? path,
      uses: uses
    )
    do {
      return try type.init(from: inner)
    } catch let error as DecodingError {
      // The innermost place that failed is the one to show; outer ones must not replace it.
      throw ValueMismatch(decodingError: error, type: type, value: part)
    }
  }

  func isNull(_ part: ConfigurationValue) -> Bool {
    if case .null = part.content { true } else { false }
  }
}

/// A value asked for as a whole.
private struct SingleValue: SingleValueDecodingContainer {
  let decoder: ConfigurationDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.isNull(decoder.value) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.decode(type, from: decoder.value, at: nil)
  }
}

extension ValueMismatch {
  /// Puts what a type's own decoding says into our words.
  init(decodingError: DecodingError, type: Any.Type, value: ConfigurationValue) {
    self.init("a value of this type", type: type, value: value)
    let legal = legalRawTexts(of: type)
    if !legal.isEmpty {
      legalTexts = legal
      expected = legal.count == 1 ? "`\(legal[0])`" : "one of \(quotedList(legal, joinedBy: "or"))"
      return
    }
    switch decodingError {
    case .keyNotFound(let key, _):
      reason = "the field `\(key.stringValue)` is missing"
    case .dataCorrupted(let context):
      reason = value.disclosure == .open ? context.debugDescription : "the text was refused"
    case .valueNotFound, .typeMismatch: break
    @unknown default: break
    }
  }
}

/// The raw values of an enum that can list its cases; empty for any other type.
private func legalRawTexts(of type: Any.Type) -> [String] {
  guard let enumeration = type as? any (CaseIterable & RawRepresentable).Type else { return [] }
  return rawTexts(enumeration)
}

private func rawTexts<Enumeration: CaseIterable & RawRepresentable>(
  _ type: Enumeration.Type
) -> [String] {
  type.allCases.map { "\($0.rawValue)" }
}
