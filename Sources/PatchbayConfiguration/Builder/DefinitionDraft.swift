import PatchbayCore
import PatchbayDiagnostics

/// The state of a definition in a program, before it is assigned to a layer.
public struct DefinitionDraft: Sendable {
  /// A field, or an entry of a field that is a map, such as one argument.
  struct Field: Sendable {
    let field: EntryField
    /// The name of the entry; nil for the field as a whole.
    let name: String?
    let value: ArgumentValue
    let location: SwiftLocation
  }

  let key: SwiftName
  let role: Statement.Role
  /// The name of its type; nil for a change. No field: many definitions have none then.
  let type: String?
  /// The factory that the definition contains; nil for a type of the catalog.
  var factory: CatalogEntry?
  /// The fields, in order.
  var fields: [Field] = []
  /// Errors of the definition itself, which is then faulty.
  var diagnostics: [Diagnostic] = []

  /// Creates a new definition, or a decorator without a key of its own.
  init(
    _ key: SwiftName, type: String, factory: CatalogEntry? = nil, isDecorator: Bool = false
  ) {
    self.key = key
    self.role = isDecorator ? .decorator : .definition
    self.type = type
    self.factory = factory
  }

  /// Creates a change of a lower layer's definition.
  init(changing key: SwiftName) {
    self.key = key
    role = .patch
    type = nil
  }

  mutating func set(
    _ field: EntryField, named name: String? = nil, _ value: ArgumentValue,
    at location: SwiftLocation
  ) {
    fields.append(Field(field: field, name: name, value: value, location: location))
  }
}

/// A name in a program, and its location.
struct SwiftName: Sendable {
  let text: String
  let location: SwiftLocation
}
