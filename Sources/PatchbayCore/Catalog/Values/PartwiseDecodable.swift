import PatchbayDiagnostics

/// A type whose parts are decoded one by one, independently of each other.
///
/// Decoding stops at the first invalid part. Every part of these types can be decoded alone, so
/// that all errors are reported at once.
protocol PartwiseDecodable {
  /// Whether the parts are the elements of a list, and not the entries of a map.
  static var isList: Bool { get }
  /// The type of every element, or of every entry's value; nil if a type reads them otherwise.
  static var part: (any Decodable.Type)? { get }
  /// The type of every entry's key; nil if any key is valid.
  static var key: (any Decodable.Type)? { get }
}

extension PartwiseDecodable {
  static var key: (any Decodable.Type)? { nil }
}

extension Array: PartwiseDecodable where Element: Decodable {
  static var isList: Bool { true }
  static var part: (any Decodable.Type)? { Element.self }
}

extension Set: PartwiseDecodable where Element: Decodable {
  static var isList: Bool { true }
  static var part: (any Decodable.Type)? { Element.self }
}

extension Dictionary: PartwiseDecodable where Key: Decodable, Value: Decodable {
  static var isList: Bool { false }
  /// The standard library reads other keys than texts and numbers from a list.
  static var part: (any Decodable.Type)? {
    Key.self == String.self || Self.self is any RawKeyedMap.Type ? Value.self : nil
  }
  static var key: (any Decodable.Type)? { Key.self == String.self ? nil : Key.self }
}

extension Optional: PartwiseDecodable where Wrapped: PartwiseDecodable {
  static var isList: Bool { Wrapped.isList }
  static var part: (any Decodable.Type)? { Wrapped.part }
  static var key: (any Decodable.Type)? { Wrapped.key }
}

extension ValueMismatch {
  /// Returns all reasons why a value cannot be read as a declared type, the first of each part.
  /// `first` is the reason why the whole value could not be read.
  static func all(
    of value: ConfigurationValue,
    as type: Any.Type,
    _ decode: (ConfigurationValue) throws(ValueMismatch) -> AnyBox,
    first: ValueMismatch
  ) -> [ValueMismatch] {
    guard let type = type as? any PartwiseDecodable.Type else { return [first] }
    var found: [ValueMismatch] = []
    for part in value.partsAlone(ofList: type.isList) {
      do throws(ValueMismatch) {
        _ = try decode(part)
      } catch {
        found.append(error)
      }
    }
    // No part shows an error of the whole, such as its shape.
    return found.isEmpty ? [first] : found
  }
}

extension ConfigurationValue {
  /// Returns the same list or map once for each of its parts, with that part alone.
  fileprivate func partsAlone(ofList isList: Bool) -> [ConfigurationValue] {
    func with(_ content: Content) -> ConfigurationValue {
      ConfigurationValue(content, provenance, disclosure: disclosure)
    }
    return switch content {
    case .list(let elements) where isList: elements.map { with(.list([$0])) }
    case .map(let entries) where !isList: entries.map { with(.map([$0])) }
    default: []
    }
  }
}
