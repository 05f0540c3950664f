import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// One layer's contribution to the entry of a key.
struct Statement: Sendable {
  enum Role: Sendable {
    /// A new definition, which replaces that of lower layers.
    case definition
    case patch, removal
  }

  /// The kind of a definition: with `type`, `alias` or `extends`.
  enum Form: Sendable { case typed, alias, extending }

  let role: Role
  var form = Form.typed
  let keyNode: YAMLNode
  let node: YAMLNode
  let layer: Int

  var origin: Origin { Origin(place: keyNode.place, layer: layer) }
}

extension Statement {
  /// Returns the role and the form of an entry in a file; nil if the node cannot be an entry.
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

  /// Returns the kind of definition that an entry is; nil if it has no `type`, `alias` or
  /// `extends`.
  static func form(of node: YAMLNode) -> Form? {
    var (isAlias, isExtending, isTyped) = (false, false, false)
    node.forEachEntry { key, _ in
      switch key.textCount {
      case 4: isTyped = isTyped || key.hasText("type")
      case 5: isAlias = isAlias || key.hasText("alias")
      case 7: isExtending = isExtending || key.hasText("extends")
      default: break
      }
    }
    return isAlias ? .alias : isExtending ? .extending : isTyped ? .typed : nil
  }

  /// Whether the entry was probably meant as a definition: it has a misspelled `type`, `alias` or
  /// `extends`, or contains services, and either is reported as such.
  var meansDefinition: Bool {
    node.entries.contains { key, value in
      // `type:Green`, which lacks a space.
      if let name = key.text.split(separator: ":").first, name.utf8.count < key.textCount,
        EntryField.named(String(name))?.makesDefinition == true
      {
        return true
      }
      return EntryField.meant(by: key, in: node)?.makesDefinition
        ?? (EntryField.named(inOtherFormats: key.text)?.makesDefinition ?? false
          || MisplacedServices.isService(key, value, otherThan: EntryField.self))
    }
  }
}
