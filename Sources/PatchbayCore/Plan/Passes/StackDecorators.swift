import PatchbayDiagnostics

/// Applies each decorator to the key it decorates.
///
/// A higher priority wraps closer to the original; of equals, the first in the document does.
/// Afterwards every valid decorator knows the node that it wraps, and `outermost` is the node that
/// a key resolves to.
func stackDecorators(_ draft: inout PlanDraft) {
  var stacks: [Int: [Int]] = [:]
  var order: [Int] = []
  for (index, node) in draft.nodes.enumerated() {
    guard let target = node.definition.decorates else { continue }
    reportForbiddenFields(node.definition, &draft)
    switch draft.meanings[target.text] {
    case .service(let original):
      if let scope = draft.nodes[original].inheritedScope {
        node.isFaulty = true
        draft.report(decoratedScope(target, node.key, scope))
        continue
      }
      if stacks[original] == nil { order.append(original) }
      stacks[original, default: []].append(index)
    case .decorator:
      node.isFaulty = true
      draft.report(decoratedDecorator(target, node.definition, draft))
    case .faulty:
      draft.nodes[index].isFaulty = true
    case nil:
      draft.nodes[index].isFaulty = true
      draft.report(
        unknownService(
          target,
          "`\(node.key)` decorates `\(target.text)`",
          draft,
          requester: node.definition
        )
      )
    }
  }
  for original in order {
    let stack = (stacks[original] ?? []).enumerated().sorted { left, right in
      let leftPriority = draft.nodes[left.element].definition.priority
      let rightPriority = draft.nodes[right.element].definition.priority
      return leftPriority == rightPriority
        ? left.offset < right.offset : leftPriority > rightPriority
    }
    var inner = original
    for (_, decorator) in stack {
      draft.nodes[decorator].inner = inner
      inner = decorator
    }
    draft.nodes[original].outermost = inner
  }
}

/// Reports fields that a decorator cannot have: it takes its lifetime from its target.
private func reportForbiddenFields(_ definition: Definition, _ draft: inout PlanDraft) {
  if let scope = definition.scope {
    draft.report(
      Diagnostic(
        .decoratorTarget,
        "the decorator `\(definition.key)` cannot have a scope of its own",
        labels: [
          .init(scope.place.extended(overKey: "scope"), "a decorator lives as long as its target")
        ],
        fixIts: [.init("remove `scope` here, or set it at the decorated service")]
      )
    )
  }
}

/// Returns the error of decorating a parent's scoped service: the scope belongs to the parent, and
/// the decorator to the child, so neither could keep the decorator.
private func decoratedScope(_ target: Located, _ decorator: String, _ scope: String) -> Diagnostic {
  Diagnostic(
    .decoratorTarget,
    "`\(decorator)` decorates the parent's `\(target.text)`, which lives in its scope `\(scope)`",
    labels: [.init(target.place, "kept by a scope of the parent")],
    fixIts: [.init("decorate it in the parent, or define the key anew in the child")]
  )
}

private func decoratedDecorator(
  _ target: Located,
  _ definition: Definition,
  _ draft: PlanDraft
) -> Diagnostic {
  var labels: [Diagnostic.Label] = [.init(target.place, "a decorator, not a service")]
  if let place = draft.place(ofKey: target.text) {
    labels.append(.init(place, "`\(target.text)` is a decorator itself"))
  }
  let base = definition.key
  guard base != target.text else {
    return Diagnostic(
      .decoratorTarget,
      "`\(base)` decorates itself",
      labels: [.init(target.place, "the decorator's own key")],
      fixIts: [.init("name the service that it wraps")]
    )
  }
  var fixIts: [Diagnostic.FixIt] = []
  if case .decorator(let index) = draft.meanings[target.text],
    let original = draft.nodes[index].definition.decorates
  {
    fixIts = [
      .init(
        "decorate `\(original.text)` too, and order the two by `priority`",
        edits: target.place.span.map { [.init($0, original.text)] } ?? []
      )
    ]
  }
  return Diagnostic(
    .decoratorTarget,
    "`\(base)` decorates `\(target.text)`, which is a decorator itself",
    labels: labels,
    fixIts: fixIts
  )
}

/// Returns the error of a reference to a decorator's own key, which only overlays may use.
func referenceToDecorator(_ reference: Located, _ decorator: Definition) -> Diagnostic {
  let target = decorator.decorates?.text ?? ""
  return Diagnostic(
    .decoratorTarget,
    "`\(reference.text)` is a decorator, and cannot be referred to",
    labels: [
      .init(reference.place, "the key of a decorator"),
      .init(decorator.place, "it decorates `\(target)`"),
    ],
    fixIts: [
      .init(
        "refer to `\(target)`: who asks for it gets the outermost decorator",
        edits: reference.place.span.map { [.init($0, target)] } ?? [],
        isCertain: true
      )
    ]
  )
}

/// Returns the fix-it for a reference by which a decorator depends on itself.
func writeInner(_ place: SourcePlace, for target: String, isShared: Bool) -> Diagnostic.FixIt {
  let inner = place.isSwift ? ".inner" : "!inner"
  return .init(
    "to use what `\(target)` is without this decorator, write `\(inner)`",
    edits: place.span.map { [.init($0, "!inner")] } ?? [],
    isCertain: !isShared
  )
}

/// Returns the error of a reference from a decorator to its own key.
func decoratorInItself(
  _ decorator: Definition, _ place: SourcePlace, isShared: Bool
) -> Diagnostic {
  let target = decorator.decorates?.text ?? ""
  return Diagnostic(
    .decoratorTarget,
    "`\(decorator.key)` is a decorator, and refers to itself",
    labels: [
      .init(place, "the key of this decorator"),
      .init(decorator.place, "it decorates `\(target)`"),
    ],
    fixIts: [writeInner(place, for: target, isShared: isShared)]
  )
}
