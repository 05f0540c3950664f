import PatchbayDiagnostics

extension Container {
  /// The service of a key, without its static type.
  ///
  /// If the key has overrides, the service has the type of the last one.
  ///
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``, except for `type-mismatch-at-resolve`,
  ///   and `not-sendable` for a service that only `make` can return.
  public subscript(_ key: String) -> any Sendable {
    get throws(DiagnosticsError) {
      let index = names.index(of: key)
      if index >= 0, overrides.areNone,
        case let place = facets.places[Int(facets.starts[index])], place.depth == 0,
        wiring.bindings[index].entry.isSendable,
        let content = root.row.content(Int(place.position))
      {
        return content
      }
      return try withoutType(key)
    }
  }
}
