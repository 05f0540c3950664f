import PatchbayDiagnostics

/// Decodes any `Decodable` type from a configured value.
struct ConfigurationDecoder: Decoder {
  let parts: ReadParts
  let path: [any CodingKey]

  var value: ConfigurationValue { parts.value }
  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let entries = parts.entries() else { throw mismatch("a map") }
    return KeyedDecodingContainer(KeyedValues(decoder: self, entries: entries))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value.content {
    case .list(let elements): return ListedValues(decoder: self, elements: elements)
    case .scalar(let scalar) where scalar.isOfVariable:
      guard let texts = ConfigurationValue.Scalar.elements(of: scalar.text) else {
        throw ValueMismatch(noListInBrackets: value)
      }
      let elements = texts.map { text in
        ConfigurationValue(
          .scalar(.init(text, isQuoted: true)), value.provenance, disclosure: value.disclosure)
      }
      return ListedValues(decoder: self, elements: elements, isSplit: true)
    default: throw mismatch("a list")
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValue(decoder: self)
  }

  func mismatch(_ expected: String, type: Any.Type = Never.self) -> ValueMismatch {
    ValueMismatch(expected, type: type, value: value)
  }

  /// Decodes a type from the whole value.
  ///
  /// The innermost place that failed is the one to show; outer ones must not replace it.
  func read<Value: Decodable>(_ type: Value.Type) throws(ValueMismatch) -> Value {
    do {
      let result: Value
      if let map = type as? any RawKeyedMap.Type, let read = try map.read(from: self) as? Value {
        result = read
      } else {
        result = try type.init(from: self)
      }
      // The dictionary has silently dropped one of the two keys.
      if let twin = parts.twinRead { throw ValueMismatch(twin: twin, type: type, in: value) }
      return result
    } catch let mismatch as ValueMismatch {
      throw mismatch
    } catch let error as DecodingError {
      throw ValueMismatch(error, type: type, value: value)
    } catch {
      throw ValueMismatch(refusal: "\(error)", type: type, value: value)
    }
  }

  func isNull(_ part: ConfigurationValue) -> Bool {
    if case .null = part.content { true } else { false }
  }
}

/// A value that a type decodes as a whole.
private struct SingleValue: SingleValueDecodingContainer {
  let decoder: ConfigurationDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.isNull(decoder.value) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let direct = try decodeScalarType(type, from: decoder.value) { return direct }
    return try decoder.read(type)
  }
}
