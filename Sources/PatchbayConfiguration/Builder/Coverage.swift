import PatchbayCore
package import PatchbayDiagnostics

/// The parts of files that a program's definitions replace, known before files are evaluated: a
/// replaced value needs no variable and no file.
package struct Coverage: Sendable {
  /// A parameter that a definition in Swift uses.
  package struct Use: Sendable, Hashable {
    package let name: String
    package let place: SourcePlace

    package init(name: String, place: SourcePlace) {
      self.name = name
      self.place = place
    }
  }

  /// A field that a definition sets.
  private struct Field: Hashable {
    let key: String
    let section: String
    let name: String
  }

  /// The keys that definitions replace or remove.
  package private(set) var keys: Set<String> = []
  package private(set) var uses: [Use] = []
  private var fields: Set<Field> = []

  package init(_ layers: [Definitions] = []) {
    for layer in layers {
      for statement in layer.statements { add(statement) }
    }
  }

  /// Whether any argument or property is set.
  package var setsFields: Bool { !fields.isEmpty }

  /// Returns whether a definition's argument or property is set.
  ///
  /// - Parameters:
  ///   - name: The name of the argument or the property.
  ///   - section: `arguments` or `properties`.
  ///   - key: The key of the definition.
  /// - Returns: `true` if a definition of the program sets the field.
  package func sets(_ name: String, in section: String, of key: String) -> Bool {
    setsFields && fields.contains(Field(key: key, section: section, name: name))
  }

  private mutating func add(_ statement: Statement) {
    switch statement {
    case .alias(let alias): keys.insert(alias.key)
    case .removal(let key): keys.insert(key.text)
    case .service(let draft):
      if case .definition = draft.role { keys.insert(draft.key.text) }
      for (section, gifts) in [("arguments", draft.arguments), ("properties", draft.properties)] {
        for gift in gifts {
          fields.insert(Field(key: draft.key.text, section: section, name: gift.name.text))
          addUses(in: gift.value, at: .swift(gift.name.location))
        }
      }
    case .parameters, .scopes, .roots: break
    }
  }

  private mutating func addUses(in value: ArgumentValue, at place: SourcePlace) {
    switch value.content {
    case .parameter(let name): uses.append(Use(name: name, place: place))
    case .secret(let hidden): addUses(in: hidden, at: place)
    case .list(let elements): for element in elements { addUses(in: element, at: place) }
    case .map(let entries), .inline(_, let entries):
      for entry in entries { addUses(in: entry.value, at: place) }
    case .null, .text, .reference, .optional, .tagged, .inner: break
    }
  }
}
