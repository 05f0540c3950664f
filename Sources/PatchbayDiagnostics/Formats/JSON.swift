/// A JSON value, to be written or to be read.
///
/// It is written in Swift as it is in JSON: `["name": "port", "line": place.line.json]`.
package enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Int)
  /// The digits of any other number, as a text that was read writes them.
  case decimal(ExactText)
  case text(ExactText)
  case array([JSON])
  case object([Member])

  /// A name of an object with its value.
  package struct Member: Sendable, Hashable {
    package let name: ExactText
    package let value: JSON

    package init(_ name: String, _ value: JSON) {
      (self.name, self.value) = (ExactText(name), value)
    }
  }

  /// Returns the value of a member; null for any other kind of value, and if there is none.
  package subscript(_ name: String) -> JSON { member(name) ?? .null }

  private func member(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.text == name }?.value
  }

  /// The text; nil for any other value.
  package var string: String? { if case .text(let text) = self { text.text } else { nil } }
  package var int: Int? { if case .number(let number) = self { number } else { nil } }
  package var isTrue: Bool { self == .bool(true) }

  /// The elements of an array; none of any other value.
  package var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  /// The members of an object; none of any other value.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }
  /// The texts of an array.
  package var strings: [String] { elements.compactMap(\.string) }

  /// Returns an object with the members of several.
  package static func joining(_ objects: JSON...) -> JSON { .object(objects.flatMap(\.members)) }

  /// Returns an object of the members that have a value.
  package static func present(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .text(ExactText(text)) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
  package init(integerLiteral number: Int) { self = .number(number) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member($0, $1) })
  }
}

/// What has a form in JSON: texts, numbers, flags, and lists and optional values of them.
package protocol JSONConvertible {
  var json: JSON { get }
}

extension JSON: JSONConvertible {
  package var json: JSON { self }
}

extension String: JSONConvertible {
  package var json: JSON { .text(ExactText(self)) }
}

extension Int: JSONConvertible {
  package var json: JSON { .number(self) }
}

extension Bool: JSONConvertible {
  package var json: JSON { .bool(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  // Not by a key path, which is looked up anew for each array: a sixth of a whole model.
  package var json: JSON { .array(map { $0.json }) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var json: JSON { map { $0.json } ?? .null }
}
