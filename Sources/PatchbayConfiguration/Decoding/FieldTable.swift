import PatchbayYAML

/// The names that one kind of mapping accepts.
///
/// The tables are the one place that knows the format's fields: the decoder looks names up in them,
/// messages list them, and the JSON Schema is produced from them.
protocol FieldName: RawRepresentable<Int>, CaseIterable, Sendable where AllCases == [Self] {
  /// What accepts the fields, with its article: `a service entry`.
  static var subject: String { get }
  /// The rules in the order of the cases, which is alphabetical; the raw value is the index.
  static var rules: [FieldRule] { get }
}

/// What the format says about one field.
struct FieldRule: Sendable {
  /// The shape of a field's value, as an editor can check it.
  enum Shape: Sendable {
    case text, name, flag, integer, duration, version
    case names, values, tags, imports, timeouts
    case entries, templates, parameters, environments, defaults
  }

  let name: String
  let shape: Shape
  let summary: String

  init(_ name: String, _ shape: Shape, _ summary: String) {
    self.name = name
    self.shape = shape
    self.summary = summary
  }
}

extension FieldName {
  /// The field that a key names, found by its bytes.
  static func named(_ key: YAMLNode) -> Self? {
    key.withText { text in
      // Names are short, and most differ in their first letters: a table of hashes would be slower.
      let rules = rules
      for index in rules.indices where rules[index].name.utf8.count == text.count {
        if rules[index].name.utf8.elementsEqual(text) { return Self(rawValue: index) }
      }
      return nil
    }
  }

  /// The field of a name, compared by bytes.
  static func named(_ name: String) -> Self? {
    let rules = rules
    for index in rules.indices where rules[index].name.utf8.elementsEqual(name.utf8) {
      return Self(rawValue: index)
    }
    return nil
  }

  var name: String { Self.rules[rawValue].name }

  static var names: [String] { rules.map(\.name) }
}
