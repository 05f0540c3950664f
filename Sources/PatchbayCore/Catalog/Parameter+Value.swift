import PatchbayDiagnostics

extension Parameter where Value: Decodable {
  /// A value that a configuration sets under `arguments`.
  ///
  /// The declared type decides how a scalar is read, never its spelling: a `String` gets `no` and
  /// `010` as written, a `Bool` accepts only `true` and `false`. A type that conforms to
  /// ``ConfigurationDecodable`` is created from the text. Any other `Decodable` type is decoded
  /// from the value, including arrays, dictionaries, optionals and enums with raw values. Values
  /// are read while the plan is checked, once for each definition.
  ///
  /// - Parameter name: The name under `arguments`.
  /// - Returns: The declaration of the parameter.
  public static func value(_ name: String) -> Parameter { value(name, fallback: nil) }

  /// A value with a default for definitions that leave it out.
  ///
  /// - Parameters:
  ///   - name: The name under `arguments`.
  ///   - fallback: The value if no layer sets the argument.
  /// - Returns: The declaration of the parameter.
  public static func value(_ name: String, default fallback: Value) -> Parameter {
    value(name, fallback: Box(fallback))
  }

  private static func value(_ name: String, fallback: Box<Value>?) -> Parameter {
    Parameter(
      name, .value, contract: Value.self,
      .init(decode: boxDecoder(for: Value.self), fallback: fallback))
  }
}

/// Writes the default of a parameter for signatures: as a file writes it, but with texts in quotes.
enum DefaultText {
  static func text(of value: Any) -> String {
    switch value {
    case let text as String: return "\"\(text)\""
    case let duration as Duration: return duration.configurationText
    case is any ConfigurationDecodable: return "\(value)"
    // A file writes the raw value of an enum, and not the name of the case.
    case let value as any RawRepresentable:
      return (value.rawValue as? String).map { ScalarText.written($0) } ?? text(of: value.rawValue)
    case let list as [Any]: return "[\(list.map { text(of: $0) }.joined(separator: ", "))]"
    case let map as [String: Any] where !map.isEmpty:
      let entries = map.inStableOrder { $0.key < $1.key }.map { "\"\($0)\": \(text(of: $1))" }
      return "[\(entries.joined(separator: ", "))]"
    default: return "\(value)"
    }
  }
}
