import PatchbayCore
import PatchbayDiagnostics

extension WiringModel {
  /// Returns the services that the options of `list` select.
  ///
  /// - Throws: The error of an option whose value nothing has.
  func selectedServices(_ invocation: Invocation) throws(UsageError) -> [Node] {
    let lookup = NameLookup(model: self, catalog: invocation.command.catalog)
    var selected = nodes
    if let tag = invocation[Subcommand.tag] {
      guard tags.contains(where: { $0.name == tag }) else { throw lookup.miss(tag, wanted: .tag) }
      selected.removeAll { !$0.service.tags.contains(tag) }
    }
    if let type = invocation[Subcommand.type] {
      let isKnown = lookup.catalog.factories.contains { factory in
        factory.name == type || factory.contracts.contains { $0.isCalled(type) }
      }
      // A service of a module may have a type that the catalog does not have.
      guard isKnown || nodes.contains(where: { $0.hasType(type) }) else {
        throw lookup.miss(type, wanted: .type)
      }
      selected.removeAll { !$0.hasType(type) }
    }
    return selected
  }
}
