import PatchbayDiagnostics

extension PlanDraft {
  /// Checks the keys outside of arguments: `after` and `roots`.
  mutating func checkListedKeys() {
    if !definitions.roots.isEmpty { checkRoots() }
    checkStartOrders()
  }

  private mutating func checkRoots() {
    let required = Set(definitions.requests.filter { !$0.isOptional }.map(\.key))
    let optional = Set(definitions.requests.map(\.key)).subtracting(required)
    for root in definitions.roots {
      switch meanings[root.text] {
      case .service, .faulty: break
      case .decorator(let decorator):
        report(definitions.definitions[decorator].referenceToDecorator(root))
      case nil:
        if optional.contains(root.text) { continue }
        reportUnknownService(root, "the program asks for `\(root.text)`", as: .unknownRoot)
      }
    }
  }

  private mutating func checkStartOrders() {
    for node in nodes where !node.definition.after.isEmpty {
      let definition = node.definition
      WorkMeter.count(definition.after.count)
      for key in definition.after {
        switch meanings[key.text] {
        case .service(let index): reportDeprecation(of: key, index, by: definition.key)
        case .faulty: break
        case .decorator(let decorator):
          report(definitions.definitions[decorator].referenceToDecorator(key))
        case nil:
          // A disabled service is not started, so that nothing is missing.
          if disabled[key.text] != nil { continue }
          reportUnknownService(
            key, "`\(definition.key)` starts after `\(key.text)`", besides: [definition.key])
        }
      }
    }
  }
}
