import PatchbayCore
import PatchbayDiagnostics

/// A definition of one service in Swift, with modifiers.
///
/// ``Define``, ``Provide`` and ``Change`` are such definitions. Modifiers can be chained in any
/// order; each value can be set once.
public protocol ServiceDefinition: Module {
  /// The state of the definition; only Patchbay reads it.
  var draft: DefinitionDraft { get set }
}

extension ServiceDefinition {
  /// The definition, as a module of its own.
  public var definitions: Definitions { Definitions([.service(draft)]) }

  /// Returns the definition with a further field, or with an entry of one that is a map.
  func setting(
    _ field: EntryField, named name: String? = nil, at location: SwiftLocation? = nil,
    _ content: DefinitionDraft.Field.Content
  ) -> Self {
    var copy = self
    copy.draft.set(field, named: name, at: location, content)
    return copy
  }
}
