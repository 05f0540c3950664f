import PatchbayDiagnostics

extension PlanDraft {
  /// Warns of decorators that do not use what they decorate.
  ///
  /// Requires `bindArguments` and `stackDecorators`; later passes rely on nothing of it.
  mutating func checkDecorators() {
    guard nodes.contains(where: { $0.inner != nil }) else { return }
    var users: Set<Int> = []
    for (index, node) in nodes.enumerated() {
      let owner = self.owner(of: index)
      guard nodes[owner].inner != nil, let original = self.original(of: owner) else {
        continue
      }
      // One that uses the decorated key instead depends on itself, which is reported as a cycle.
      let outermost = self.outermost(of: original)
      let usesInner = edges(of: index).contains { edge in
        if case .inner = edge.source { true } else { edge.target == outermost }
      }
      // An inline service of a decorator, and whatever could not be bound, may be what uses it.
      // So is an argument that the factory does not declare, which is reported.
      if usesInner || node.isFaulty || node.definition.arguments.contains(where: \.value.isInner) {
        users.insert(owner)
      }
    }
    for index in nodes.indices {
      guard nodes[index].inner != nil, nodes[index].owner == nil,
        nodes[index].inherited == nil, !users.contains(index)
      else { continue }
      if let warning = decoratorWithoutInner(index) { report(warning) }
    }
  }

  /// Returns the warning of a decorator without `!inner`; nil for one of a program, whose closure may
  /// do without on purpose.
  private func decoratorWithoutInner(_ index: Int) -> Diagnostic? {
    let definition = nodes[index].definition
    guard let target = definition.decorates, let entry = nodes[index].knownEntry,
      let original = original(of: index), let decorated = nodes[original].knownEntry,
      definition.factory == nil, target.place.span != nil
    else { return nil }
    let accepting = entry.parameters.filter { parameter in
      [.service, .optionalService, .providedService, .lazyService].contains(parameter.kind)
        && decorated.contractIndex(of: parameter.contract) != nil
    }
    let only = accepting.count == 1 ? accepting[0].name : nil
    return Diagnostic(
      .decoratorWithoutInner,
      "`\(definition.key)` decorates `\(target.text)` and does not use it: no argument is `!inner`",
      at: target.place, "replaced, and not wrapped"
    )
    .asWarning
    .note(
      accepting.isEmpty
        ? "no parameter of `\(entry.name)` takes what `\(target.text)` provides: \(entry.shortSignature)"
        : nil
    )
    .fix(only.map { .init("to wrap `\(target.text)`, write `\($0): !inner`") })
  }
}

extension ConfigurationValue {
  fileprivate var isInner: Bool {
    if case .service(let use) = content, case .inner = use.target { true } else { false }
  }
}
