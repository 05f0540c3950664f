/// A value of a JSON text.
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  /// A number as it is written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of an object; nil for other values.
  subscript(_ name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The elements of an array; none of other values.
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string; nil for other values.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The value without some members of all its objects.
  func without(_ names: Set<String>) -> JSONValue {
    switch self {
    case .array(let elements): .array(elements.map { $0.without(names) })
    case .object(let members):
      .object(members.filter { !names.contains($0.key) }.mapValues { $0.without(names) })
    default: self
    }
  }
}
