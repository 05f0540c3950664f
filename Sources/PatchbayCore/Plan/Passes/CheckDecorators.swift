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
  fileprivate func decoratorWithoutInner(_ index: Int) -> Diagnostic? {
    let definition = nodes[index].definition
    guard let target = definition.decorates, let entry = nodes[index].knownEntry,
      let original = original(of: index), let decorated = nodes[original].knownEntry,
      definition.factory == nil, target.place.span != nil
    else { return nil }
    let key = definition.key
    let accepting = entry.parameters.filter { parameter in
      [.service, .optionalService, .providedService, .lazyService].contains(parameter.kind)
        && decorated.contractIndex(of: parameter.contract) != nil
    }
    let diagnostic = Diagnostic(
      .decoratorWithoutInner,
      "`\(key)` decorates `\(target.text)` and does not use it: no argument is `!inner`",
      at: target.place, "replaced, and not wrapped"
    )
    .asWarning
    guard let parameter = accepting.first else {
      return
        diagnostic
        .note(
          "no parameter of `\(entry.name)` takes what `\(target.text)` provides: \(entry.shortSignature)"
        )
        .fix(
          "to replace a service, write an entry with its key in an upper layer, or change its `type`"
        )
    }
    let names = accepting.map(\.name)
    let argument = definition.arguments.first { $0.name == parameter.name }
    let isOnly =
      names.count == 1 && argument?.value.isReferenceAlone == true && !sharesText(index)
    return diagnostic.fix(
      "to wrap `\(target.text)`, write `\(names.count == 1 ? names[0] : "<argument>"): !inner`"
        + (names.count == 1 ? "" : " for \(names.quoted(joinedBy: "or"))"),
      replacing: isOnly ? argument?.value.place : nil, with: "!inner")
  }
}

extension ConfigurationValue {
  fileprivate var isInner: Bool {
    if case .service(let use) = content, case .inner = use.target { true } else { false }
  }

  /// Whether it is a reference in a file, which one word can replace.
  fileprivate var isReferenceAlone: Bool {
    guard case .service(let use) = content, place.span != nil, provenance.via.isEmpty else {
      return false
    }
    return switch use.target {
    case .reference, .optional: true
    case .inline, .inner, .tagged: false
    }
  }
}
