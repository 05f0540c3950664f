import PatchbayDiagnostics

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
      refusal: "the key `\(twin.key)` stands there twice, in two spellings of Unicode that Swift "
        + "takes for one text",
      type: type, value: map)
  }
}
