import PatchbayDiagnostics

/// Why a configured value cannot be read as its declared type.
struct ValueMismatch: Error {
  /// What was expected, as the end of "must be …": `a whole number`, `one of …`.
  var expected: String
  /// The type that was declared at that place.
  var type: TypeName
  /// The invalid value: the declared one, or a part of it.
  var value: ConfigurationValue
  /// The valid value that was meant, if it can be determined.
  var replacement: String?
  /// Names to choose from, for near misses.
  var legalTexts: [String] = []
  /// A sentence that replaces "must be …, found …", for shapes that the type itself rejected.
  var reason: String?
  /// A key that the type does not read.
  var unknownKey: (name: String, place: SourcePlace)?
  /// The number of the invalid element of a list in one text of a variable, from 1.
  var element: Int?
  /// Whether the invalid value is the default of a variable.
  var isOfDefault = false
  /// A note on how the text is read.
  var note: String?

  init(
    _ expected: String,
    type: Any.Type,
    value: ConfigurationValue,
    legalTexts: [String] = []
  ) {
    self.expected = expected
    self.type = TypeName(type)
    self.value = value
    self.legalTexts = legalTexts
  }

  /// Creates the mismatch of a key that the type does not read, with the keys that it does.
  init(unknown entry: ConfigurationValue.Entry, legalTexts: [String]) {
    self.init("", type: Never.self, value: entry.value, legalTexts: legalTexts)
    unknownKey = (entry.key, entry.keyPlace)
  }

  /// Creates the mismatch of an element without a text in a list that is one text.
  init(emptyElement type: Any.Type, value: ConfigurationValue) {
    self.init("", type: type, value: value)
    reason = "it is empty"
    note = "commas separate the elements of the list"
  }

  /// Creates the mismatch of a text in brackets that is no list in JSON.
  init(noListInBrackets value: ConfigurationValue) {
    self.init("a list in JSON", type: Never.self, value: value)
    note =
      "a text in `[ ]` is a list in JSON, with its texts in quotes: `[\"[::1]:5432\"]`; otherwise, commas separate"
      + " the elements"
  }

  /// What is wrong with a text that the message does not show; nil if only its words are.
  var unshownFact: String? {
    guard unknownKey == nil, element == nil || reason == nil, value.disclosure != .open,
      case .scalar(let scalar) = value.content
    else { return nil }
    return ScalarCorrection.unshownFact(scalar.text)
  }

  /// Returns what is wrong with a value, such as ``the argument `size` of `pool` ``, of which `whole` is all.
  func message(of subject: String, whole: ConfigurationValue) -> String {
    let variable = variable.map { "the environment variable `\($0)`" }
    let names = textOfVariables == nil ? [] : value.place.variables
    let text =
      variable
      ?? (names.isEmpty ? subject : "the text of \(subject), made of \(names.someQuoted()),")
    let subject = element.map { "element \($0) of \(text)" } ?? text
    if let unknownKey { return "\(subject) has no field `\(unknownKey.name)`" }
    if let reason { return "\(subject) cannot be read: \(reason)" }
    let part = isOfDefault ? "the default of " : value.place == whole.place ? "" : "a part of "
    return "\(part)\(subject) must be \(expected), found \(value.found)"
  }
}

extension SourcePlace {
  /// The names of the variables in a text that is written here, which are never secret themselves; none where an
  /// escape spells them.
  fileprivate var variables: [String] {
    guard let span, span.range.upperBound <= span.file.bytes.count else { return [] }
    let references = span.file.bytes[span.range].split(separator: UInt8(ascii: "$")).filter {
      $0.starts(with: "(env:".utf8)
    }
    return references.map { reference in
      let name = reference.dropFirst(5).prefix {
        $0.isKeyCharacter && $0 != UInt8(ascii: "-")
      }
      return String(decoding: name, as: UTF8.self)
    }.uniqued
  }
}

extension ValueMismatch {
  /// The text that does not fit, if it may be that of a variable and not its shape is wrong; nil otherwise.
  private var textOfVariables: ConfigurationValue.Scalar? {
    guard !isOfDefault, value.disclosure != .open, case .scalar(let scalar) = value.content,
      element != nil || !["a list", "a map"].contains(expected)
    else { return nil }
    return scalar
  }

  /// The environment variable that is the whole text; nil for any other, and where its default is another one.
  var variable: String? {
    guard let text = textOfVariables, text.isOfVariable || element != nil else { return nil }
    let names = value.place.variables
    return names.count == 1 ? names[0] : nil
  }
}

extension ConfigurationValue {
  /// The text of the value, as the end of "found …"; never a value that may not be shown.
  var found: String {
    switch content {
    case .null: "null"
    case .list: "a list"
    case .map: "a map"
    case .unknown: "a text from outside the configuration"
    case .service: "a service"
    case .faulty: "nothing usable"
    case .scalar(let scalar):
      switch disclosure {
      case .open: "the text `\(scalar.text)`"
      case .external: "a text from outside the configuration, which is not shown"
      case .hidden, .secret: "a secret text, which is not shown"
      }
    }
  }
}

// Converts the errors of a type's own decoding.

extension ValueMismatch {
  init(_ error: DecodingError, type: Any.Type, value: ConfigurationValue) {
    let legal = legalRawTexts(of: type)
    guard legal.isEmpty else {
      self.init("", type: type, value: value, legalTexts: legal)
      expected = legal.count == 1 ? "`\(legal[0])`" : "one of \(legal.quoted(joinedBy: "or"))"
      return
    }
    switch error {
    case .dataCorrupted(let context)
    where type is any RawRepresentable.Type
      && context.debugDescription.hasPrefix("Cannot initialize \(type) from invalid"):
      // Swift's own text, if the type provides none.
      self.init("one of the values of `\(TypeName(type))`", type: type, value: value)
    case .keyNotFound(let key, _):
      self.init("", type: type, value: value)
      reason = "the field `\(key.stringValue)` is missing"
    default:
      let refusal = error.context?.debugDescription ?? "\(error)"
      self.init(refusal: refusal, type: type, value: value)
    }
  }

  /// Creates the mismatch of a type that rejects a value with a message of its own, which may quote
  /// the value.
  init(refusal: String, type: Any.Type, value: ConfigurationValue) {
    self.init("a value of this type", type: type, value: value)
    let mayBeQuoted = value.firstPart { $0.disclosure != .open } == nil
    if !refusal.isEmpty { reason = mayBeQuoted ? refusal : "it was refused" }
  }
}

/// Returns the raw values of an enum that can list its cases; empty for any other type.
func legalRawTexts(of type: Any.Type) -> [String] {
  func texts<Enumeration: CaseIterable & RawRepresentable>(_ type: Enumeration.Type) -> [String] {
    type.allCases.map { "\($0.rawValue)" }
  }
  return (type as? any (CaseIterable & RawRepresentable).Type).map { texts($0) } ?? []
}
