/// A configuration value that a program sets.
///
/// ```swift
/// let plan = try configuration.plan(
///   parameters: ["http.port": 0, "mail": ["from": "test@example.com", "copies": []]],
///   catalog: .app
/// )
/// ```
///
/// Its texts are data: `$(…)` in them is not expanded. A value under a name such as `password` is
/// secret.
public indirect enum ParameterValue: Sendable, Hashable {
  /// No value, like YAML's `null`.
  case null
  /// A text, from which numbers and other scalars are decoded.
  case text(String)
  /// An ordered list of values.
  case list([ParameterValue])
  /// Values by key.
  case map([String: ParameterValue])
}

extension ParameterValue: LiteralValue {
  package static func map(literal entries: [(String, ParameterValue)]) -> Self {
    .map(Dictionary(entries, uniquingKeysWith: { $1 }))
  }
}
