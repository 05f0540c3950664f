/// Reads a configured value as a declared type.
///
/// The common types are read directly; everything else goes through its own `Decodable`
/// conformance, with a decoder that reads scalars by the same rules.
func decodeValue<Value: Decodable>(
  _ type: Value.Type, from value: ConfigurationValue
) throws(ValueMismatch) -> Value {
  if let direct = try decodeScalarType(type, from: value) { return direct }
  let decoder = ConfigurationDecoder(parts: ReadParts(value), path: [])
  let result = try decoder.read(type)
  try decoder.parts.refuseUnread()
  return result
}

/// Returns the function by which a parameter of a type reads its values, chosen once at its
/// declaration.
///
/// Every value is passed in a box; created here, where the type is known, it needs no cast. For
/// 10,000 services the casts were a tenth of the whole load.
func boxDecoder<Value: Decodable & Sendable>(for type: Value.Type) -> BoxDecoder {
  if type == String.self { return { value throws(ValueMismatch) in Box(try text(value)) } }
  if type == Int.self {
    return { value throws(ValueMismatch) in Box(try decodeInteger(Int.self, from: value)) }
  }
  if let readable = type as? any (ConfigurationDecodable & Sendable).Type {
    return readableDecoder(readable)
  }
  return { value throws(ValueMismatch) in Box(try decodeValue(type, from: value)) }
}

typealias BoxDecoder = @Sendable (ConfigurationValue) throws(ValueMismatch) -> AnyBox

private func readableDecoder<Readable: ConfigurationDecodable & Sendable>(
  _ type: Readable.Type
) -> BoxDecoder {
  { value throws(ValueMismatch) in Box(try decodeReadable(type, from: value)) }
}

/// Reads a type that is written as one scalar; returns nil if `type` is no such type.
func decodeScalarType<Value>(
  _ type: Value.Type, from value: ConfigurationValue
) throws(ValueMismatch) -> Value? {
  // Each branch compares metatypes, and so its cast cannot fail. `Int` has a branch of its own
  // because the lookup of a conformance costs more than all other branches together.
  if type == String.self {
    return try text(value) as? Value
  }
  if type == Bool.self {
    return try scalar(value, Bool.self) { Bool($0) } as? Value
  }
  if type == Int.self { return try decodeInteger(Int.self, from: value) as? Value }
  if type == Double.self {
    return try scalar(value, Double.self) { Scalars.floatingPoint($0) } as? Value
  }
  if type == Float.self {
    return try scalar(value, Float.self) { Scalars.floatingPoint($0) } as? Value
  }
  if let integer = type as? any (FixedWidthInteger & Decodable).Type {
    return try decodeInteger(integer, from: value) as? Value
  }
  if let readable = type as? any ConfigurationDecodable.Type {
    return try decodeReadable(readable, from: value) as? Value
  }
  return nil
}

extension FixedWidthInteger {
  /// A description of valid texts, as the end of "must be …".
  static var expectation: String {
    Self.self == Int.self ? "a whole number" : expectationWithRange
  }

  /// A description that names the range, for a number that is outside of it.
  package static var expectationWithRange: String {
    "a whole number from \(Self.min) to \(Self.max)"
  }
}

private func decodeInteger<Integer: FixedWidthInteger>(
  _ type: Integer.Type, from value: ConfigurationValue
) throws(ValueMismatch) -> Integer {
  let expected = type.expectation
  guard case .scalar(let scalar) = value.content else {
    throw ValueMismatch(expected, type: type, value: value)
  }
  if let number = Scalars.integer(scalar.text) as Integer? { return number }
  if Scalars.isInteger(scalar.text) {
    throw ValueMismatch(type.expectationWithRange, type: type, value: value)
  }
  throw ValueMismatch(expected, type: type, value: value)
}

private func decodeReadable<Readable: ConfigurationDecodable>(
  _ type: Readable.Type, from value: ConfigurationValue
) throws(ValueMismatch) -> Readable {
  try scalar(value, type) { type.init(configurationText: $0) }
}

private func text(_ value: ConfigurationValue) throws(ValueMismatch) -> String {
  guard case .scalar(let scalar) = value.content else {
    throw ValueMismatch("a text", type: String.self, value: value)
  }
  return scalar.text
}

private func scalar<Value: Decodable>(
  _ value: ConfigurationValue, _ type: Value.Type, read: (String) -> Value?
) throws(ValueMismatch) -> Value {
  var text: String?
  if case .scalar(let scalar) = value.content {
    if let result = read(scalar.text) { return result }
    text = scalar.text
  }
  let reader = TextReader(type)
  var mismatch = ValueMismatch(
    reader?.expectation ?? "", type: type, value: value, legalTexts: reader?.cases ?? [])
  mismatch.replacement = text.flatMap { ScalarCorrection.meant(by: $0, for: type) }
    .flatMap { read($0) == nil ? nil : $0 }
  throw mismatch
}
