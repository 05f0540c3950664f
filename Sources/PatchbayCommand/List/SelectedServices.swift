import PatchbayCore
import PatchbayDiagnostics

extension WiringModel {
  /// Returns the services that the options of `list` select.
  ///
  /// - Throws: The error of an option whose value nothing has.
  func selectedServices(_ invocation: Invocation) throws(UsageError) -> [Node] {
    var selected = nodes
    if let tag = invocation.value(of: "--tag") {
      _ = try self.tag(tag)
      selected.removeAll { !$0.service.tags.contains(tag) }
    }
    if let type = invocation.value(of: "--type") {
      let catalog = invocation.command.catalog
      let contracts = catalog.factories.flatMap(\.contracts) + nodes.flatMap(\.contracts)
      let names = catalog.typeNames + nodes.map(\.service.product)
      guard names.contains(type) || contracts.contains(where: { $0.isCalled(type) }) else {
        throw absence(
          "the catalog has no type", of: type,
          among: names + contracts.flatMap { [$0.description, $0.contractName] },
          hasEnvironments: false)
      }
      selected.removeAll { !$0.hasType(type) }
    }
    return selected
  }
}
