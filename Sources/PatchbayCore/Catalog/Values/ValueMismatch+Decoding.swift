import PatchbayDiagnostics

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
      note = "where `\(TypeName(type))` conforms to `CaseIterable`, this message lists its values"
    case .keyNotFound(let key, _):
      self.init("", type: type, value: value)
      reason = "the field `\(key.stringValue)` is missing"
    case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
      self.init(refusal: context.debugDescription, type: type, value: value)
    @unknown default:
      self.init(refusal: "\(error)", type: type, value: value)
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
  guard let enumeration = type as? any (CaseIterable & RawRepresentable).Type else { return [] }
  return rawTexts(enumeration)
}

private func rawTexts<Enumeration: CaseIterable & RawRepresentable>(
  _ type: Enumeration.Type
) -> [String] {
  type.allCases.map { "\($0.rawValue)" }
}
