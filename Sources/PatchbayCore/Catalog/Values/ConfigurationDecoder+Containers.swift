import PatchbayDiagnostics

/// A map that a type reads by its coding keys.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ConfigurationDecoder
  let entries: [ConfigurationValue.Entry]
  let use: KeyUses.Use

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    use.readsAll = true
    return entries.compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool {
    use.read.insert(key.stringValue)
    return entries.contains { $0.key == key.stringValue }
  }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(try part(key)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.decode(type, from: try part(key), at: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }

  private func inner(_ key: Key) throws -> ConfigurationDecoder {
    ConfigurationDecoder(value: try part(key), path: codingPath + [key], uses: decoder.uses)
  }

  private func part(_ key: Key) throws -> ConfigurationValue {
    use.read.insert(key.stringValue)
    guard let entry = entries.first(where: { $0.key == key.stringValue }) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: codingPath, debugDescription: "missing")
      )
    }
    return entry.value
  }
}

/// A list that a type reads from the front.
struct ListedValues: UnkeyedDecodingContainer {
  let decoder: ConfigurationDecoder
  let elements: [ConfigurationValue]
  private(set) var currentIndex = 0

  init(decoder: ConfigurationDecoder, elements: [ConfigurationValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, decoder.isNull(elements[currentIndex]) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.decode(type, from: try next(), at: nil)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try inner().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try inner().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try inner() }

  private mutating func inner() throws -> ConfigurationDecoder {
    ConfigurationDecoder(value: try next(), path: codingPath, uses: decoder.uses)
  }

  private mutating func next() throws -> ConfigurationValue {
    guard !isAtEnd else { throw decoder.mismatch("a list of more than \(elements.count) elements") }
    defer { currentIndex += 1 }
    return elements[currentIndex]
  }
}

/// Remembers which keys of which maps a type has read, so that a misspelt one is told.
///
/// A synthesized `init(from:)` passes over keys it does not know; a configuration must not.
/// Used by one decoding on one thread.
final class KeyUses {
  final class Use {
    let value: ConfigurationValue
    var read: Set<String> = []
    var readsAll = false
    init(_ value: ConfigurationValue) { self.value = value }
  }

  private var uses: [SourcePlace: Use] = [:]
  private var order: [SourcePlace] = []

  func use(of value: ConfigurationValue) -> Use {
    if let use = uses[value.place] { return use }
    let use = Use(value)
    uses[value.place] = use
    order.append(value.place)
    return use
  }

  func refuseUnread() throws(ValueMismatch) {
    for place in order {
      guard let use = uses[place], !use.readsAll, case .map(let entries) = use.value.content
      else { continue }
      for entry in entries where !use.read.contains(entry.key) {
        var mismatch = ValueMismatch("", type: Never.self, value: entry.value)
        mismatch.unknownKey = (entry.key, entry.keyPlace)
        mismatch.legalTexts = use.read.sorted()
        throw mismatch
      }
    }
  }
}
