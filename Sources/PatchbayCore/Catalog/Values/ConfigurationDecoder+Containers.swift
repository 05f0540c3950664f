import PatchbayDiagnostics

/// A map that a type reads by its coding keys.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ConfigurationDecoder
  let entries: [ConfigurationValue.Entry]

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// Only the keys that the type knows, which count as read.
  var allKeys: [Key] {
    entries.compactMap { entry in
      guard let key = Key(stringValue: entry.key) else { return nil }
      _ = decoder.parts.read(entry.key)
      return key
    }
  }

  func contains(_ key: Key) -> Bool { decoder.parts.read(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(try part(key)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let value = try part(key)
    if let direct = try decodeScalarType(type, from: value) { return direct }
    return try inner(key).read(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  /// Returns the decoder of the same map: a superclass reads its fields alongside those of its
  /// subclass.
  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }

  private func inner(_ key: Key) throws -> ConfigurationDecoder {
    ConfigurationDecoder(
      parts: decoder.parts.part(key.stringValue, try part(key)),
      path: codingPath + [key]
    )
  }

  private func part(_ key: Key) throws -> ConfigurationValue {
    guard let value = decoder.parts.read(key.stringValue) else {
      if let misspelt = misspelt(key) { throw misspelt }
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: codingPath, debugDescription: "missing")
      )
    }
    return value
  }

  /// Returns the error of an unknown key that was probably meant for a missing one.
  private func misspelt(_ key: Key) -> ValueMismatch? {
    let unknown = entries.filter {
      Key(stringValue: $0.key) == nil && !decoder.parts.hasRead($0.key)
    }
    guard let near = nearMisses(of: key.stringValue, in: unknown.map(\.key), limit: 1).first,
      let entry = unknown.first(where: { $0.key == near })
    else { return nil }
    return ValueMismatch(unknown: entry, legalTexts: [key.stringValue])
  }
}

/// A list that a type reads from the front.
struct ListedValues: UnkeyedDecodingContainer {
  let decoder: ConfigurationDecoder
  let elements: [ConfigurationValue]
  /// Whether the elements are the parts of one text of a variable.
  var isSplit = false
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, decoder.isNull(elements[currentIndex]) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let index = try next()
    guard isSplit else { return try decode(type, at: index) }
    do {
      if case .scalar(let scalar) = elements[index].content, scalar.text.isEmpty {
        throw ValueMismatch(emptyElement: type, value: elements[index])
      }
      return try decode(type, at: index)
    } catch var mismatch as ValueMismatch {
      mismatch.element = index + 1
      if ["a list", "a map"].contains(mismatch.expected) {
        mismatch.note = "one variable gives a list of texts, and no lists or maps in it"
      }
      throw mismatch
    }
  }

  private func decode<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
    if let direct = try decodeScalarType(type, from: elements[index]) { return direct }
    return try inner(index).read(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try inner(next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try inner(next()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { inner(try next()) }

  private func inner(_ index: Int) -> ConfigurationDecoder {
    ConfigurationDecoder(
      parts: decoder.parts.part("\(index)", elements[index]),
      path: codingPath
    )
  }

  private mutating func next() throws -> Int {
    guard !isAtEnd else { throw decoder.mismatch("a list of more than \(elements.count) elements") }
    defer { currentIndex += 1 }
    return currentIndex
  }
}
