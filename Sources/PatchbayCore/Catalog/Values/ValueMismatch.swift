import PatchbayDiagnostics

/// Why a configured value cannot be read as its declared type.
struct ValueMismatch: Error {
  /// What was expected, as the end of "must be …": `a whole number`, `one of …`.
  var expected: String
  /// The type that was declared at that place.
  var type: TypeName
  /// The value that does not fit: the declared one, or a part of it.
  var value: ConfigurationValue
  /// What would be right, where that can be known.
  var replacement: (text: String, message: String)?
  /// Names to choose from, for near misses.
  var legalTexts: [String] = []
  /// A sentence in place of "must be …, found …", for shapes that the type itself refused.
  var reason: String?
  /// A key that the type does not read.
  var unknownKey: (name: String, place: SourcePlace)?
  /// What would make the message better.
  var note: String?

  init(
    _ expected: String,
    type: Any.Type,
    value: ConfigurationValue,
    replacement: (text: String, message: String)? = nil,
    legalTexts: [String] = []
  ) {
    self.expected = expected
    self.type = TypeName(type)
    self.value = value
    self.replacement = replacement
    self.legalTexts = legalTexts
  }

  /// A key that the type does not read, and the keys that it does.
  init(unknown entry: ConfigurationValue.Entry, legalTexts: [String]) {
    self.init("", type: Never.self, value: entry.value, legalTexts: legalTexts)
    unknownKey = (entry.key, entry.keyPlace)
  }

  /// What stands there, as the end of "found …"; never a value that may not be shown.
  var found: String {
    switch value.content {
    case .null: "null"
    case .list: "a list"
    case .map: "a map"
    case .service: "a service"
    case .faulty: "nothing usable"
    case .scalar(let scalar):
      switch value.disclosure {
      case .open: "the text `\(scalar.text)`"
      case .external: "a text from outside the configuration, which is not shown"
      case .secret: "a secret text, which is not shown"
      }
    }
  }
}
