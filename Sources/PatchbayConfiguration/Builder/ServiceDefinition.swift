import PatchbayCore

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

  func adding(_ edit: @escaping DefinitionDraft.Edit) -> Self {
    var copy = self
    copy.draft.edits.append(edit)
    return copy
  }
}
