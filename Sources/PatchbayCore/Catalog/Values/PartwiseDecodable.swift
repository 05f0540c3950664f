import PatchbayDiagnostics

/// A type whose parts are decoded one by one, independently of each other.
///
/// Decoding stops at the first invalid part. Every part of these types can be decoded alone, so
/// that all errors are reported at once.
protocol PartwiseDecodable {
  /// Whether the parts are the elements of a list, and not the entries of a map.
  static var isList: Bool { get }
}

extension Array: PartwiseDecodable where Element: Decodable {
  static var isList: Bool { true }
}

extension Set: PartwiseDecodable where Element: Decodable {
  static var isList: Bool { true }
}

extension Dictionary: PartwiseDecodable where Key: Decodable, Value: Decodable {
  static var isList: Bool { false }
}

extension Optional: PartwiseDecodable where Wrapped: PartwiseDecodable {
  static var isList: Bool { Wrapped.isList }
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
