import PatchbayDiagnostics

/// A dictionary whose keys are an enum's raw texts.
///
/// The standard library decodes one from a list of alternating keys and values, which no
/// configuration would use.
protocol RawKeyedMap {
  static func read(from decoder: ConfigurationDecoder) throws -> Self
}

extension Dictionary: RawKeyedMap
where Key: RawRepresentable & Decodable, Key.RawValue == String, Value: Decodable {
  static func read(from decoder: ConfigurationDecoder) throws -> Self {
    let container = try decoder.container(keyedBy: AnyKey.self)
    var result: Self = [:]
    for entry in decoder.parts.entries() ?? [] {
      let value = try container.decode(Value.self, forKey: AnyKey(stringValue: entry.key))
      result[try key(entry, decoder.value)] = value
    }
    return result
  }

  /// Decodes a key like any other text, with the same errors.
  private static func key(
    _ entry: ConfigurationValue.Entry, _ map: ConfigurationValue
  ) throws(ValueMismatch) -> Key {
    if let key = Key(rawValue: entry.key) { return key }
    return try decodeValue(Key.self, from: entry.keyAsValue(in: map))
  }
}

extension ConfigurationValue.Entry {
  /// Returns the key as a text of a map.
  func keyAsValue(in map: ConfigurationValue) -> ConfigurationValue {
    let origin = Origin(place: keyPlace, layer: map.provenance.winner.layer)
    return ConfigurationValue(.scalar(.init(key)), Provenance(origin))
  }
}

/// A coding key with any text.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

// Keys are compared by their bytes: `é` has two spellings in Unicode, which are two keys. Swift
// treats such texts as equal, so that no dictionary can contain both.

extension [ConfigurationValue.Entry] {
  /// The first entry whose key Swift treats as equal to that of an earlier entry.
  var firstTwin: ConfigurationValue.Entry? {
    // Nearly all keys are ASCII, where equal texts have equal bytes.
    guard contains(where: { !$0.key.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
    var seen: Set<String> = []
    return first { !seen.insert($0.key).inserted }
  }
}

extension ValueMismatch {
  init(twin: ConfigurationValue.Entry, type: Any.Type, in map: ConfigurationValue) {
    self.init(
      refusal: "the key `\(twin.key)` is there twice, in two spellings of Unicode that Swift "
        + "takes for one text",
      type: type, value: map)
  }
}
