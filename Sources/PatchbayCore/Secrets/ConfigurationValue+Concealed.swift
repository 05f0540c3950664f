import PatchbayDiagnostics

extension ConfigurationValue {
  /// The same value as a secret.
  package var concealed: ConfigurationValue {
    var value = mapParts(\.concealed)
    value.disclosure = .secret
    return value
  }

  /// Returns the value for a name: texts under the name of a credential become secrets.
  ///
  /// The entries of a map have separate names, and a flag such as that of `requirePassword` reveals
  /// nothing.
  package func concealed(under name: String) -> ConfigurationValue {
    SecretNames.isSecret(name) ? credential : self
  }

  private var credential: ConfigurationValue {
    switch content {
    case .scalar(let scalar) where scalar.isFlag: return self
    case .scalar, .unknown: return concealed
    case .list:
      var value = mapParts(\.credential)
      value.disclosure = value.parts.reduce(disclosure) { $0.joined(with: $1.disclosure) }
      return value
    case .null, .map, .service, .faulty: return self
    }
  }
}

extension ConfigurationValue.Scalar {
  /// Whether it can only be a flag.
  fileprivate var isFlag: Bool { !isQuoted && (text == "true" || text == "false") }
}
