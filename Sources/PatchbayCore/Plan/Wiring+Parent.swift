import PatchbayDiagnostics

// The parent's services that a child's plan has no bindings for. Their indices follow those of the
// bindings, in the order of the parent's indices.
extension Wiring {
  /// The binding of a service, which may be one of the parent's.
  ///
  /// A copy, and for such a service made anew: hot code reads single fields.
  func binding(of index: Int) -> Binding {
    if index < bindings.count { return bindings[index] }
    // Only the parent's services have an index after the bindings.
    let parent = parent!.wiring
    let node = PlanDraft.Node(inheriting: index - bindings.count, from: parent)
    return Binding(
      node, BoundArguments([]), component: 0, isInCycle: false, after: [])
  }

  /// Returns the plan that has a binding of a service, which may be an ancestor, and its index there.
  func holder(of index: Int) -> (wiring: Wiring, index: Int) {
    var (wiring, index) = (self, index)
    while index >= wiring.bindings.count, let parent = wiring.parent {
      index -= wiring.bindings.count
      wiring = parent.wiring
    }
    return (wiring, index)
  }

  /// The factory of a service, which may be one of the parent's.
  func entry(of index: Int) -> CatalogEntry {
    if index < bindings.count { return bindings[index].entry }
    let (wiring, held) = holder(of: index)
    return wiring.bindings[held].entry
  }

  /// How long the plan's own containers keep a service, which may be one of the parent's.
  func scope(of index: Int) -> Scope {
    index < bindings.count ? bindings[index].scope : .transient
  }

  /// The range of a service's dependencies among the edges; empty for one of the parent's.
  func edges(of index: Int) -> Range<Int> {
    index < bindings.count ? bindings[index].edges : 0..<0
  }

  /// The key that resolves to a service, which may be one of the parent's: for an outermost
  /// decorator that of the decorated service.
  func servedKey(of index: Int) -> String {
    let (wiring, held) = holder(of: index)
    return wiring.bindings[wiring.bindings[held].original ?? held].key
  }

  /// Returns the index in the parent of an inherited service; nil for the plan's own.
  func parentIndex(of index: Int) -> Int? {
    index < bindings.count ? bindings[index].inherited?.index : index - bindings.count
  }

  /// Returns the index here of a service of the parent; nil if no request can ask for it here.
  func index(ofParent index: Int) -> Int? {
    // Most plans of children have few bindings of the parent's services.
    ownIndices.isEmpty && looksUpParent
      ? bindings.count + index
      : ownIndices[index] ?? (looksUpParent ? bindings.count + index : nil)
  }

  /// Whether it looks its parent's services up.
  var looksUpParent: Bool { lookedUp != nil }

  /// The number of plans behind each other that look services up, at most: a look-up in each is a
  /// call, and takes a level of the stack.
  static var maximumLookUps: Int { 16 }

  /// Returns the binding that a key resolves to; nil if there is no such key.
  func index(ofKey key: String) -> Int? {
    let index = names.index(of: key)
    if index >= 0 { return index }
    // Its own keys are names, except for those of decorators.
    guard let parent = lookedUp, decoratorKeys.isEmpty || !decoratorKeys.contains(key),
      let above = parent.index(ofKey: key), let here = self.index(ofParent: above)
    else { return nil }
    // An alias of the parent refers to what is decorated here.
    return here < bindings.count ? bindings[here].outermost ?? here : here
  }

  /// Whether a plan that looks up its parent's services defines a key itself.
  private func hides(_ key: String) -> Bool { ownKeys.contains(ExactText(key)) }

  /// The keys that can be resolved, in no particular order.
  var allKeys: [String] {
    let own = Array(names.names)
    guard let parent = lookedUp else { return own }
    return own + parent.allKeys.filter { names.index(of: $0) < 0 && !hides($0) }
  }

  /// The services by the keys that they are defined with, in order, and the bindings they resolve
  /// to.
  var services: [(key: String, index: Int)] {
    let own = bindings.indices.filter {
      bindings[$0].decorates == nil && bindings[$0].owner == nil
        && !(looksUpParent && bindings[$0].inherited != nil)
    }
    let inherited = lookedUp?.services.filter { !hides($0.key) } ?? []
    return own.map { (bindings[$0].key, bindings[$0].outermost ?? $0) }
      + inherited.compactMap { service in index(ofKey: service.key).map { (service.key, $0) } }
  }

  /// The parent's services that are found here or decorated here, in order.
  var inherited: [Int] {
    guard let parent = lookedUp else {
      return bindings.indices.filter { bindings[$0].inherited != nil }
    }
    return parent.services.filter { !hides($0.key) }
      .compactMap { index(ofParent: $0.index) }
  }

  /// Returns the services that are found by a contract: those of the plan, or if it has none, the
  /// parent's.
  func offering(_ type: TypeName) -> [Int] {
    let own = offers[type]
    guard own.isEmpty, let parent = lookedUp else { return own }
    return parent.offering(type).compactMap { service in
      let key = parent.servedKey(of: service)
      // A decorated service is found by the types of its decorator.
      guard !hides(key), let index = index(ofKey: key), parentIndex(of: index) != nil
      else { return nil }
      return index
    }
  }

  /// Returns the facet of the only service of an ancestor that provides a type, as that type; 0 if
  /// the type may be found otherwise.
  func inheritedFacet(of type: Any.Type) -> Int {
    guard let parent = lookedUp, !offers.contains(TypeName(type)) else { return 0 }
    var facet = parent.types.facet(of: type)
    if facet == 0 { facet = parent.inheritedFacet(of: type) }
    return facet > 0 ? self.facet(ofParent: facet) : 0
  }

  /// Returns the facet of an ancestor's service with a key, as a type that it provides; 0 if there
  /// is none.
  func inheritedFacet(ofKey key: String, as type: Any.Type) -> Int {
    guard let parent = lookedUp, decoratorKeys.isEmpty || !decoratorKeys.contains(key) else {
      return 0
    }
    let index = parent.names.index(of: key)
    let facet =
      index >= 0
      ? parent.facets.facet(of: index, as: type) : parent.inheritedFacet(ofKey: key, as: type)
    return facet > 0 ? self.facet(ofParent: facet) : 0
  }

  /// Returns the facet here of a parent's service; 0 for one that is decorated here, whose cell a
  /// `Provider` of the decorator may fill.
  ///
  /// The cell of a service that is hidden here is empty: no request here gets it.
  private func facet(ofParent facet: Int) -> Int {
    if !ownIndices.isEmpty, let parent = lookedUp {
      let above = parent.facets.service(of: facet)
      if let here = ownIndices[above.index] {
        return bindings[here].outermost == nil ? Int(facets.starts[here]) + above.contract : 0
      }
    }
    return facets.facet(ofParent: facet)
  }

  /// The contracts by which any service is found.
  var offeredTypes: [TypeName] { offers.types + (lookedUp?.offeredTypes ?? []) }

  /// Returns the members of a tag, in order; nil if nothing has the tag.
  func members(ofTag tag: String) -> [Member]? {
    guard let parent = lookedUp, let inherited = parent.members(ofTag: tag) else {
      return tags[tag]
    }
    let own = tags[tag]
    let known = Set((own ?? []).map { ExactText($0.key) }).union(ownKeys)
    let visible = inherited.filter { !known.contains(ExactText($0.key)) }
    // A tag is not known any more if the services that have it are hidden.
    if own == nil, visible.isEmpty, !inherited.isEmpty { return nil }
    return ((own ?? []) + visible).inStableOrder { $0.priority > $1.priority }
  }

  /// The tags that entries have.
  var tagNames: Set<String> {
    Set(tags.keys).union(lookedUp?.tagNames.filter { members(ofTag: $0) != nil } ?? [])
  }

  /// Returns the disabled entry with a key, which no service has; nil if there is none.
  func disabledEntry(_ key: String) -> DisabledEntry? {
    disabledEntries.first { $0.decorates == nil && $0.key == key }
  }

  /// The disabled entries: no service has their keys.
  var disabledEntries: [DisabledEntry] {
    guard let parent = lookedUp else { return disabled }
    return disabled
      + parent.disabledEntries.filter { $0.decorates == nil && !hides($0.key) }
      .map { entry in
        var entry = entry
        entry.isInherited = true
        return entry
      }
  }

  /// The deprecation messages of deprecated keys.
  var allDeprecations: [String: Located] {
    guard let parent = lookedUp else { return deprecations }
    return parent.allDeprecations.filter { !hides($0.key) }
      .merging(deprecations) { $1 }
  }

  /// Returns the deprecation message of a key; nil if it is not deprecated.
  func deprecation(ofKey key: String) -> Located? {
    if let deprecation = deprecations[key] { return deprecation }
    return hides(key) ? nil : lookedUp?.deprecation(ofKey: key)
  }

  /// The place of a service in the order of all: its own by their definitions, then the parent's.
  func position(of index: Int) -> Int {
    let original = index < bindings.count ? bindings[index].original ?? index : index
    guard let parent, let above = parentIndex(of: original) else { return original }
    return bindings.count + parent.wiring.position(of: above)
  }

  /// Whether there is any alias, here or in an ancestor.
  var hasAliases: Bool { !aliased.isEmpty || parent?.wiring.hasAliases ?? false }

  /// Whether an alias refers to a service, here or in an ancestor that defines it.
  func hasAlias(_ index: Int) -> Bool {
    if aliased.contains(index) { return true }
    let original = index < bindings.count ? bindings[index].original ?? index : index
    guard let parent, let above = parentIndex(of: original) else { return false }
    return parent.wiring.hasAlias(above)
  }
}
