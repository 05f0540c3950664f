extension Parameter where Value: Decodable {
  /// A value that a configuration gives under `arguments`.
  ///
  /// Scalars are read by the declared type, never by their spelling: a `String` gets `no` and `010`
  /// as written, a `Bool` accepts `true` and `false` alone. A type that conforms to
  /// ``ConfigurationDecodable`` reads itself from text; any other `Decodable` type, arrays,
  /// dictionaries, optionals and enums with raw values included, from the shape its decoding asks
  /// for. Values are read while the plan is checked, once for each definition.
  ///
  /// - Parameter name: the name under `arguments`.
  public static func value(_ name: String) -> Parameter { value(name, fallback: nil, text: nil) }

  /// A value with a default for definitions that leave it out.
  ///
  /// - Parameters:
  ///   - name: the name under `arguments`.
  ///   - fallback: used where no layer gives the argument.
  public static func value(_ name: String, default fallback: Value) -> Parameter {
    value(name, fallback: Box(fallback), text: defaultText(fallback))
  }

  /// A default as a person writes it.
  private static func defaultText(_ fallback: Value) -> String {
    switch fallback {
    case let text as String: "\"\(text)\""
    case let duration as Duration: words(duration)
    default: "\(fallback)"
    }
  }

  private static func value(_ name: String, fallback: Box<Value>?, text: String?) -> Parameter {
    Parameter(
      ParameterSignature(
        name: name,
        kind: .value,
        type: TypeName(Value.self),
        contract: TypeName(Value.self),
        defaultDescription: text,
        fallback: fallback,
        decode: boxDecoder(for: Value.self)
      ),
      read: { $0.box.content() }
    )
  }
}
