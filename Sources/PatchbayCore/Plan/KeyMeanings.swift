import PatchbayDiagnostics

/// The meaning of each key of a configuration. Keys are compared by their bytes.
struct KeyMeanings: Sendable {
  var all: [ExactText: KeyMeaning] = [:]

  /// The keys, in no particular order.
  var keys: [String] { all.keys.map(\.text) }

  subscript(key: String) -> KeyMeaning? {
    get { all[ExactText(key)] }
    set { all[ExactText(key)] = newValue }
  }
}

/// The meaning of a key.
enum KeyMeaning {
  /// A service; the index is that of its own definition, inside its decorators.
  case service(Int)
  /// A decorator, enabled or not, which references cannot target; the index is that of its
  /// definition.
  case decorator(Int)
  /// A disabled service; the index is that of its entry in `disabled`.
  case disabled(Int)
  /// A key whose error was already reported.
  case faulty
}
