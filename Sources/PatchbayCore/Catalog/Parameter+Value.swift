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
  public static func value(_ name: String) -> Parameter { value(name, fallback: nil, text: nil) }

  /// A value with a default for definitions that leave it out.
  ///
  /// - Parameters:
  ///   - name: The name under `arguments`.
  ///   - fallback: The value if no layer sets the argument.
  /// - Returns: The declaration of the parameter.
  public static func value(_ name: String, default fallback: Value) -> Parameter {
    value(name, fallback: Box(fallback), text: defaultText(fallback))
  }

  /// Returns a default as a person writes it.
  private static func defaultText(_ fallback: Value) -> String {
    switch fallback {
    case let text as String: "\"\(text)\""
    case let duration as Duration: Optional(duration).inWords
    default: "\(fallback)"
    }
  }

  private static func value(_ name: String, fallback: Box<Value>?, text: String?) -> Parameter {
    Parameter(
      name, .value, contract: Value.self, defaultDescription: text, fallback: fallback,
      decode: boxDecoder(for: Value.self))
  }
}
