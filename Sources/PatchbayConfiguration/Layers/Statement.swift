import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// What one layer says about one key.
struct Statement: Sendable {
  enum Role: Sendable {
    /// A new definition, which replaces that of lower layers.
    case definition
    /// A program's decorator, which has no key of its own and receives a free one.
    case decorator
    case patch, removal
  }

  /// What a definition is made from, by its fields.
  enum Form: Sendable { case typed, alias, extending }

  let role: Role
  var form = Form.typed
  let keyNode: YAMLNode
  let node: YAMLNode
  let layer: Int
  /// The factory that a program passes along; nil if the catalog has it.
  var factory: CatalogEntry?
  /// Whether an error of it was reported that nothing in the fields shows.
  var isFaulty = false

  var isDefinition: Bool { role == .definition || role == .decorator }

  var origin: Origin { Origin(place: keyNode.place, layer: layer) }
}

extension Statement {
  /// Returns what an entry of a file does; nil if it is no entry.
  static func meaning(of node: YAMLNode) -> (role: Role, form: Form)? {
    switch (node.kind, node.tagKind) {
    case (.scalar, .known(.remove)) where node.isNothing: return (.removal, .typed)
    case (.scalar, .none): return node.isNull ? (.patch, .typed) : nil
    case (.mapping, .known(.replace)): return (.definition, form(of: node) ?? .typed)
    case (.mapping, .none), (.mapping, .plain):
      return form(of: node).map { (.definition, $0) } ?? (.patch, .typed)
    default: return nil
    }
  }

  /// What an entry is made from; nil if it names nothing to make it from.
  static func form(of node: YAMLNode) -> Form? {
    var (isAlias, isExtending, isTyped) = (false, false, false)
    node.withKeys { key in
      switch key.count {
      case 4: isTyped = isTyped || TextHash.areEqual("type", key)
      case 5: isAlias = isAlias || TextHash.areEqual("alias", key)
      case 7: isExtending = isExtending || TextHash.areEqual("extends", key)
      default: break
      }
    }
    return isAlias ? .alias : isExtending ? .extending : isTyped ? .typed : nil
  }

  /// Whether a field that makes a definition is there but misspelled, or whole services are, which
  /// is reported as such.
  var meansDefinition: Bool {
    node.entries.contains { key, value in
      EntryField.meant(by: key, in: node)?.makesDefinition
        ?? (EntryField.isForeignType(key.text)
          || MisplacedServices.isService(key, value, otherThan: EntryField.self))
    }
  }
}
