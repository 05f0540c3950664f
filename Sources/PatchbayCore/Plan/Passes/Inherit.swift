import PatchbayDiagnostics

extension PlanDraft {
  /// Adds the parent's services under the keys that the child does not define itself.
  ///
  /// A part of naming: the child's own keys are known, its aliases are not followed yet. An added
  /// node has its factory and no arguments: the parent builds it, from the services that the parent
  /// sees.
  mutating func inheritServices() {
    guard let parent = self.parent?.wiring else { return }
    let own = Set((definitions.aliases.map(\.key) + disabled.keys).map { ExactText($0) })
      .union(meanings.all.keys)
    func inherit(_ index: Int, as key: String) -> Int {
      nodes.append(PlannedService(inheriting: index, as: key, from: parent.services))
      return nodes.count - 1
    }
    // The child's keys are looked up in the parent, because it has many more of them.
    var isShadowed = Array(repeating: false, count: parent.services.count)
    for key in own {
      guard let outermost = parent.index(ofKey: key.text) else { continue }
      let index = parent.services[outermost].original ?? outermost
      // An alias of the parent may be shadowed, too.
      if ExactText(parent.services[index].key) == key { isShadowed[index] = true }
    }
    inheritedNodes = Array(repeating: nil, count: parent.services.count)
    for index in parent.services.indices where !isShadowed[index] {
      // A decorator has no key that can be asked for, and neither has an inline service.
      guard parent.services[index].decorates == nil, parent.services[index].owner == nil else {
        continue
      }
      let key = parent.services[index].key
      let node = inherit(parent.services[index].outermost ?? index, as: key)
      inheritedNodes[index] = node
      meanings[key] = .service(node)
    }
    // The parent's aliases. A service whose own key the child defines is found by them alone, and has the
    // key of the first one.
    var shadowed: [Int: Int] = [:]
    for key in parent.aliases where !own.contains(ExactText(key)) {
      guard let outermost = parent.index(ofKey: key) else { continue }
      let index = parent.services[outermost].original ?? outermost
      let node =
        inheritedNodes[index] ?? shadowed[index] ?? inherit(outermost, as: key)
      if inheritedNodes[index] == nil { shadowed[index] = node }
      meanings[key] = .service(node)
    }
    for (key, flag) in parent.disabled where !own.contains(ExactText(key)) {
      disabled[key] = flag
    }
  }

  /// Determines which of the parent's services are found by type in the child.
  ///
  /// A parent's service is found if the child has none of its own that offers the type. A service
  /// that the child decorates offers the types of its outermost decorator.
  mutating func inheritOffers() {
    guard let parent = self.parent?.wiring else { return }
    var decorated: [Int: [TypeName]] = [:]
    for (type, services) in parent.offers.all {
      var found: [Int] = []
      for service in services {
        guard let node = inheritedNodes[service] else { continue }
        if nodes[node].outermost == nil {
          found.append(node)
        } else {
          decorated[node, default: []].append(type)
        }
      }
      inheritedOffers[type] = found
    }
    for (node, types) in decorated.inStableOrder(by: { $0.key < $1.key }) {
      for type in contracts(of: node, types) {
        // In the order of the nodes, which is that of the parent's services.
        inheritedOffers[type] = (inheritedOffers[type] + [node]).sorted()
      }
    }
    for (type, services) in inheritedOffers.all where offers[type].isEmpty {
      offers[type] += services
    }
  }

  // The types that a service of the parent offers in a child that decorates it; `offered` are those that it
  // offers in the parent.
  private mutating func contracts(of node: Int, _ offered: [TypeName]) -> [TypeName] {
    guard let outermost = nodes[node].outermost,
      let entry = nodes[outermost].knownEntry
    else { return offered }
    let named = namedContracts(of: nodes[outermost])
    // If the parent narrows its service, the decorator does not widen it again.
    let isNarrowed = offered.count < nodes[node].knownEntry?.contracts.count ?? 0
    return entry.contracts.types.filter { type in
      (named?.contains(type) ?? true) && (!isNarrowed || offered.contains(type))
    }
  }
}

/// A service of the parent's plan, as a child's plan sees it.
///
/// A child's plan has a `PlannedService` for each service of its parent that any request can ask for in the child.
/// It has no arguments and no definition, because the parent builds the service.
final class Inherited: Sendable {
  /// The index of the parent's service.
  let index: Int
  /// How long the parent, or an ancestor of it, keeps the service.
  let scope: Scope
  /// The scope of the parent that it lives in, or that it keeps a service of; nil if it may be kept
  /// as long as the container.
  let boundTo: String?
  /// Whether it lives in that scope itself.
  let isScoped: Bool

  /// - Parameters:
  ///   - index: The index of the parent's service.
  ///   - services: The services of the parent.
  init(_ index: Int, _ services: [PlannedService]) {
    let planned = services[index]
    self.index = index
    boundTo = planned.boundTo
    if case .named = planned.scope {
      // The parent looks it up in the scope that runs there.
      (scope, isScoped) = (.transient, true)
    } else {
      scope = planned.inherited?.scope ?? planned.scope
      isScoped = planned.inherited?.isScoped ?? false
    }
  }
}
