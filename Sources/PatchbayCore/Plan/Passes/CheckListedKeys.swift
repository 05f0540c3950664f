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
        if !optional.contains(root.text) { reportUnknownRoot(root) }
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

  private mutating func reportUnknownRoot(_ root: Located) {
    func error(_ fact: String, _ label: String) -> Diagnostic {
      Diagnostic(.unknownRoot, "the root `\(root.text)` is a \(fact)", at: root.place, label)
    }
    if disabled[root.text] != nil {
      return reportUnknownService(root, "the program asks for `\(root.text)`")
    }
    if let removal = definitions.removed[root.text] {
      let removed = error(
        "service that the layer `\(definitions.layers[removal.layer])` removes",
        "the program asks for `\(root.text)`"
      )
      .label(removal.place, "removed here")
      return report(removed)
    }
    if let place = definitions.templatePlace(root.text) {
      return report(
        error("template, and no service", Diagnostic.templateLabel)
          .extending(template: root.text, at: place))
    }
    report(error("service that no layer defines", "no service has this key")) {
      $0.didYouMean(root.text, among: $1.meanings.keys, at: root.place)
    }
  }
}
