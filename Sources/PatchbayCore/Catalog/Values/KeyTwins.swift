import PatchbayDiagnostics

// Keys are what their bytes say: `é` has two spellings in Unicode, and they are two keys. Swift takes
// such texts for equal, so that no dictionary can hold both.

extension [ConfigurationValue.Entry] {
  /// The first entry whose key Swift takes for that of an entry before it.
  var firstTwin: ConfigurationValue.Entry? {
    // Nearly all keys are ASCII, where the same text is the same bytes.
    guard contains(where: { !$0.key.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
    var seen: Set<String> = []
    return first { !seen.insert($0.key).inserted }
  }
}

extension ValueMismatch {
  init(twin: ConfigurationValue.Entry, type: Any.Type, in map: ConfigurationValue) {
    self.init(
      refusal: "the key `\(twin.key)` stands there twice, in two spellings of Unicode that Swift "
        + "takes for one text",
      type: type, value: map)
  }
}
