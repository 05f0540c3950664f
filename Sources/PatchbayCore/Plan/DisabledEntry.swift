import PatchbayDiagnostics

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
    flag = definition.enabledPlace?.extended(overKey: "enabled") ?? definition.place
    decorates = definition.decorates?.text
  }

  /// The label of `enabled`.
  var label: Diagnostic.Label { .init(flag, "`\(key)` is disabled here") }
}
