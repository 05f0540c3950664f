import PatchbayDiagnostics

extension PlanDraft {
  /// Applies each decorator to the key it decorates.
  ///
  /// A higher priority wraps closer to the original; of equals, the first in the document does.
  /// Afterwards every valid decorator knows the node that it wraps, and `outermost` is the node that
  /// a key resolves to.
  mutating func stackDecorators() {
    guard nodes.contains(where: \.isDecorator) else { return }
    var stacks: [Int: [Int]] = [:]
    var order: [Int] = []
    for (index, node) in nodes.enumerated() {
      guard node.isDecorator, let original = decoratedService(of: index) else { continue }
      if stacks[original] == nil { order.append(original) }
      stacks[original, default: []].append(index)
    }
    for original in order {
      let stack = (stacks[original] ?? []).inStableOrder {
        nodes[$0].definition.priority > nodes[$1].definition.priority
      }
      var inner = original
      for decorator in stack {
        nodes[decorator].wrap(inner, of: original)
        inner = decorator
      }
      nodes[original].outermost = inner
    }
  }

  /// Returns the node of the service that a decorator decorates; otherwise reports why there is none,
  /// and marks the decorator as faulty.
  private mutating func decoratedService(of index: Int) -> Int? {
    let node = nodes[index]
    guard let target = node.definition.decorates else { return nil }
    if let scope = node.definition.scope {
      report(
        Diagnostic(
          .decoratorTarget, "the decorator `\(node.key)` cannot have a scope of its own",
          at: scope.place.extended(overKey: "scope"), "a decorator lives as long as its target"
        ))
    }
    switch meanings[target.text] {
    case .service(let original):
      guard let scope = nodes[original].inheritedScope else { return original }
      // The scope belongs to the parent, and the decorator to the child: neither could keep it.
      report(
        Diagnostic(
          .decoratorTarget,
          "`\(node.key)` decorates the parent's `\(target.text)`, which lives in its scope "
            + "`\(scope)`",
          at: target.place, "kept by a scope of the parent"
        ))
    case .decorator: report(decoratedDecorator(target, node.definition))
    case .faulty: break
    case nil:
      // The key of an `Extend` is none that its author wrote.
      reportUnknownService(
        target,
        node.definition.factory == nil
          ? "`\(node.key)` decorates `\(target.text)`" : "`Extend` extends `\(target.text)`")
    }
    node.isFaulty = true
    return nil
  }

  private func decoratedDecorator(_ target: Located, _ definition: Definition) -> Diagnostic {
    let base = definition.key
    guard base != target.text else {
      return Diagnostic(
        .decoratorTarget, "`\(base)` decorates itself", at: target.place, "the decorator's own key"
      )
    }
    return Diagnostic(
      .decoratorTarget, "`\(base)` decorates `\(target.text)`, which is a decorator itself",
      at: target.place, "a decorator, not a service"
    )
    .label(place(ofKey: target.text), "`\(target.text)` is a decorator itself")
  }
}

extension Definition {
  /// Returns the error of a reference to a decorator's own key, which only overlays may use.
  func referenceToDecorator(_ reference: Located) -> Diagnostic {
    let target = decorates?.text ?? ""
    return Diagnostic(
      .decoratorTarget, "`\(reference.text)` is a decorator, and cannot be referred to",
      at: reference.place, "the key of a decorator"
    )
    .label(place, "it decorates `\(target)`")
    .fix(
      "refer to `\(target)`: who asks for it gets the outermost decorator",
      replacing: reference.place, with: target, isCertain: true)
  }

  /// Returns the error of a reference from a decorator to its own key.
  func referenceToItself(_ reference: SourcePlace, isShared: Bool) -> Diagnostic {
    let target = decorates?.text ?? ""
    return Diagnostic(
      .decoratorTarget, "`\(key)` is a decorator, and refers to itself",
      at: reference, "the key of this decorator"
    )
    .label(place, "it decorates `\(target)`")
    .fix(.writeInner(reference, for: target, isShared: isShared))
  }
}

extension Diagnostic.FixIt {
  /// Returns the fix-it for a reference by which a decorator depends on itself.
  static func writeInner(_ place: SourcePlace, for target: String, isShared: Bool) -> Self {
    let inner = place.spelling(yaml: "!inner", swift: ".inner")
    return .init(
      "to use what `\(target)` is without this decorator, write `\(inner)`",
      replacing: place, with: "!inner", isCertain: !isShared)
  }
}
