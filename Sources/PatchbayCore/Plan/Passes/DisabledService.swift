import PatchbayDiagnostics

extension PlanDraft {
  /// Returns the error, without a fix-it, of something that refers to an entry of `disabled`; the
  /// fact is a message such as `` `a` depends on `b`, which is disabled ``.
  func disabledService(
    _ reference: Located, _ index: Int, _ fact: String,
    _ label: String = "refers to a disabled service"
  ) -> Diagnostic {
    Diagnostic(.disabledService, fact, at: reference.place, label).labels([disabled[index].label])
  }

  /// Returns the error of an argument that refers to a disabled entry.
  func disabledService(
    _ reference: Located, _ index: Int, at place: SourcePlace, _ use: ParameterUse
  ) -> Diagnostic {
    let (key, user) = (reference.text, nodes[use.node].key)
    return disabledService(reference, index, "`\(user)` depends on `\(key)`, which is disabled")
      .fix(writeOptional(key, place, use))
      .requested(key, at: nil)
  }

  /// Returns the fix-it for a parameter that may have no service, or several.
  private func writeOptional(
    _ key: String, _ place: SourcePlace, _ use: ParameterUse
  ) -> Diagnostic.FixIt? {
    let isSeveral = use.parameter.kind.takesSeveral
    guard isSeveral || use.parameter.kind == .optionalService else { return nil }
    let optional = place.spelling(yaml: "!optional", swift: ".optional")
    let single = use.parameter.hasDefault ? "gives the default" : "gives nil"
    let effect = isSeveral ? "leaves it out" : single
    return .init(
      "write `\(optional)`, which \(effect) while `\(key)` is disabled",
      replacing: place, with: "!optional \(key)")
  }
}

/// A disabled entry, as messages and drawings show it. It is no service, so nothing has its index.
package struct DisabledEntry: Sendable, Hashable {
  package let key: String
  /// The type name; empty if it is unknown.
  let type: String
  /// The place of the definition.
  let place: SourcePlace
  /// The place of `enabled`.
  let flag: SourcePlace
  /// For a decorator, the key that it decorates, as it is written.
  let decorates: String?
  /// Whether it belongs to the parent.
  var isInherited = false

  init(_ definition: Definition) {
    key = definition.key
    type = definition.type?.text ?? ""
    place = definition.place
    flag = definition.disabledPlace?.extended(overKey: "enabled") ?? definition.place
    decorates = definition.decorates?.text
  }

  /// The label of `enabled`.
  var label: Diagnostic.Label { .init(flag, "`\(key)` is disabled here") }
}
