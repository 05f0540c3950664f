package import PatchbayDiagnostics

/// What has a form in JSON: texts, numbers, flags, lists and optional values of them, and JSON itself.
package protocol JSONConvertible {
  var json: JSONText { get }
}

extension JSONText: JSONConvertible {
  package var json: JSONText { self }

  static func object(_ members: JSONMembers) -> Self { object(members.all) }
}

extension String: JSONConvertible {
  package var json: JSONText { .string(self) }
}

extension Int: JSONConvertible {
  package var json: JSONText { .number(self) }
}

extension Bool: JSONConvertible {
  package var json: JSONText { .bool(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONText { .array(map(\.json)) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var json: JSONText { map(\.json) ?? .null }
}

/// The members of an object, in order.
struct JSONMembers: ExpressibleByDictionaryLiteral {
  private(set) var all: [(String, JSONText)]

  init(dictionaryLiteral members: (String, any JSONConvertible)...) {
    all = members.map { ($0, $1.json) }
  }

  static func + (first: Self, second: Self) -> Self {
    var members = first
    members.all += second.all
    return members
  }
}
