import PatchbayCore
import PatchbayDiagnostics

/// The state of a definition in a program, before it is assigned to a layer.
public struct DefinitionDraft: Sendable {
  /// A field, or an entry of a field that is a map, such as one argument.
  struct Field: Sendable {
    enum Content: Sendable {
      /// An argument, a property, or the attributes of a tag.
      case value(ArgumentValue)
      /// Sets any other field.
      case other(@Sendable (inout Definition, Provenance) -> Void)

      static func priority(_ priority: Int) -> Self {
        .other { definition, _ in definition.priority = priority }
      }
    }

    let field: EntryField
    /// The name of the entry; nil for the field as a whole.
    let name: String?
    let location: SwiftLocation
    let content: Content

    /// Whether another one sets the same.
    func isSame(as other: Field) -> Bool { field == other.field && name == other.name }

    var isSecret: Bool {
      if case .value(let value) = content, case .secret = value.content { true } else { false }
    }
  }

  let key: SwiftName
  /// The name of its type; nil for a change of a lower layer's definition.
  let type: String?
  /// Whether it is a decorator, which has no key of its own.
  let isDecorator: Bool
  /// The factory that the definition contains; nil for a type of the catalog.
  var factory: CatalogEntry?
  /// The location where an instance is passed, which the factory returns; nil for any other factory.
  var instanceLocation: SwiftLocation?
  /// The fields, in order.
  var fields: [Field] = []
  /// Errors of the definition itself, which is then faulty.
  var diagnostics: [Diagnostic] = []

  /// Creates a new definition, or a change if there is no type.
  init(
    _ key: SwiftName, type: String?, factory: CatalogEntry? = nil, isDecorator: Bool = false
  ) {
    self.key = key
    self.type = type
    self.factory = factory
    self.isDecorator = isDecorator
  }

  mutating func set(
    _ field: EntryField, named name: String? = nil, at location: SwiftLocation? = nil,
    _ content: Field.Content
  ) {
    fields.append(
      Field(field: field, name: name, location: location ?? key.location, content: content))
  }
}

// What `dump`, `print` and debuggers show of it: never a secret.
extension DefinitionDraft.Field: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> {
    guard case .value(let value) = content else { return ["field": field.name] }
    let shown = value.shown(under: name ?? field.name)
    return ["name": shown.name, "value": shown.value]
  }
}

/// A name in a program, and its location.
struct SwiftName: Sendable {
  let text: String
  let location: SwiftLocation
}
