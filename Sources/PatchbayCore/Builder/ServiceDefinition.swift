/// A definition of one service in Swift, and what can be said of it.
///
/// ``Define``, ``Provide`` and ``Change`` are such definitions. What is said in a chain can be said in
/// any order, each thing once.
public protocol ServiceDefinition: Module {
  /// What is said so far; only Patchbay reads it.
  var draft: DefinitionDraft { get set }
}

extension ServiceDefinition {
  public var definitions: Definitions { Definitions([.service(draft)]) }

  func adding(_ edit: @escaping DefinitionDraft.Edit) -> Self {
    var copy = self
    copy.draft.edits.append(edit)
    return copy
  }
}
