import PatchbayCore
import PatchbayDiagnostics

/// The state of a definition before it is assigned to a layer.
public struct DefinitionDraft: Sendable {
  enum Role: Sendable {
    /// A new definition, which replaces that of lower layers.
    case definition(type: String)
    /// A change of a lower layer's definition.
    case change
    /// A decorator without a key of its own, which receives a generated one.
    case addition(type: String)
  }

  /// A value for an argument or a property.
  struct Gift: Sendable {
    let name: Said
    let value: ArgumentValue
  }

  typealias Edit = @Sendable (inout Definition, inout LayerWriter) -> Void

  let key: Said
  let role: Role
  /// The factory that the definition contains; nil for a type of the catalog.
  var factory: CatalogEntry?
  var arguments: [Gift] = []
  var properties: [Gift] = []
  /// The other modifiers, in order.
  var edits: [Edit] = []

  init(_ key: Said, _ role: Role, factory: CatalogEntry? = nil) {
    self.key = key
    self.role = role
    self.factory = factory
  }
}
