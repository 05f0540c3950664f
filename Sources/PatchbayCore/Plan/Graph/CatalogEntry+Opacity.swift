extension CatalogEntry {
  /// Why its products may resolve services that no parameter declares; nil if they cannot.
  var opacity: String? {
    if parameters.contains(where: { $0.kind == .resolver }) { return "takes a resolver" }
    if !isPlanned, contracts[0].type.type is any Injectable.Type {
      return "has properties to inject"
    }
    return nil
  }
}
